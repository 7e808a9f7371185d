import type { MiddlewareHandler } from "hono";
import type { Cookie } from "react-router";
import { shopCookie } from "#app/shop-cookie.server.ts";
import { currentLanguage, shownIn } from "#messages/current.server.ts";
import { type Currency, currencyOfTag, isCurrency } from "#messages/currencies.ts";
import { acceptedTags, languages, localPath } from "#messages/languages.ts";
import { DAY_MS, SECOND_MS } from "#lib/time.ts";
import type { CurrencyFeed } from "#shop/payments/prices/currency-feed.server.ts";
import type { Handler } from "./listen.ts";

/** The currency that the buyer has chosen in the menu: "USD" for dollars alone. */
const currencyCookie = shopCookie("satchel_currency", (365 * DAY_MS) / SECOND_MS);

/** Wraps `handle`: amounts are also shown in the currency that the buyer chose, or else that of the browser's region. */
export function inCurrencyOfBuyer(
  handle: Handler,
  { currencies, secure }: { currencies: Pick<CurrencyFeed, "shown">; secure: boolean },
): Handler {
  const cookie = currencyCookie({ secure });
  return async (request, bindings) => {
    // The back office is in dollars.
    if (/^\/admin(?:\/|$)/.test(new URL(request.url).pathname)) return handle(request, bindings);
    const currency = await wantedCurrency(cookie, request.headers);
    const shown = currency && currencies.shown(currency, new Date());
    return shownIn(shown, () => handle(request, bindings));
  };
}

/** Returns the currency to show amounts in beside dollars; null for none. */
async function wantedCurrency(cookie: Cookie, headers: Headers): Promise<Currency | null> {
  const chosen: unknown = await cookie.parse(headers.get("cookie"));
  if (typeof chosen === "string") return isCurrency(chosen) ? chosen : null;
  const [first] = acceptedTags(headers.get("accept-language"));
  return currencyOfTag(first ?? languages[currentLanguage()].tag);
}

/** Remembers the currency that is chosen in the menu, and leads back to the page. */
export function chooseCurrency(secure: boolean): MiddlewareHandler {
  return async (c) => {
    const to = c.req.query("to") ?? "";
    c.header("set-cookie", await currencyCookie({ secure }).serialize(isCurrency(to) ? to : "USD"));
    return c.redirect(localPath(c.req.query("next") ?? "/", currentLanguage()));
  };
}
