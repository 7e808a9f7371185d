import { readOkJson } from "#lib/http-body.ts";
import { createHttpClient } from "#lib/http-client.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { parseCents } from "#lib/money.ts";
import { OutsideError } from "#lib/outside-error.ts";
import { currencies, type Currency, type ShownCurrency } from "#messages/currencies.ts";
import { currencySources } from "./currency-sources.ts";
import { priceSourceOf, readAnswer } from "./price-feed.server.ts";
import { RateGuard } from "./rate-guard.ts";
import { medianRate, type PriceSample, type PriceSourceName } from "./rate.ts";

/** What US dollars are worth in other currencies, refreshed in the background. Only shown: dollars are charged. */
export interface CurrencyFeed {
  /** Returns a currency with its rate; null without a recent usable one. */
  shown(currency: Currency, now: Date): ShownCurrency | null;
  /** Stops the feed and waits for running requests. */
  stop: () => Promise<void>;
}

const quoted = ["USD", ...currencies] as const;
type Quoted = (typeof quoted)[number];

const get = createHttpClient({ timeoutMs: 5000, maxRedirects: 3 });

/**
 * Starts polling what the price sources quote Bitcoin at in each currency every `refreshSeconds`. A rate is the quotient of
 * the medians in that currency and in dollars, which are judged and guarded as the price is.
 */
export function startCurrencyFeed(options: {
  /** The addresses of the price in US dollars. */
  urls: readonly string[];
  refreshSeconds: number;
  maxAgeSeconds: number;
  /** How many sources have to agree on a rate. */
  minSources: number;
  log: Log;
}): CurrencyFeed {
  const { urls, refreshSeconds, maxAgeSeconds, minSources, log } = options;
  const quotes = new Map(
    quoted.map((code) => [
      code as string,
      { samples: new Map<PriceSourceName, PriceSample>(), guard: new RateGuard(minSources) },
    ]),
  );
  const failing = new Set<string>();

  const rateIn = (code: Quoted, now: Date) => {
    const quote = quotes.get(code);
    if (!quote) return null;
    return quote.guard.check(medianRate([...quote.samples.values()], now, maxAgeSeconds), now);
  };

  const refresh = async (signal: AbortSignal) => {
    await Promise.all(
      urls.map(async (url) => {
        try {
          for (const { code, ...sample } of await fetchPrices(url, signal))
            quotes.get(code)?.samples.set(sample.source, sample);
          failing.delete(url);
        } catch (error) {
          if (!signal.aborted && !failing.has(url)) log(`currencies ${new URL(url).host}`, error);
          failing.add(url);
        }
      }),
    );
    const now = new Date();
    for (const code of quoted) quotes.get(code)?.guard.record(rateIn(code, now), now);
  };

  const loop = startLoop(refresh, {
    pauseMs: refreshSeconds * 1000,
    failed: (error) => log("currency feed", error),
  });

  return {
    shown: (currency, now) => {
      const [price, usd] = [rateIn(currency, now), rateIn("USD", now)];
      if (!price || !usd) return null;
      return { currency, perDollar: Number((price.rateCents / usd.rateCents).toPrecision(6)) };
    },
    stop: loop.stop,
  };
}

/** Returns the prices of one source; none of one that quotes dollars only. Throws when its response cannot be read. */
async function fetchPrices(
  url: string,
  stopping: AbortSignal,
): Promise<(PriceSample & { code: string })[]> {
  const source = priceSourceOf(url);
  const reader = source && currencySources[source];
  if (!reader) return [];
  const sent = await get(reader.address(new URL(url)).href, { signal: stopping });
  const body = sent.ok ? readOkJson(sent.value) : sent;
  if (!body.ok) throw new OutsideError(body.error.detail);
  const { prices, unixSeconds } = readAnswer((answer) => reader.read(answer), body.value);
  // A stalled ticker still responds, so its own time counts, but never a time in the future.
  const at = new Date(Math.min(Date.now(), (unixSeconds ?? Infinity) * 1000));
  return Object.entries(prices).flatMap(([code, text]) => {
    const rateCents = parseCents(text);
    return rateCents === null ? [] : [{ code, source, rateCents, at }];
  });
}
