import type { PaymentStatus } from "#shop/payments/model/payment.ts";

/** What a payment can become that the owner is told of at once. */
export const newsworthy = [
  "paid",
  "overpaid",
  "review",
  "reversed",
] as const satisfies readonly PaymentStatus[];

/** Something that happened to an order, for whoever has the back office open. */
export interface News {
  /** Grows: the newest has the greatest. */
  id: number;
  orderId: string;
  what: "placed" | (typeof newsworthy)[number];
  coins: number;
  totalCents: number;
}

/**
 * Up to where the news was told. Events draw their ids before they are committed, so that one with a lower id may
 * appear after one with a higher: the ids that were missing then are told of when they come.
 */
export interface NewsPlace {
  last: number;
  /** Of the ids shortly before it, those that nothing was to be seen of: still to come, or taken back. */
  missing: number[];
}

/** What happened since a place, and the place from which to ask next. */
export interface NewsSince {
  /** Oldest first; not more than 20 of them. */
  news: News[];
  /** How many things happened, also where they are not all in `news`. */
  count: number;
  place: NewsPlace;
}

/** A place as an address has it. */
export function textOfPlace({ last, missing }: NewsPlace): string {
  return [last, ...missing].join(",");
}

/** The place that an address has; null for what is none. */
export function placeOf(text: string): NewsPlace | null {
  if (!/^\d{1,15}(,\d{1,15}){0,200}$/.test(text)) return null;
  const [last = 0, ...missing] = text.split(",").map(Number);
  return { last, missing };
}
