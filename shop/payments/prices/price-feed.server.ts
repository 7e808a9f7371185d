import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#db/client.server.ts";
import { priceSamples } from "../tables.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { parseCents } from "#lib/money.ts";
import {
  judgeSamples,
  medianRate,
  type PriceSample,
  priceSourceNames,
  type PriceSourceName,
  type Rate,
} from "./rate.ts";

/** What one source says, as decimal text in US dollars, and since when if it says so; read from its own JSON. */
type Reader = (body: unknown) => { usd: string; unixSeconds?: number | undefined };

const decimal = z.union([z.string(), z.number()]).transform(String);
const unixTime = z.coerce.number().positive().optional();

/** The shape of each public ticker, recognised by its path, so that a mirror or a proxy works too. */
const readers: { source: PriceSourceName; path: RegExp; read: Reader }[] = [
  {
    source: "kraken",
    path: /\/0\/public\/Ticker$/,
    read: (body) => {
      const { result } = z
        .object({ result: z.record(z.string(), z.object({ c: z.array(z.string()).min(1) })) })
        .parse(body);
      return { usd: Object.values(result)[0]?.c[0] ?? "" };
    },
  },
  {
    source: "coinbase",
    path: /\/v2\/prices\/BTC-USD\/spot$/,
    read: (body) => {
      const { data } = z.object({ data: z.object({ amount: z.string() }) }).parse(body);
      return { usd: data.amount };
    },
  },
  {
    source: "bitstamp",
    path: /\/api\/v2\/ticker\/btcusd\/?$/,
    read: (body) => {
      const { last, timestamp } = z.object({ last: decimal, timestamp: unixTime }).parse(body);
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

const TIMEOUT_MS = 5000;

/** How a price source is doing. */
interface PriceSourceState {
  name: string;
  /** Its last usable answer, in US cents for one BTC; null when there was none. */
  rateCents: number | null;
  at: Date | null;
  counts: boolean;
  /** Why it does not count, or what went wrong at the last try, in words. */
  problem: string | null;
}

const rejectionTexts = {
  stale: "Its last price is too old",
  "no-price": "What it gave is no price",
  outlier: "More than 2% off what the others say",
} as const;

/** The Bitcoin price, kept fresh in the background. No page ever waits for it. */
export interface PriceFeed {
  /** The rate to sell at now, or null when no source has given a usable answer lately. */
  current(now: Date): Rate | null;
  /** Each source that is asked: what it gave last, and whether that counts. */
  sources(now: Date): PriceSourceState[];
  /** Ends with nothing under way: the database may be closed afterwards. */
  stop: () => Promise<void>;
}

/** Which source a URL is, by the shape of its path; null for one whose answer nobody here can read. */
export function priceSourceOf(url: string): PriceSourceName | null {
  return readerOf(url)?.source ?? null;
}

/** Starts asking the sources, all of them at once, every `refreshSeconds`. Returns at once. */
export async function startPriceFeed(
  db: Db,
  options: {
    urls: readonly string[];
    refreshSeconds: number;
    maxAgeSeconds: number;
    log: Log;
  },
): Promise<PriceFeed> {
  const { urls, refreshSeconds, maxAgeSeconds, log } = options;
  const stored = await db.select().from(priceSamples);
  const samples = new Map<PriceSourceName, PriceSample>(
    stored.map((sample) => [sample.source, sample]),
  );
  const failures = new Map<string, string>();

  const refresh = async (signal: AbortSignal) => {
    const answers = await Promise.all(
      urls.map(async (url) => {
        try {
          const sample = await askSource(url, maxAgeSeconds, signal);
          failures.delete(url);
          return [sample];
        } catch (error) {
          // Told once when it begins to fail, not at every try.
          if (!signal.aborted && !failures.has(url))
            log(`price source ${new URL(url).host}`, error);
          failures.set(url, failureText(error));
          return [];
        }
      }),
    );
    const fresh = answers.flat();
    for (const sample of fresh) samples.set(sample.source, sample);
    if (fresh.length > 0 && !signal.aborted) await store(db, fresh);
  };

  const loop = startLoop(refresh, {
    pauseMs: refreshSeconds * 1000,
    failed: (error) => log("price feed", error),
  });

  return {
    current: (now) => medianRate([...samples.values()], now, maxAgeSeconds),
    sources: (now) => {
      const judged = judgeSamples([...samples.values()], now, maxAgeSeconds);
      return urls.map((url) => {
        const source = priceSourceOf(url);
        const sample = judged.find((one) => one.source === source);
        const judgement = sample?.refusal ? rejectionTexts[sample.refusal] : null;
        return {
          name: source ? priceSourceNames[source] : new URL(url).host,
          rateCents: sample?.rateCents ?? null,
          at: sample?.at ?? null,
          // What a source gave before it failed counts until it is too old.
          counts: sample?.refusal === null,
          problem: failures.get(url) ?? (sample ? judgement : "No answer yet"),
        };
      });
    },
    stop: loop.stop,
  };
}

async function askSource(
  url: string,
  maxAgeSeconds: number,
  stopping: AbortSignal,
): Promise<PriceSample> {
  const reader = readerOf(url);
  if (!reader) throw new Error("not a price source this shop can read");
  const response = await fetch(url, {
    signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { usd, unixSeconds } = reader.read(await response.json());
  const rateCents = parseCents(usd);
  if (rateCents === null) throw new Error(`"${usd.slice(0, 40)}" is not a price`);
  const now = Date.now();
  // A ticker that stands still keeps answering; one whose clock is ahead is not believed.
  const at = new Date(Math.min(now, (unixSeconds ?? Infinity) * 1000));
  if (now - at.getTime() > maxAgeSeconds * 1000)
    throw new Error(`its price is from ${at.toISOString()}`);
  return { source: reader.source, rateCents, at };
}

function failureText(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return "Its answer could not be read";
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `No answer within ${TIMEOUT_MS / 1000} s`;
  // `fetch` says only that it failed; why is in the cause.
  const { cause } = error;
  if (cause instanceof Error) return `Last try failed: ${cause.message}`;
  return `Last try failed: ${error.message}`;
}

async function store(db: Db, samples: readonly PriceSample[]): Promise<void> {
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
