import { z } from "zod";
import type { Journal } from "../journal.ts";

/** US dollars for one bitcoin, and whether the price sources are out of order. */
export type Price = { usd: number; down: boolean };

/** A line of prices.jsonl; the last one is the current state. */
export const priceRecord = z.object({ usd: z.number(), down: z.boolean() });

const DEFAULT_USD = 97412.6;

/** The price that all sources quote, stored across restarts. */
export class Ticker {
  readonly #journal: Journal<Price>;
  #price: Price;

  constructor(journal: Journal<Price>) {
    this.#journal = journal;
    this.#price = journal.past.at(-1) ?? { usd: DEFAULT_USD, down: false };
  }

  get price(): Price {
    return this.#price;
  }

  /** Changes the given values; a new price also brings the sources back by default. */
  set({ usd, down }: { usd?: number | undefined; down?: boolean | undefined }): Price {
    const price = { usd: usd ?? this.#price.usd, down: down ?? false };
    this.#journal.append(price);
    this.#price = price;
    return price;
  }
}
