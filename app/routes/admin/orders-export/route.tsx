import { data, href } from "react-router";
import { exportRoute } from "#app/office/export-route.server.ts";
import { isOrderId } from "#shop/orders/order.ts";
import { exportHead } from "#shop/order-list/order-columns.ts";
import { exportOrders } from "#shop/order-list/order-export.server.ts";
import { orderList, orderQueryOf } from "../orders/order-query.ts";

/** Page size limit of the list: at most one page can be selected. */
const IDS_MAX = 100;

const orders = exportRoute({
  list: href("/admin/orders"),
  name: "orders",
  head: exportHead,
  rows: ({ db, form, params, who, signal }) => {
    // Without a selection, all that match the search parameters.
    const ids = form.getAll("ids").map(String);
    if (ids.length > IDS_MAX || !ids.every(isOrderId)) throw data(null, { status: 400 });
    const { filter, sort } = orderQueryOf(orderList.parse(params));
    const what = ids.length > 0 ? { orderIds: ids } : { filter, sort };
    return exportOrders(db, { ...who, what, signal });
  },
});

export const loader = orders.loader;
export const action = orders.action;
