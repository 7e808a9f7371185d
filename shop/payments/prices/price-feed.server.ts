import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#db/client.server.ts";
import { priceSamples } from "../tables.ts";
import { readOkJson } from "#lib/http-body.ts";
import { createHttpClient } from "#lib/http-client.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { parseCents } from "#lib/money.ts";
import { OutsideError } from "#lib/outside-error.ts";
import {
  judgeSamples,
  medianRate,
  type PriceSample,
  priceSourceNames,
  type PriceSourceName,
  type Rate,
} from "./rate.ts";
import { RateGuard } from "./rate-guard.ts";

/**
 * Parses a ticker's JSON: the price as decimal text in US dollars, and its time if the ticker has one. Throws when the
 * response is of another currency or pair.
 */
type Reader = (body: unknown) => { usd: string; unixSeconds?: number | undefined };

const decimal = z.union([z.string(), z.number()]).transform(String);
const unixTime = z.coerce.number().positive().optional();

/** The supported tickers, recognised by the path of their URL, so that a mirror or a proxy works too. */
const readers: { source: PriceSourceName; path: RegExp; read: Reader }[] = [
  {
    source: "kraken",
    path: /\/0\/public\/Ticker$/,
    // https://docs.kraken.com/api/docs/rest-api/get-ticker-information: for XBTUSD and BTCUSD alike the result is named
    // XXBTZUSD. An error comes with status 200.
    read: (body) => {
      const ticker = z.object({ c: z.array(z.string()).min(1) });
      const { result } = z
        .object({ error: z.array(z.string()).length(0), result: z.object({ XXBTZUSD: ticker }) })
        .parse(body);
      return { usd: result.XXBTZUSD.c[0] ?? "" };
    },
  },
  {
    source: "coinbase",
    path: /\/v2\/prices\/BTC-USD\/spot$/,
    // https://docs.cdp.coinbase.com/coinbase-app/track-apis/prices
    read: (body) => {
      const pair = { base: z.literal("BTC"), currency: z.literal("USD") };
      const { data } = z.object({ data: z.object({ amount: z.string(), ...pair }) }).parse(body);
      return { usd: data.amount };
    },
  },
  {
    source: "bitstamp",
    path: /\/api\/v2\/ticker\/btcusd\/?$/,
    // https://www.bitstamp.net/api/#ticker: `pair` is missing in older responses.
    read: (body) => {
      const { last, timestamp } = z
        .object({ last: decimal, timestamp: unixTime, pair: z.literal("BTC/USD").optional() })
        .parse(body);
      return { usd: last, unixSeconds: timestamp };
    },
  },
  {
    source: "coingecko",
    path: /\/api\/v3\/simple\/price$/,
    read: (body) => {
      const { bitcoin } = z
        .object({ bitcoin: z.object({ usd: decimal, last_updated_at: unixTime }) })
        .parse(body);
      return { usd: bitcoin.usd, unixSeconds: bitcoin.last_updated_at };
    },
  },
  {
    source: "mempool",
    path: /\/api\/v1\/prices$/,
    read: (body) => {
      const { USD, time } = z.object({ USD: decimal, time: unixTime }).parse(body);
      return { usd: USD, unixSeconds: time };
    },
  },
];

/** Public tickers move now and then, for example to a path with a slash at its end. */
const get = createHttpClient({ timeoutMs: 5000, maxRedirects: 3 });

/** The state of a price source. */
interface PriceSourceState {
  name: string;
  /** The last usable price, in US cents for one BTC; null without one. */
  rateCents: number | null;
  at: Date | null;
  /** True when the price counts towards the rate. */
  counts: boolean;
  /** Why the price does not count, or the error of the last request, in words; null for neither. */
  problem: string | null;
}

const rejectionTexts = {
  stale: "Its last price is too old",
  "no-price": "What it gave is no price",
  outlier: "More than 2% off what the others say",
} as const;

/** The Bitcoin price, refreshed in the background, so that no page waits for it. */
export interface PriceFeed {
  /** Returns the current rate; null without a recent usable price. */
  current(now: Date): Rate | null;
  /** Returns the state of each source. */
  sources(now: Date): PriceSourceState[];
  /** Stops the feed and waits for running requests, so that the database may be closed afterwards. */
  stop: () => Promise<void>;
}

/** Returns the source that the path of a URL belongs to; null for an unsupported one. */
export function priceSourceOf(url: string): PriceSourceName | null {
  return readerOf(url)?.source ?? null;
}

