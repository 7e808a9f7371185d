import type { RouterContextProvider } from "react-router";
import { type Result, ok, err } from "#lib/result.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import { refreshPage, openPage, openPagesOf } from "#shop/methods/hosted-pages.server.ts";
import { servicesContext, requestContext } from "./context.ts";
import { settingsOf } from "./shop-cache.server.ts";

/** How long a returning buyer waits for the provider; after that, live updates change the page. */
const PROVIDER_TIMEOUT_MS = 5000;

/**
 * Opens the hosted payment page of this order and returns its URL; null if the order is paid another way or has nothing
 * outstanding. Returns "unavailable" if the provider opens no page.
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
  log(
    `payment page not opened method=${provider.method} order=${order.id}`,
    new Error(opened.error.detail),
  );
  return err("unavailable");
}

/** Polls the provider for the payment of a buyer who has just returned from its page. */
export async function askAfterReturn(
  context: Readonly<RouterContextProvider>,
  order: StoredOrder,
): Promise<void> {
  const { db, providers, policy } = context.get(servicesContext);
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
  const now = new Date();
  for (const page of await openPagesOf(db, order.checkoutId, now)) {
    const provider = providers.find(({ method }) => method === page.method);
    if (provider) await refreshPage(db, provider, page.reference, { policy, now, signal });
  }
}
