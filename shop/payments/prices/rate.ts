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

/** What a source gave last, and why it does not count at the moment; null when it does. */
export interface JudgedSample extends PriceSample {
  refusal: "stale" | "no-price" | "outlier" | null;
}

/**
 * Judges the last answers of the sources: those older than `maxAgeSeconds`, those that are no price, and those
 * more than 2 % off the median of the others do not count.
 */
export function judgeSamples(
  samples: readonly PriceSample[],
  now: Date,
  maxAgeSeconds: number,
): JudgedSample[] {
  const judged = samples.map((sample) => ({ ...sample, refusal: refusalOf(sample) }));
  const middle = median(judged.filter(({ refusal }) => refusal === null));
  if (middle === null) return judged;
  return judged.map((sample) =>
    sample.refusal === null && Math.abs(sample.rateCents - middle) > middle * MAX_DEVIATION
      ? { ...sample, refusal: "outlier" }
      : sample,
  );

  function refusalOf({ rateCents, at }: PriceSample): JudgedSample["refusal"] {
    if (!Number.isSafeInteger(rateCents) || rateCents <= 0) return "no-price";
    return now.getTime() - at.getTime() > maxAgeSeconds * 1000 ? "stale" : null;
  }
}

/** The median of the answers that count; null when none does: the shop then sells nothing rather than at a guess. */
export function medianRate(
  samples: readonly PriceSample[],
  now: Date,
  maxAgeSeconds: number,
): Rate | null {
  const counting = judgeSamples(samples, now, maxAgeSeconds).filter(
    ({ refusal }) => refusal === null,
  );
  const rateCents = median(counting);
  if (rateCents === null) return null;
  return {
    rateCents,
    sources: counting.map((sample) => sample.source).toSorted(),
    at: new Date(Math.min(...counting.map((sample) => sample.at.getTime()))),
  };
}

function median(samples: readonly PriceSample[]): number | null {
  const rates = samples.map((sample) => sample.rateCents).toSorted((a, b) => a - b);
  const upper = rates[Math.floor(rates.length / 2)];
  const lower = rates[Math.floor((rates.length - 1) / 2)];
  if (upper === undefined || lower === undefined) return null;
  return Math.round((upper + lower) / 2);
}
