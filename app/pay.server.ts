import type { RouterContextProvider } from "react-router";
import { type Result, ok, refuse } from "#lib/result.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import { askAboutPage, openPage, openPagesOf } from "#shop/methods/hosted-pages.server.ts";
import { servicesContext } from "./context.ts";
import { requestContext } from "./request.ts";
import { settingsOf } from "./shop-cache.server.ts";

/** A buyer who comes back waits so long for what the service says; after that the page changes by itself. */
const ASK_MS = 5000;

/**
 * The page of a service on which this order is paid; null for an order that is not paid on one, or that waits for
 * no money. Refuses when the service gives none.
 */
export async function pageToPayOn(
  context: Readonly<RouterContextProvider>,
  order: StoredOrder,
): Promise<Result<string | null, "unavailable">> {
  const { db, providers, policy, appUrl } = context.get(servicesContext);
  const provider = providers.find(({ method }) => method === order.paymentMethod);
  if (!provider) return ok(null);
  const { shopName } = await settingsOf(context);
  const now = new Date();
  const opened = await openPage(db, {
    provider,
    orderId: order.id,
    appUrl: appUrl(),
    shopName,
    policy,
    now,
  });
  if (opened.ok) return opened;
  if (opened.error === "not-payable") return ok(null);
  const { log } = context.get(requestContext);
  log(`${provider.method} gave no page to pay on`, new Error(opened.error.detail));
  return refuse("unavailable");
}

/** Asks the service how it went, for a buyer who has just come back from its page. */
export async function askAfterReturn(
  context: Readonly<RouterContextProvider>,
  order: StoredOrder,
): Promise<void> {
  const { db, providers, policy } = context.get(servicesContext);
  const signal = AbortSignal.timeout(ASK_MS);
  const now = new Date();
  for (const page of await openPagesOf(db, order.checkoutId, now)) {
    const provider = providers.find(({ method }) => method === page.method);
    if (provider) await askAboutPage(db, provider, page.reference, { policy, now, signal });
  }
}
