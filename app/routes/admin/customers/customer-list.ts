import { href } from "react-router";
import { z } from "zod";
import { list, sortsOf } from "#app/office/list-query.ts";
import { EMAIL_MAX } from "#shop/rules/email-field.ts";
import { customerFilters, customerSorts } from "#shop/customers/customer.ts";

export const customerList = list({
  path: href("/admin/customers"),
  filters: { q: { max: 100 }, only: customerFilters, sort: sortsOf(customerSorts) },
  key: z.string().max(EMAIL_MAX),
});

export type CustomerListQuery = ReturnType<typeof customerList.parse>;

/** Returns the URL of a customer's panel, beside the list of `query`. */
export function customerPath(address: string, query?: CustomerListQuery): string {
  const path = href("/admin/customers/:email", { email: address });
  return query ? `${path}${customerList.searchOf(query)}` : path;
}