/** Starts polling all sources concurrently every `refreshSeconds`. Does not wait for the first prices. */
export async function startPriceFeed(
  db: Db,
  options: {
    urls: readonly string[];
    refreshSeconds: number;
    maxAgeSeconds: number;
    /** How many sources have to agree on a rate. */
    minSources: number;
    log: Log;
  },
): Promise<PriceFeed> {
  const { urls, refreshSeconds, maxAgeSeconds, minSources, log } = options;
  const stored = await db.select().from(priceSamples);
  const samples = new Map<PriceSourceName, PriceSample>(
    stored.map((sample) => [sample.source, sample]),
  );
  const failures = new Map<string, string>();
  const guard = new RateGuard(minSources);
  const current = (now: Date) =>
    guard.check(medianRate([...samples.values()], now, maxAgeSeconds), now);
  // The first rate is compared with the one from before the restart.
  guard.record(current(new Date()), new Date());

  const refresh = async (signal: AbortSignal) => {
    const fetched = await Promise.all(
      urls.map(async (url) => {
        try {
          const sample = await fetchPrice(url, maxAgeSeconds, signal);
          failures.delete(url);
          return [sample];
        } catch (error) {
          // Logged when it starts to fail, not at every request.
          if (!signal.aborted && !failures.has(url))
            log(`price source ${new URL(url).host}`, error);
          failures.set(url, failureText(error));
          return [];
        }
      }),
    );
    const fresh = fetched.flat();
    for (const sample of fresh) samples.set(sample.source, sample);
    guard.record(current(new Date()), new Date());
    if (fresh.length > 0 && !signal.aborted) await storeSamples(db, fresh);
  };

  const loop = startLoop(refresh, {
    pauseMs: refreshSeconds * 1000,
    failed: (error) => log("price feed", error),
  });

  return {
    current,
    sources: (now) => {
      const judged = judgeSamples([...samples.values()], now, maxAgeSeconds);
      return urls.map((url) => {
        const source = priceSourceOf(url);
        const sample = judged.find((one) => one.source === source);
        const judgement = sample?.rejection ? rejectionTexts[sample.rejection] : null;
        return {
          name: source ? priceSourceNames[source] : new URL(url).host,
          rateCents: sample?.rateCents ?? null,
          at: sample?.at ?? null,
          // The price from before a failure counts until it is too old.
          counts: sample?.rejection === null,
          problem: failures.get(url) ?? (sample ? judgement : "No answer yet"),
        };
      });
    },
    stop: loop.stop,
  };
}

async function fetchPrice(
  url: string,
  maxAgeSeconds: number,
  stopping: AbortSignal,
): Promise<PriceSample> {
  const reader = readerOf(url);
  if (!reader) throw new OutsideError("not a supported price source");
  const sent = await get(url, { signal: stopping });
  const body = sent.ok ? readOkJson(sent.value) : sent;
  if (!body.ok) throw new OutsideError(body.error.detail);
  const { usd, unixSeconds } = readAnswer((answer) => reader.read(answer), body.value);
  const rateCents = parseCents(usd);
  if (rateCents === null) throw new OutsideError(`"${usd.slice(0, 40)}" is not a price`);
  const now = Date.now();
  // A stalled ticker still responds, so its own time counts, but never a time in the future.
  const at = new Date(Math.min(now, (unixSeconds ?? Infinity) * 1000));
  if (now - at.getTime() > maxAgeSeconds * 1000)
    throw new OutsideError(`its price is from ${at.toISOString()}`);
  return { source: reader.source, rateCents, at };
}

/** Reads an answer; throws OutsideError for one that is not what this source answers. */
export function readAnswer<Answer>(read: (answer: unknown) => Answer, answer: unknown): Answer {
  try {
    return read(answer);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new OutsideError("its answer has no rates that can be read");
  }
}

function failureText(error: unknown): string {
  return `Last attempt failed: ${error instanceof Error ? error.message : String(error)}`;
}

async function storeSamples(db: Db, samples: readonly PriceSample[]): Promise<void> {
  await db
    .insert(priceSamples)
    .values([...samples])
    .onConflictDoUpdate({
      target: priceSamples.source,
      set: { rateCents: sql`excluded.rate_cents`, at: sql`excluded.at` },
    });
}

function readerOf(url: string) {
  const { pathname } = new URL(url);
  return readers.find((reader) => reader.path.test(pathname));
}
