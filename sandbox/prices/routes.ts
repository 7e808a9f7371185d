import { Hono } from "hono";
import type { Ticker } from "./ticker.ts";

/**
 * The public tickers of five price sources, each in its own shape and all at the same price: to
 * use one, put `/prices/<source>` where its scheme and host would be. All answer 503 when down.
 */
export function priceRoutes(ticker: Ticker): Hono {
  const app = new Hono({ strict: false });
  const now = () => Math.floor(Date.now() / 1000);
  const usd = () => ticker.price.usd;

  app.use(async (c, next) => {
    if (ticker.price.down) return c.text("Service Unavailable", 503);
    return next();
  });

  // https://docs.kraken.com/api/docs/rest-api/get-ticker-information
  app.get("/kraken/0/public/Ticker", (c) => {
    if (!["XBTUSD", "BTCUSD", "XXBTZUSD"].includes(c.req.query("pair") ?? "")) {
      return c.json({ error: ["EQuery:Unknown asset pair"] });
    }
    const price = usd().toFixed(5);
    const today = [price, price];
    const XXBTZUSD = {
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
    return c.json({ error: [], result: { XXBTZUSD } });
  });

  // https://docs.cdp.coinbase.com/coinbase-app/track-apis/prices
  app.get("/coinbase/v2/prices/BTC-USD/spot", (c) =>
    c.json({ data: { amount: usd().toFixed(2), base: "BTC", currency: "USD" } }),
  );

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
        ...(wants("vs_currencies", "usd") && { usd: usd() }),
        ...(wants("include_last_updated_at", "true") && { last_updated_at: now() }),
      },
    });
  });

  // https://mempool.space/docs/api/rest#get-price
  app.get("/mempool/api/v1/prices", (c) => {
    // Only the dollar price is stored; the others stand in fixed proportion to it.
    const at = (rate: number) => Math.round(usd() * rate);
    return c.json({
      time: now(),
      USD: usd(),
      EUR: at(0.86),
      GBP: at(0.76),
      CAD: at(1.4),
      CHF: at(0.8),
      AUD: at(1.54),
      JPY: at(155),
    });
  });
  return app;
}
