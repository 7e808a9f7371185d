/** The address of a page of My Orders, without what is the default. */
export function ordersPath(search: string, page = 1): string {
  const query = new URLSearchParams();
  if (search) query.set("q", search);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `/orders?${query}` : "/orders";
}
