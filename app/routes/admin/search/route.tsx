import { servicesContext } from "#app/context.ts";
import { withFallback } from "#app/office/with-fallback.ts";
import { requireTeam } from "#app/session.server.ts";
import type { Db } from "#db/client.server.ts";
import { listDeliveryOrders } from "#shop/delivery/delivery-orders.server.ts";
import type { FoundOrder } from "#shop/search/search.ts";
import { quickSearch } from "#shop/search/searches.server.ts";
import type { Route } from "./+types/route";
import { SEARCH_MAX } from "../orders/order-query.ts";
import { findSettings } from "../settings/settings-pages.ts";
import type { SearchResponse } from "./search-results.ts";

/** How many orders are found for those who deliver. */
const MOST_ORDERS = 5;

/** Returns the results of the quick search that the role may see as JSON. */
export async function loader(args: Route.LoaderArgs) {
  const { role } = requireTeam(args).account;
  const { db } = args.context.get(servicesContext);
  const text = args.url.searchParams.get("q") ?? "";
  const { signal } = args.request;
  if (role === "admin")
    return { text, hits: await quickSearch(db, text, signal), settings: findSettings(text) };
  const orders = role === "delivery" ? await searchToDeliver(db, text, signal) : [];
  return { text, hits: { orders, customers: [], packages: [] }, settings: [] };
}

/** Finds orders for those who deliver them: by ID and username, and without amounts. */
async function searchToDeliver(db: Db, text: string, signal: AbortSignal): Promise<FoundOrder[]> {
  if (!text.trim()) return [];
  const { orders } = await listDeliveryOrders(db, { search: text.slice(0, SEARCH_MAX), signal });
  return orders
    .slice(0, MOST_ORDERS)
    .map(({ id, tiktokUsername, status }) => ({ id, tiktokUsername, status, totalCents: null }));
}

/** Reports a failed search in the dialog instead of the error page. */
export function clientLoader({
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<SearchResponse> {
  const text = new URL(request.url).searchParams.get("q") ?? "";
  return withFallback(serverLoader, () => ({ text, hits: null, settings: [] }));
}
