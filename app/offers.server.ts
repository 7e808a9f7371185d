import type { RouterContextProvider } from "react-router";
import { servicesContext } from "./context.ts";
import { settingsOf } from "./shop-cache.server.ts";
import { offersOf } from "#shop/methods/methods.ts";
import type { Offer } from "#shop/methods/offer.ts";

/** Returns the payment methods that checkout offers now, in display order. */
export async function offersIn(context: Readonly<RouterContextProvider>): Promise<Offer[]> {
  const { providers } = context.get(servicesContext);
  return offersOf(
    await settingsOf(context),
    providers.map(({ method }) => method),
  );
}
