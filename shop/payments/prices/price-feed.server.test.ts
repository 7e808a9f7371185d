import type { RequestListener } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addSeconds } from "#lib/time.ts";
import { priceSamples } from "../tables.ts";
import { sandboxPriceUrls } from "#server/sandbox.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { collectLines } from "../../../tests/log.ts";
import {
  eventually,
  type TestSandbox,
  startTestSandbox,
  startServer,
} from "../../../tests/make.ts";
import { type PriceFeed, priceSourceOf, startPriceFeed } from "./price-feed.server.ts";
import type { PriceSample } from "./rate.ts";

const MAX_AGE_SECONDS = 600;

/** Builds the response of each source for this price, as of this time. */
const tickers = {
  "/0/public/Ticker": (usd: unknown) => ({ error: [], result: { XXBTZUSD: { c: [usd, "1"] } } }),
  "/v2/prices/BTC-USD/spot": (usd: unknown) => ({
    data: { amount: usd, base: "BTC", currency: "USD" },
  }),
  "/api/v2/ticker/btcusd/": (usd: unknown, time = Date.now() / 1000) => ({
    last: usd,
    timestamp: String(Math.floor(time)),
  }),
  "/api/v3/simple/price": (usd: unknown, time = Date.now() / 1000) => ({
    bitcoin: { usd, last_updated_at: Math.floor(time) },
  }),
  "/api/v1/prices": (usd: unknown, time = Date.now() / 1000) => ({
    USD: usd,
    time: Math.floor(time),
  }),
};
type Path = keyof typeof tickers;
const kraken = "/0/public/Ticker";
const coinbase = "/v2/prices/BTC-USD/spot";
const bitstamp = "/api/v2/ticker/btcusd/";
const coingecko = "/api/v3/simple/price";
const mempool = "/api/v1/prices";

test("a source is recognised by its path, on any host", () => {
  expect(
    [...Object.keys(tickers), "/api/v2/ticker/btceur/", "/"].map((path) =>
      priceSourceOf(`https://mirror.example/some/where${path}?pair=XBTUSD`),
    ),
  ).toEqual(["kraken", "coinbase", "bitstamp", "coingecko", "mempool", null, null]);
});

