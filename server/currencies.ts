import type { MiddlewareHandler } from "hono";
import { createCookie } from "react-router";
import { safeNext } from "#app/session.server.ts";
import { currentLanguage, shownIn } from "#messages/current.server.ts";
import { type Currency, currencyOfTag, isCurrency } from "#messages/currencies.ts";
import { acceptedTags, languages, pathIn, splitPath } from "#messages/languages.ts";
import { DAY_MS, SECOND_MS } from "#lib/time.ts";
import type { CurrencyFeed } from "#shop/payments/prices/currency-feed.server.ts";
import type { Handler } from "./listen.ts";

/** The currency that the buyer has chosen in the menu: "USD" for dollars alone. */
const chosenCurrency = createCookie("satchel_currency", {
  path: "/",
  sameSite: "lax",
  httpOnly: true,
  maxAge: (365 * DAY_MS) / SECOND_MS,
});

/** Wraps `handle`: amounts are also shown in the currency that the buyer chose, or else that of the browser's region. */
export function inCurrencyOfBuyer(
  handle: Handler,
  currencies: Pick<CurrencyFeed, "shown">,
): Handler {
  return async (request, bindings) => {
    // The back office is in dollars.
    if (/^\/admin(?:\/|$)/.test(new URL(request.url).pathname)) return handle(request, bindings);
    const currency = await wantedCurrency(request.headers);
    const shown = currency && currencies.shown(currency, new Date());
    return shownIn(shown, () => handle(request, bindings));
  };
}

/** Returns the currency to show amounts in beside dollars; null for none. */
async function wantedCurrency(headers: Headers): Promise<Currency | null> {
  const chosen: unknown = await chosenCurrency.parse(headers.get("cookie"));
  if (typeof chosen === "string") return isCurrency(chosen) ? chosen : null;
  const [first] = acceptedTags(headers.get("accept-language"));
  return currencyOfTag(first ?? languages[currentLanguage()].tag);
}

/** Remembers the currency that is chosen in the menu, and leads back to the page. */
export const chooseCurrency: MiddlewareHandler = async (c) => {
  const to = c.req.query("to") ?? "";
  const next = new URL(safeNext(c.req.query("next")), "http://shop");
  c.header("set-cookie", await chosenCurrency.serialize(isCurrency(to) ? to : "USD"));
  return c.redirect(`${pathIn(currentLanguage(), splitPath(next.pathname).path)}${next.search}`);
};
