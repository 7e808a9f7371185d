import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { bitcoinLimits } from "#shop/methods/amount-limits.ts";
import { dustLimit } from "#shop/payments/wallet/descriptor.ts";
import { offersOf, type Offer } from "#shop/methods/methods.ts";
import { isWalletConfirmed } from "#shop/payments/wallet/confirmation.server.ts";
import { localDate } from "#lib/days.ts";
import { packagesOn, type PackagesForSale } from "#shop/catalog/package.ts";
import type { MetricDays } from "#shop/metrics/metrics.ts";
import { type DeliveryTime, deliveryTimeOf } from "#shop/orders/delivery-time.ts";
import { withOwnDescriptions } from "#shop/catalog/own-descriptions.ts";
import type { OwnTexts } from "#shop/settings/owner-texts.ts";
import { settingsInLanguage } from "#shop/settings/owner-texts.server.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { currentLanguage } from "#messages/current.server.ts";
import { servicesContext } from "./context.ts";

type Context = Readonly<RouterContextProvider>;

/** Returns the shop version of this request; null for a request that may itself change packages or settings. */
const versionContext = createContext<(() => Promise<string>) | null>(null);

/** Has a GET request read the shop version at most once. */
export const readShopVersionOnce: MiddlewareFunction<Response> = ({ request, context }) => {
  if (request.method !== "GET") return;
  const { cache } = context.get(servicesContext);
  let version: Promise<string> | null = null;
  context.set(versionContext, () => (version ??= cache.version()));
};

/** Returns the current settings, with the texts for buyers in the language of this request. */
export async function settingsOf(context: Context): Promise<Settings> {
  const version = await versionOf(context);
  const { cache } = context.get(servicesContext);
  if (currentLanguage() === "en") return cache.settings(version);
  const [settings, texts] = await Promise.all([cache.settings(version), cache.ownerTexts(version)]);
  return settingsInLanguage(settings, texts);
}

/** Returns the owner's texts in the language of this request; none for English, which settings and packages have. */
export async function ownTextsOf(context: Context): Promise<OwnTexts> {
  const language = currentLanguage();
  if (language === "en") return {};
  const { cache } = context.get(servicesContext);
  return (await cache.ownerTexts(await versionOf(context)))[language] ?? {};
}

/** Returns the delivery time as buyers read it; null where none is known. */
export async function deliveryTimeIn(context: Context, now: Date): Promise<DeliveryTime | null> {
  const [waits, { deliveryTime }] = await Promise.all([
    context.get(servicesContext).waitTimes(now),
    settingsOf(context),
  ]);
  return deliveryTimeOf(waits, deliveryTime);
}

/** Returns the time zone whose days reports are counted by. */
export async function metricDaysOf(context: Context): Promise<MetricDays> {
  return context.get(servicesContext).cache.metricDays(await versionOf(context));
}

/** Returns the packages for sale today, with their descriptions in the language of this request. */
export async function packagesOf(context: Context): Promise<PackagesForSale> {
  const version = await versionOf(context);
  const { cache } = context.get(servicesContext);
  const [placed, { timeZone }, texts] = await Promise.all([
    cache.packages(version),
    cache.settings(version),
    ownTextsOf(context),
  ]);
  return withOwnDescriptions(packagesOn(placed, localDate(new Date(), timeZone)), texts);
}

/** Returns the payment methods that checkout offers now, in display order. */
export async function offersIn(context: Context): Promise<Offer[]> {
  return offersFrom(context, await settingsOf(context));
}

/** Returns the payment methods that checkout offers by these settings, in display order. */
export function offersFrom(context: Context, settings: Settings): Offer[] {
  const { providers, addresses, mode, prices, lightning } = context.get(servicesContext);
  return offersOf(settings, {
    hosted: providers,
    walletConfirmed: isWalletConfirmed(settings, addresses, mode),
    bitcoin: bitcoinLimits({
      rate: prices.current(new Date()),
      marginPercent: settings.rateMarginPercent,
      dustSats: dustLimit(addresses.kind === "xpub" ? addresses.key.script : null),
      hasLightning: lightning?.mayReceive(1) ?? false,
    }),
  });
}

function versionOf(context: Context): Promise<string> {
  const read = context.get(versionContext) ?? context.get(servicesContext).cache.version;
  return read();
}
