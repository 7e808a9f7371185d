/** The supported price sources. */
export const priceSourceNames = {
  kraken: "Kraken",
  coinbase: "Coinbase",
  bitstamp: "Bitstamp",
  coingecko: "CoinGecko",
  mempool: "mempool.space",
} as const;

export type PriceSourceName = keyof typeof priceSourceNames;

/** The price of one source in US cents for one BTC, and its time. */
export interface PriceSample {
  source: PriceSourceName;
  rateCents: number;
  at: Date;
}

/** The market rate: the median of the sources that agree, and the time of the oldest. */
export interface Rate {
  rateCents: number;
  sources: PriceSourceName[];
  at: Date;
}

/** A rate less the margin of the settings, which quotes use. */
export interface QuotedRate extends Rate {
  /** How far the rate is below the market rate: 150 are 1.5 %. */
  marginBasisPoints: number;
}

/** Applies the margin of the settings, in percent with at most two decimals, to the market rate. */
export function applyMargin(market: Rate, marginPercent: number): QuotedRate {
  const marginBasisPoints = Math.round(marginPercent * 100);
  const rateCents = rateWithMargin(market.rateCents, marginBasisPoints);
  return { ...market, rateCents, marginBasisPoints };
}

/** Returns a market rate less a margin, rounded up to the cent in the buyer's favour, so that it is never 0. */
export function rateWithMargin(rateCents: number, marginBasisPoints: number): number {
  const part = BigInt(10_000 - marginBasisPoints);
  return Number((BigInt(rateCents) * part + 9_999n) / 10_000n);
}

/** How far a source may be from the median before it is left out: 2 %. */
const MAX_DEVIATION = 0.02;

/** The last price of a source, and why it does not count now; null when it does. */
export interface JudgedSample extends PriceSample {
  rejection: "stale" | "no-price" | "outlier" | null;
}

/**
 * Judges the last price of each source: one that is older than `maxAgeSeconds`, invalid, or more than 2 % off the
 * median of the others does not count.
 */
export function judgeSamples(
  samples: readonly PriceSample[],
  now: Date,
  maxAgeSeconds: number,
): JudgedSample[] {
  const judged = samples.map((sample) => ({ ...sample, rejection: rejectionOf(sample) }));
  const middle = median(judged.filter(({ rejection }) => rejection === null));
  if (middle === null) return judged;
  return judged.map((sample) =>
    sample.rejection === null && Math.abs(sample.rateCents - middle) > middle * MAX_DEVIATION
      ? { ...sample, rejection: "outlier" }
      : sample,
  );

  function rejectionOf({ rateCents, at }: PriceSample): JudgedSample["rejection"] {
    if (!Number.isSafeInteger(rateCents) || rateCents <= 0) return "no-price";
    return now.getTime() - at.getTime() > maxAgeSeconds * 1000 ? "stale" : null;
  }
}

/** Returns the median of the prices that count; null when none does, so that no quote is opened at a guess. */
export function medianRate(
  samples: readonly PriceSample[],
  now: Date,
  maxAgeSeconds: number,
): Rate | null {
  const counting = judgeSamples(samples, now, maxAgeSeconds).filter(
    ({ rejection }) => rejection === null,
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