describeOnBothDatabases("the price feed", (openFresh) => {
  let database: Database;
  let db: Db;
  let world: TestSandbox;
  beforeAll(async () => {
    [database, world] = await Promise.all([openFresh(), startTestSandbox()]);
    ({ db } = database);
  });
  afterAll(() => Promise.all([database.close(), world.close()]));

  const closing: (() => unknown)[] = [];
  let lines: string[] = [];
  beforeEach(async () => {
    lines = [];
    await db.delete(priceSamples);
    await world.send("PUT", "/sandbox/price", { usd: 97_412.6 });
  });
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
    await world.setFaults({ prices: null });
  });

  async function feed(urls: string[], refreshSeconds = 3600, minSources = 1): Promise<PriceFeed> {
    const started = await startPriceFeed(db, {
      urls,
      refreshSeconds,
      maxAgeSeconds: MAX_AGE_SECONDS,
      minSources,
      log: collectLines(lines),
    });
    closing.push(started.stop);
    return started;
  }
  /** Starts a host with these responses by path: text as HTML, anything else as JSON, none as 503. */
  async function host(answers: Partial<Record<Path, unknown>>): Promise<string> {
    const answer: RequestListener = (request, response) => {
      const body = answers[new URL(request.url ?? "/", "http://host").pathname as Path];
      const isText = typeof body === "string";
      response.writeHead(body === undefined ? 503 : 200, {
        "content-type": isText ? "text/html" : "application/json",
      });
      response.end(isText ? body : JSON.stringify(body));
    };
    const { url, close } = await startServer(answer);
    closing.push(close);
    return url;
  }
  const stored = () => db.select().from(priceSamples).orderBy(priceSamples.source);
  const rateOf = (prices: PriceFeed) => prices.current(new Date());

  test("reads all five sources, each in its own shape, and sells at their median", async () => {
    const prices = await feed(sandboxPriceUrls(world.url));
    const names = ["bitstamp", "coinbase", "coingecko", "kraken", "mempool"];
    await expect
      .poll(stored)
      .toMatchObject(names.map((source) => ({ source, rateCents: 9_741_260 })));
    expect(rateOf(prices)).toEqual({ rateCents: 9_741_260, sources: names, at: expect.any(Date) });
    expect(lines).toEqual([]);
  });

  test.each([
    ["Kraken's pair in euros", kraken, { error: [], result: { XXBTZEUR: { c: ["90.00", "1"] } } }],
    ["Kraken's error with status 200", kraken, { error: ["EQuery:Unknown asset pair"] }],
    ["Coinbase in euros", coinbase, { data: { amount: "90.0", base: "BTC", currency: "EUR" } }],
    [
      "Coinbase's price of Ether",
      coinbase,
      { data: { amount: "9.0", base: "ETH", currency: "USD" } },
    ],
    ["Bitstamp's pair in euros", bitstamp, { last: "90", pair: "BTC/EUR" }],
    ["mempool.space before it knows a price", mempool, { time: 0, USD: -1, EUR: -1, GBP: -1 }],
  ])("%s is not taken for dollars", async (_what, path, body) => {
    const prices = await feed([(await host({ [path]: body })) + path]);
    await eventually(() => prices.sources(new Date())[0]?.problem).not.toBe("No answer yet");
    expect(rateOf(prices)).toBeNull();
    expect(await stored()).toEqual([]);
  });

  test("a price of one source is not used where two have to agree", async () => {
    const url = await host({ [kraken]: tickers[kraken]("1000000000.00") });
    const alone = await feed([url + kraken, url + coinbase], 3600, 2);
    await eventually(stored).toHaveLength(1);
    expect(rateOf(alone)).toBeNull();
    const both = await host({
      [kraken]: tickers[kraken]("100.00"),
      [coinbase]: tickers[coinbase]("100.00"),
    });
    const two = await feed([both + kraken, both + coinbase], 3600, 2);
    await eventually(() => rateOf(two)?.rateCents).toBe(10_000);
  });

  test("follows the price", async () => {
    const prices = await feed(sandboxPriceUrls(world.url), 0.05);
    await eventually(() => rateOf(prices)?.rateCents).toBe(9_741_260);
    await world.send("PUT", "/sandbox/price", { usd: 50_000.01 });
    await eventually(() => rateOf(prices)?.rateCents).toBe(5_000_001);
    expect(rateOf(prices)?.sources).toHaveLength(5);
  });

  test("sells at the median of the others while one is down, and logs it once", async () => {
    const url = await host({
      [kraken]: tickers[kraken]("100.00"),
      [coinbase]: tickers[coinbase]("101.00"),
    });
    const prices = await feed(
      [kraken, coinbase, bitstamp].map((path) => url + path),
      0.02,
    );
    await eventually(() => rateOf(prices)).toMatchObject({
      rateCents: 10_050,
      sources: ["coinbase", "kraken"],
    });
    const [first] = await stored();
    await eventually(async () => (await stored())[0]?.at).not.toEqual(first?.at);
    expect(lines).toEqual([expect.stringContaining("status 503")]);
  });

  test("reports the price of each source, whether it counts, and why not", async () => {
    const url = await host({
      [kraken]: tickers[kraken]("100.00"),
      [coinbase]: tickers[coinbase]("101.00"),
      [bitstamp]: tickers[bitstamp]("1000.00"),
      [coingecko]: "<html>Checking your browser</html>",
    });
    const closed = await startServer(() => undefined);
    await closed.close();
    const prices = await feed([
      ...[kraken, coinbase, bitstamp, coingecko, mempool].map((path) => url + path),
      `${closed.url}${mempool}`,
    ]);
    const reported = () =>
      prices
        .sources(new Date())
        .map(({ name, rateCents, counts, problem }) => [name, rateCents, counts, problem]);
    expect(reported()[0]).toEqual(["Kraken", null, false, "No answer yet"]);
    await eventually(reported).toEqual([
      ["Kraken", 10_000, true, null],
      ["Coinbase", 10_100, true, null],
      ["Bitstamp", 100_000, false, "More than 2% off what the others say"],
      ["CoinGecko", null, false, "Last attempt failed: a response that is not JSON"],
      ["mempool.space", null, false, "Last attempt failed: status 503"],
      ["mempool.space", null, false, expect.stringMatching(/^Last attempt failed: .*ECONNREFUSED/)],
    ]);
    const [first] = prices.sources(addSeconds(new Date(), MAX_AGE_SECONDS + 60));
    expect(first).toMatchObject({ counts: false, problem: "Its last price is too old" });
  });

  test("an answer without rates is one sentence in the log and on the screen", async () => {
    const url = await host({ [kraken]: { error: [], result: {} } });
    const prices = await feed([url + kraken]);
    await eventually(() => prices.sources(new Date())[0]?.problem).toBe(
      "Last attempt failed: its answer has no rates that can be read",
    );
    expect(prices.sources(new Date())[0]?.rateCents).toBeNull();
    expect(lines).toEqual([expect.stringContaining("its answer has no rates that can be read")]);
  });

  test("a source that fails counts with its last price, and its failure is reported", async () => {
    const prices = await feed(sandboxPriceUrls(world.url), 0.05);
    await eventually(() => rateOf(prices)?.sources).toHaveLength(5);
    await world.setFaults({ prices: "500" });
    await eventually(() => prices.sources(new Date())[0]).toMatchObject({
      rateCents: 9_741_260,
      counts: true,
      problem: "Last attempt failed: status 500",
    });
  });

  test.each(["down", "429-json", "500", "cut-json", "html-200"])(
    "holds the last good price while all sources fail (%s), until it is too old",
    async (trouble) => {
      const prices = await feed(sandboxPriceUrls(world.url), 0.05);
      await eventually(() => rateOf(prices)?.sources).toHaveLength(5);
      await (trouble === "down"
        ? world.send("PUT", "/sandbox/price", { down: true })
        : world.setFaults({ prices: trouble }));
      // One line for each of the five sources: from here on no new price comes.
      await eventually(() => lines).toHaveLength(5);
      const last = rateOf(prices);
      if (!last) throw new Error("the price was lost at once");
      expect(last.rateCents).toBe(9_741_260);
      expect(prices.current(addSeconds(last.at, MAX_AGE_SECONDS))).toEqual(last);
      expect(prices.current(addSeconds(last.at, MAX_AGE_SECONDS + 60))).toBeNull();

      await world.setFaults({ prices: null });
      await world.send("PUT", "/sandbox/price", { usd: 60_000 });
      await eventually(() => rateOf(prices)?.rateCents).toBe(6_000_000);
    },
  );

  const hourAgo = Date.now() / 1000 - 3600;
  test.each<[string, Path, unknown]>([
    ["zero", coinbase, tickers[coinbase]("0.00")],
    ["zero, as a number", coingecko, tickers[coingecko](0)],
    ["a negative price", kraken, tickers[kraken]("-97412.60")],
    ["a negative number", mempool, tickers[mempool](-97_412)],
    ["NaN", bitstamp, tickers[bitstamp]("NaN")],
    ["infinity", coinbase, tickers[coinbase]("Infinity")],
    ["words", coinbase, tickers[coinbase]("soon")],
    ["nothing", mempool, tickers[mempool](null)],
    ["an exponent", coinbase, tickers[coinbase]("9.7e4")],
    ["more than there is money", coinbase, tickers[coinbase]("9999999999999999")],
    ["an error with status 200", kraken, { error: ["EGeneral:Too many requests"] }],
    ["no pair at all", kraken, { error: [], result: {} }],
    ["another source's answer", kraken, tickers[coinbase]("97412.60")],
    ["a page with status 200", coinbase, "<!doctype html><title>Just a moment...</title>"],
    ["what it was an hour ago", mempool, tickers[mempool](97_412, hourAgo)],
    ["what it was an hour ago, as text", bitstamp, tickers[bitstamp]("97412.60", hourAgo)],
    ["what it was an hour ago, within", coingecko, tickers[coingecko](97_412, hourAgo)],
  ])("%s is no price", async (_what, path, answer) => {
    const prices = await feed([`${await host({ [path]: answer })}${path}`]);
    await eventually(() => lines).toEqual([expect.stringContaining("price source 127.0.0.1")]);
    expect(rateOf(prices)).toBeNull();
    expect(await stored()).toEqual([]);
  });

  test("a price is as old as its source says it is", async () => {
    const tenMinutesAgo = Math.floor(Date.now() / 1000) - 540;
    const url = await host({ [mempool]: tickers[mempool](97_412, tenMinutesAgo) });
    const prices = await feed([url + mempool]);
    await eventually(() => rateOf(prices)).toMatchObject({
      rateCents: 9_741_200,
      at: new Date(tenMinutesAgo * 1000),
    });
  });

  test("the price of a source whose clock is ahead expires no later", async () => {
    const url = await host({ [mempool]: tickers[mempool](97_412, Date.now() / 1000 + 86_400) });
    const prices = await feed([url + mempool]);
    await eventually(() => rateOf(prices)?.rateCents).toBe(9_741_200);
    expect(prices.current(addSeconds(new Date(), MAX_AGE_SECONDS + 1))).toBeNull();
  });

  test("one source that is ten-fold off changes nothing", async () => {
    const url = await host({
      [kraken]: tickers[kraken]("100.00"),
      [coinbase]: tickers[coinbase]("100.50"),
      [mempool]: tickers[mempool](1005),
    });
    const prices = await feed([kraken, coinbase, mempool].map((path) => url + path));
    await eventually(() => rateOf(prices)).toMatchObject({
      rateCents: 10_025,
      sources: ["coinbase", "kraken"],
    });
  });

  test("a restart knows the last price at once, though no source responds", async () => {
    const before = await feed(sandboxPriceUrls(world.url));
    await eventually(stored).toHaveLength(5);
    await before.stop();
    await world.send("PUT", "/sandbox/price", { down: true });
    const after = await feed(sandboxPriceUrls(world.url));
    expect(rateOf(after)).toEqual(rateOf(before));
    expect(rateOf(after)?.rateCents).toBe(9_741_260);
  });

  test("a restart does not sell at a price of long ago", async () => {
    const sample: PriceSample = {
      source: "kraken",
      rateCents: 1_000_000,
      at: addSeconds(new Date(), -MAX_AGE_SECONDS - 1),
    };
    await db.insert(priceSamples).values(sample);
    await world.send("PUT", "/sandbox/price", { down: true });
    const prices = await feed(sandboxPriceUrls(world.url));
    await eventually(() => lines).toHaveLength(5);
    expect(rateOf(prices)).toBeNull();
  });

  test("sends no request once it is stopped", async () => {
    let requests = 0;
    const { url, close } = await startServer((_request, response) => {
      requests += 1;
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(tickers[coinbase]("100.00")));
    });
    closing.push(close);
    const first = await feed([url + coinbase], 0.01);
    await eventually(() => requests).toBeGreaterThan(1);
    await first.stop();
    // One request may still be in flight; it ends while the second feed reads its sources.
    const second = await feed(sandboxPriceUrls(world.url), 0.05);
    await eventually(() => rateOf(second)?.sources).toHaveLength(5);
    const before = requests;
    await world.send("PUT", "/sandbox/price", { usd: 1_000 });
    await eventually(() => rateOf(second)?.rateCents).toBe(100_000);
    expect(requests).toBe(before);
  });
});
