/** Where a Bitcoin price can come from. */
export const priceSourceNames = {
  kraken: "Kraken",
  coinbase: "Coinbase",
  bitstamp: "Bitstamp",
  coingecko: "CoinGecko",
  mempool: "mempool.space",
} as const;

export type PriceSourceName = keyof typeof priceSourceNames;

/** One source's answer: US cents for one BTC, and when it gave it. */
export interface PriceSample {
  source: PriceSourceName;
  rateCents: number;
  at: Date;
}

/** The rate the shop sells at: the median of the sources that agree, and the oldest of their answers. */
export interface Rate {
  rateCents: number;
  sources: PriceSourceName[];
  at: Date;
}

/** How far a source may be from the median before it is left out: 2 %. */
const MAX_DEVIATION = 0.02;

/**
 * The median of the answers younger than `maxAgeSeconds`, after leaving out those more than 2 % off
 * the median of all. Null when none is left: the shop then sells nothing rather than at a guess.
 */
export function medianRate(
  samples: readonly PriceSample[],
  now: Date,
  maxAgeSeconds: number,
): Rate | null {
  const fresh = samples.filter(
    (sample) =>
      Number.isSafeInteger(sample.rateCents) &&
      sample.rateCents > 0 &&
      now.getTime() - sample.at.getTime() <= maxAgeSeconds * 1000,
  );
  const first = median(fresh);
  if (first === null) return null;
  const agreeing = fresh.filter(
    (sample) => Math.abs(sample.rateCents - first) <= first * MAX_DEVIATION,
  );
  const rateCents = median(agreeing);
  if (rateCents === null) return null;
  return {
    rateCents,
    sources: agreeing.map((sample) => sample.source).toSorted(),
    at: new Date(Math.min(...agreeing.map((sample) => sample.at.getTime()))),
  };
}

function median(samples: readonly PriceSample[]): number | null {
  const rates = samples.map((sample) => sample.rateCents).toSorted((a, b) => a - b);
  const upper = rates[Math.floor(rates.length / 2)];
  const lower = rates[Math.floor((rates.length - 1) / 2)];
  if (upper === undefined || lower === undefined) return null;
  return Math.round((upper + lower) / 2);
}
