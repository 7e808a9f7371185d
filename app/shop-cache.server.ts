import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { offersOf } from "#shop/methods/methods.ts";
import type { Offer } from "#shop/methods/offer.ts";
import { isWalletConfirmed } from "#shop/payments/wallet/confirmation.server.ts";
import type { PackagesForSale } from "#shop/catalog/packages.server.ts";
import type { MetricDays } from "#shop/reports/metrics.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { servicesContext } from "./context.ts";

type Context = Readonly<RouterContextProvider>;

/** The shop version of this request; null for a request that may itself change packages or settings. */
const versionContext = createContext<{ version: Promise<string> | null } | null>(null);

/** Has a GET request read the shop version at most once. */
export const readShopVersionOnce: MiddlewareFunction<Response> = ({ request, context }) => {
  if (request.method === "GET") context.set(versionContext, { version: null });
};

/** Returns the current settings. */
export async function settingsOf(context: Context): Promise<Settings> {
  return context.get(servicesContext).cache.settings(await versionOf(context));
}

/** Returns the time zone whose days reports are counted by. */
export async function metricDaysOf(context: Context): Promise<MetricDays> {
  return context.get(servicesContext).cache.metricDays(await versionOf(context));
}

/** Returns the packages for sale. */
export async function packagesOf(context: Context): Promise<PackagesForSale> {
  return context.get(servicesContext).cache.packages(await versionOf(context));
}

/** Returns the payment methods that checkout offers now, in display order. */
export async function offersIn(context: Readonly<RouterContextProvider>): Promise<Offer[]> {
  const { providers, addresses, mode } = context.get(servicesContext);
  const settings = await settingsOf(context);
  return offersOf(settings, {
    hosted: providers.map(({ method }) => method),
    walletConfirmed: isWalletConfirmed(settings, addresses, mode),
  });
}

function versionOf(context: Context): Promise<string> {
  const once = context.get(versionContext);
  const { cache } = context.get(servicesContext);
  return once ? (once.version ??= cache.version()) : cache.version();
}
