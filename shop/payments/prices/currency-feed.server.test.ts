import { afterEach, expect, test } from "vitest";
import { sandboxPriceUrls } from "#server/sandbox.ts";
import { collectLines } from "../../../tests/log.ts";
import { startServer, startTestSandbox } from "../../../tests/make.ts";
import { type CurrencyFeed, startCurrencyFeed } from "./currency-feed.server.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function open(urls: string[], { lines = [] as string[], minSources = 2 } = {}): CurrencyFeed {
  const feed = startCurrencyFeed({
    urls,
    refreshSeconds: 3600,
    maxAgeSeconds: 600,
    minSources,
    log: collectLines(lines),
  });
  closing.push(feed.stop);
  return feed;
}

/** Starts a host with these responses by path, and returns the addresses of its prices in dollars. */
async function host(answers: Record<string, unknown>): Promise<string[]> {
  const { url, close } = await startServer((request, response) => {
    const body = answers[new URL(request.url ?? "/", "http://host").pathname];
    response.writeHead(body === undefined ? 503 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  closing.push(close);
  return [
    `${url}/0/public/Ticker?pair=XBTUSD`,
    `${url}/v2/prices/BTC-USD/spot`,
    `${url}/api/v2/ticker/btcusd/`,
    `${url}/api/v3/simple/price?ids=bitcoin&vs_currencies=usd&include_last_updated_at=true`,
    `${url}/api/v1/prices`,
  ];
}

const kraken = (prices: Record<string, string>) => ({
  error: [],
  result: Object.fromEntries(Object.entries(prices).map(([pair, c]) => [pair, { c: [c, "1"] }])),
});
const coinbase = (rates: Record<string, string>) => ({ data: { currency: "BTC", rates } });
const euros = (feed: CurrencyFeed) => feed.shown("EUR", new Date());

test("every currency is quoted by two sources of the sandbox, each in its own shape", async () => {
  const world = await startTestSandbox();
  closing.push(world.close);
  const lines: string[] = [];
  const feed = open(sandboxPriceUrls(world.url), { lines });
  await expect.poll(() => euros(feed)).toEqual({ currency: "EUR", perDollar: 0.86 });
  await expect
    .poll(() => feed.shown("IDR", new Date()))
    .toEqual({ currency: "IDR", perDollar: 16_600 });
  expect(feed.shown("SAR", new Date())?.perDollar).toBeCloseTo(3.75, 4);
  expect(lines).toEqual([]);
});

test("a dollar is worth the quotient of the medians; a source that is far off does not count", async () => {
  const feed = open(
    await host({
      "/0/public/Ticker": kraken({ XXBTZUSD: "100000.0", XXBTZEUR: "90000.0", XBTCHF: "80000.0" }),
      "/v2/exchange-rates": coinbase({ USD: "100000", EUR: "90100", CHF: "80000", BTC: "1.0" }),
      "/api/v3/simple/price": { bitcoin: { usd: 100_000, eur: 90_200, chf: 95_000 } },
      "/api/v1/prices": { time: Math.floor(Date.now() / 1000), USD: 100_000, EUR: -1 },
    }),
  );
  await expect.poll(() => euros(feed)).toEqual({ currency: "EUR", perDollar: 0.901 });
  await expect
    .poll(() => feed.shown("CHF", new Date()))
    .toEqual({ currency: "CHF", perDollar: 0.8 });
});

test("a currency that one source quotes, or an old price, is not shown", async () => {
  const old = Math.floor(Date.now() / 1000) - 3600;
  const feed = open(
    await host({
      "/0/public/Ticker": kraken({ XXBTZUSD: "100000.0", XXBTZGBP: "75000.0" }),
      "/v2/exchange-rates": coinbase({ USD: "100000", GBP: "75000", EUR: "90000" }),
      "/api/v3/simple/price": { bitcoin: { usd: 100_000, eur: 90_000, last_updated_at: old } },
    }),
  );
  await expect.poll(() => feed.shown("GBP", new Date())?.perDollar).toBe(0.75);
  expect(euros(feed)).toBeNull();
  expect(feed.shown("GBP", new Date(Date.now() + 601_000))).toBeNull();
});

test("responses that cannot be read are logged once each, and the others count", async () => {
  const lines: string[] = [];
  const feed = open(
    await host({
      "/0/public/Ticker": { error: ["EQuery:Unknown asset pair"] },
      "/v2/exchange-rates": { data: { currency: "ETH", rates: { USD: "3000", EUR: "2700" } } },
      "/api/v3/simple/price": { bitcoin: { usd: 100_000, eur: 90_000 } },
      "/api/v1/prices": { USD: 100_000, EUR: 90_000 },
    }),
    { lines },
  );
  await expect.poll(() => euros(feed)?.perDollar).toBe(0.9);
  expect(lines).toHaveLength(2);
});
