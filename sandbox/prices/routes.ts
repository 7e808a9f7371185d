import { Hono } from "hono";
import type { Ticker } from "./ticker.ts";

/** What a dollar is worth in other currencies: only the price in dollars is stored, the others stand in proportion to it. */
const perDollar: Record<string, number> = {
  USD: 1,
  EUR: 0.86,
  GBP: 0.76,
  CHF: 0.8,
  CAD: 1.4,
  AUD: 1.54,
  JPY: 155,
  BRL: 5.4,
  MXN: 18.5,
  TRY: 42.3,
  IDR: 16_600,
  SAR: 3.75,
  AED: 3.6725,
};

/** Kraken's names of the pairs of Bitcoin, by those that requests use. */
const krakenPairs: Record<string, string> = {
  XBTUSD: "XXBTZUSD",
  BTCUSD: "XXBTZUSD",
  XXBTZUSD: "XXBTZUSD",
  XBTEUR: "XXBTZEUR",
  XBTGBP: "XXBTZGBP",
  XBTCAD: "XXBTZCAD",
  XBTCHF: "XBTCHF",
  XBTAUD: "XBTAUD",
};

/**
 * The public tickers of five price sources, each in its own shape and all at the same price: to
 * use one, put `/prices/<source>` where its scheme and host would be. All answer 503 when down.
 */
export function priceRoutes(ticker: Ticker): Hono {
  const app = new Hono({ strict: false });
  const now = () => Math.floor(Date.now() / 1000);
  const usd = () => ticker.price.usd;
  const priceIn = (code: string) => usd() * (perDollar[code] ?? NaN);

  app.use(async (c, next) => {
    if (ticker.price.down) return c.text("Service Unavailable", 503);
    return next();
  });

  // https://docs.kraken.com/api/docs/rest-api/get-ticker-information
  app.get("/kraken/0/public/Ticker", (c) => {
    const pairs = (c.req.query("pair") ?? "").split(",").map((pair) => krakenPairs[pair]);
    if (pairs.includes(undefined)) return c.json({ error: ["EQuery:Unknown asset pair"] });
    const tickers = pairs.map((pair = "") => [pair, krakenTicker(priceIn(pair.slice(-3)))]);
    return c.json({ error: [], result: Object.fromEntries(tickers) });
  });

  // https://docs.cdp.coinbase.com/coinbase-app/track-apis/prices
  app.get("/coinbase/v2/prices/BTC-USD/spot", (c) =>
    c.json({ data: { amount: usd().toFixed(2), base: "BTC", currency: "USD" } }),
  );

  // https://docs.cdp.coinbase.com/coinbase-app/track-apis/exchange-rates
  app.get("/coinbase/v2/exchange-rates", (c) => {
    const rates = Object.keys(perDollar).map((code) => [code, String(priceIn(code))]);
    return c.json({
      data: { currency: c.req.query("currency") ?? "USD", rates: Object.fromEntries(rates) },
    });
  });

  // https://www.bitstamp.net/api/#ticker (the path ends in a slash)
  app.get("/bitstamp/api/v2/ticker/btcusd", (c) => {
    const price = usd().toFixed(2);
    return c.json({
      timestamp: String(now()),
      open: price,
      high: price,
      low: price,
      last: price,
      volume: "1471.30948163",
      vwap: price,
      bid: price,
      ask: price,
      side: "0",
      open_24: price,
      percent_change_24: "0.00",
    });
  });

  // https://docs.coingecko.com/reference/simple-price
  app.get("/coingecko/api/v3/simple/price", (c) => {
    const wants = (name: string, value: string) =>
      (c.req.query(name) ?? "").split(",").includes(value);
    if (!wants("ids", "bitcoin")) return c.json({});
    return c.json({
      bitcoin: {
        ...Object.fromEntries(
          Object.keys(perDollar)
            .filter((code) => wants("vs_currencies", code.toLowerCase()))
            .map((code) => [code.toLowerCase(), priceIn(code)]),
        ),
        ...(wants("include_last_updated_at", "true") && { last_updated_at: now() }),
      },
    });
  });

  // https://mempool.space/docs/api/rest#get-price
  app.get("/mempool/api/v1/prices", (c) => {
    const quoted = ["USD", "EUR", "GBP", "CAD", "CHF", "AUD", "JPY"];
    const prices = quoted.map((code) => [code, code === "USD" ? usd() : Math.round(priceIn(code))]);
    return c.json({ time: now(), ...Object.fromEntries(prices) });
  });
  return app;
}

function krakenTicker(priceNow: number) {
  const price = priceNow.toFixed(5);
  const today = [price, price];
  return {
    a: [price, "1", "1.000"],
    b: [price, "1", "1.000"],
    c: [price, "0.001"],
    v: ["1052.49172315", "2210.08140297"],
    p: today,
    t: [31215, 60482],
    l: today,
    h: today,
    o: price,
  };
}
