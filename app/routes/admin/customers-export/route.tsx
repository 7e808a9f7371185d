import { href } from "react-router";
import { exportRoute } from "#app/office/export-route.server.ts";
import { readSort } from "#app/office/list-query.ts";
import { customerHead, exportCustomers } from "#shop/customers/customer-export.server.ts";
import { customerList } from "../customers/customer-list.ts";

const customers = exportRoute({
  list: href("/admin/customers"),
  name: "customers",
  head: customerHead,
  rows: ({ db, params, who, signal }) => {
    const { q: search, only: filter, sort } = customerList.parse(params);
    const what = { search, filter, ...readSort(sort, "since") };
    return exportCustomers(db, { ...who, what, signal });
  },
});

export const loader = customers.loader;
export const action = customers.action;
