import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#db/client.server.ts";
import { priceSamples } from "#db/schema/payments.server.ts";
import { parseCents } from "#lib/money.ts";
import { medianRate, type PriceSample, type PriceSourceName, type Rate } from "./rate.ts";

/** What one source says, as decimal text in US dollars, read from its own JSON. */
type Reader = (body: unknown) => string;

const decimal = z.union([z.string(), z.number()]).transform(String);

/** The shape of each public ticker, recognised by its path, so that a mirror or a proxy works too. */
const readers: { source: PriceSourceName; path: RegExp; read: Reader }[] = [
  {
    source: "kraken",
    path: /\/0\/public\/Ticker$/,
    read: (body) => {
      const { result } = z
        .object({ result: z.record(z.string(), z.object({ c: z.array(z.string()).min(1) })) })
        .parse(body);
      return Object.values(result)[0]?.c[0] ?? "";
    },
  },
  {
    source: "coinbase",
    path: /\/v2\/prices\/BTC-USD\/spot$/,
    read: (body) => z.object({ data: z.object({ amount: z.string() }) }).parse(body).data.amount,
  },
  {
    source: "bitstamp",
    path: /\/api\/v2\/ticker\/btcusd\/?$/,
    read: (body) => z.object({ last: decimal }).parse(body).last,
  },
  {
    source: "coingecko",
    path: /\/api\/v3\/simple\/price$/,
    read: (body) => z.object({ bitcoin: z.object({ usd: decimal }) }).parse(body).bitcoin.usd,
  },
  {
    source: "mempool",
    path: /\/api\/v1\/prices$/,
    read: (body) => z.object({ USD: decimal }).parse(body).USD,
  },
];

const TIMEOUT_MS = 5000;

/** The Bitcoin price, kept fresh in the background. No page ever waits for it. */
export interface PriceFeed {
  /** The rate to sell at now, or null when no source has given a usable answer lately. */
  current(now: Date): Rate | null;
  stop: () => void;
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
    log: (line: string) => void;
  },
): Promise<PriceFeed> {
  const { urls, refreshSeconds, maxAgeSeconds, log } = options;
  const stored = await db.select().from(priceSamples);
  const samples = new Map<PriceSourceName, PriceSample>(
    stored.map((sample) => [sample.source, sample]),
  );
  const failing = new Set<string>();
  let stopped = false;

  const refresh = async () => {
    const answers = await Promise.all(
      urls.map(async (url) => {
        try {
          const sample = await askSource(url);
          failing.delete(url);
          return [sample];
        } catch (error) {
          // Told once when it begins to fail, not at every try.
          if (!failing.has(url)) log(`price source ${new URL(url).host}: ${String(error)}`);
          failing.add(url);
          return [];
        }
      }),
    );
    const fresh = answers.flat();
    for (const sample of fresh) samples.set(sample.source, sample);
    if (fresh.length > 0 && !stopped) await store(db, fresh);
  };

  const loop = async () => {
    await refresh().catch((error: unknown) => log(`price feed: ${String(error)}`));
    if (!stopped) timer = setTimeout(() => void loop(), refreshSeconds * 1000).unref();
  };
  let timer: NodeJS.Timeout | undefined;
  void loop();

  return {
    current: (now) => medianRate([...samples.values()], now, maxAgeSeconds),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

async function askSource(url: string): Promise<PriceSample> {
  const reader = readerOf(url);
  if (!reader) throw new Error("not a price source this shop can read");
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const text = reader.read(await response.json());
  const rateCents = parseCents(text);
  if (rateCents === null) throw new Error(`"${text.slice(0, 40)}" is not a price`);
  return { source: reader.source, rateCents, at: new Date() };
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
