import { z } from "zod";
import { currencies } from "#messages/currencies.ts";
import type { PriceSourceName } from "./rate.ts";

/** How a price source tells the price of Bitcoin in several currencies at once. */
interface CurrencySource {
  /** Returns where it does, by the address of its price in US dollars. */
  address(usd: URL): URL;
  /** Returns the prices of one BTC as decimal text by currency, and their time if there is one. */
  read(body: unknown): { prices: Record<string, string>; unixSeconds?: number | undefined };
}

const decimal = z.union([z.string(), z.number()]).transform(String);
const unixTime = z.coerce.number().positive();

/** The pairs of Bitcoin that Kraken trades, of these currencies. One that it does not know would refuse all. */
const krakenPairs = ["USD", "EUR", "GBP", "CHF", "CAD", "AUD"].map((code) => `XBT${code}`);

/** Bitstamp quotes each pair at an address of its own, and only euros and pounds of these. */
export const currencySources: Partial<Record<PriceSourceName, CurrencySource>> = {
  kraken: {
    address: (usd) => withQuery(usd, { pair: krakenPairs.join(",") }),
    // https://docs.kraken.com/api/docs/rest-api/get-ticker-information: older pairs are named XXBTZEUR, newer ones XBTCHF.
    read: (body) => {
      const ticker = z.object({ c: z.array(z.string()).min(1) });
      const { result } = z
        .object({ error: z.array(z.string()).length(0), result: z.record(z.string(), ticker) })
        .parse(body);
      const prices = Object.entries(result).map(([pair, { c }]): [string, string] => [
        /^X?XBTZ?([A-Z]{3})$/.exec(pair)?.[1] ?? pair,
        c[0] ?? "",
      ]);
      return { prices: Object.fromEntries(prices) };
    },
  },
  coinbase: {
    address: (usd) => {
      const address = withQuery(usd, { currency: "BTC" });
      address.pathname = usd.pathname.replace(/prices\/BTC-USD\/spot$/, "exchange-rates");
      return address;
    },
    // https://docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates
    read: (body) => {
      const rates = z.record(z.string(), z.string());
      const { data } = z
        .object({ data: z.object({ currency: z.literal("BTC"), rates }) })
        .parse(body);
      return { prices: data.rates };
    },
  },
  coingecko: {
    address: (usd) =>
      withQuery(usd, { vs_currencies: ["USD", ...currencies].join(",").toLowerCase() }),
    // https://docs.coingecko.com/reference/simple-price
    read: (body) => {
      const { bitcoin } = z.object({ bitcoin: z.record(z.string(), decimal) }).parse(body);
      const { last_updated_at: time, ...quoted } = bitcoin;
      const prices = Object.entries(quoted).map(([code, price]) => [code.toUpperCase(), price]);
      return {
        prices: Object.fromEntries(prices) as Record<string, string>,
        unixSeconds: unixTime.optional().parse(time),
      };
    },
  },
  mempool: {
    address: (usd) => usd,
    // https://mempool.space/docs/api/rest#get-price: a price that it does not know is -1.
    read: (body) => {
      const { time, ...prices } = z.record(z.string(), decimal).parse(body);
      return { prices, unixSeconds: unixTime.optional().parse(time) };
    },
  },
};

function withQuery(url: URL, query: Record<string, string>): URL {
  const copy = new URL(url);
  for (const [name, value] of Object.entries(query)) copy.searchParams.set(name, value);
  return copy;
}
