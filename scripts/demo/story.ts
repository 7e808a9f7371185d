import { type CoinPackage, seedPackages } from "#shop/catalog/package.ts";
import { ORDER_ID_ALPHABET, ORDER_ID_LENGTH, type OrderStatus } from "#shop/orders/order.ts";
import type { PaymentMethod } from "#shop/settings/payment-method.ts";
import { QUOTE_SECONDS } from "#shop/payments/model/payment.ts";
import { satsForCents } from "#lib/money.ts";
import { Chance } from "./chance.ts";
import { type Buyer, someBuyer } from "./people.ts";

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
const SEED = 20_261_120;
/** For so long the shop has taken more than Bitcoin. */
const OTHER_WAYS_DAYS = 150;

/** How an order goes: paid in full, too much, too little, or never. */
type Course = "paid" | "overpaid" | "underpaid" | "unpaid";

/** One order of the story, from its quote to its end. */
export interface ToldOrder {
  id: string;
  buyer: Buyer;
  method: PaymentMethod;
  package: CoinPackage;
  rateCents: number;
  dueSats: number;
  course: Course;
  /** What was sent, in satoshis; 0 when nothing was. */
  sentSats: number;
  quotedAt: Date;
  placedAt: Date;
  /** When the money was seen, and when it was in a block; null when it never came, or has not yet. */
  seenAt: Date | null;
  confirmedAt: Date | null;
  status: OrderStatus;
  /** When the status became what it is. */
  statusAt: Date;
  statusReason: string | null;
}

export interface Story {
  orders: ToldOrder[];
  buyers: Buyer[];
  /** Visits by day, `YYYY-MM-DD`. */
  visits: Map<string, number>;
}

/** A year of a shop that grows, up to the moment `until`: the same for the same moment, to the last digit. */
export function tellStory(until: Date, days: number): Story {
  const chance = new Chance(SEED);
  // Of its own, so that the rest of the story is what it would be without.
  const ways = new Chance(SEED + 1);
  const buyers: Buyer[] = [];
  const emails = new Set<string>();
  const ids = new Set<string>();
  const orders: ToldOrder[] = [];
  const visits = new Map<string, number>();
  let usd = 68_000;

  for (let day = 0; day < days; day += 1) {
    const midnight = until.getTime() - (days - day) * DAY_MS;
    usd = Math.min(118_000, Math.max(52_000, usd * (1 + (chance.next() - 0.488) * 0.045)));
    for (const minute of minutesOfOrders(chance, day / days, new Date(midnight))) {
      const placedAt = new Date(midnight + minute * MINUTE_MS + chance.between(0, 59_000));
      const rateCents = Math.round(usd * 100 * (1 + (chance.next() - 0.5) * 0.01));
      const buyer = whoBuys(chance, buyers, emails, placedAt);
      const told = tellOrder({ chance, ids, buyer, placedAt, rateCents, until });
      const method = day < days - OTHER_WAYS_DAYS ? "bitcoin" : chooseMethod(ways);
      orders.push(method === "bitcoin" ? told : payOtherwise(told, method, { ways, until }));
    }
    const placed = orders.filter(({ placedAt }) => placedAt.getTime() >= midnight).length;
    const date = new Date(midnight).toISOString().slice(0, 10);
    visits.set(date, Math.round(placed * (14 + chance.next() * 12)) + chance.between(5, 40));
  }
  return { orders, buyers, visits };
}

/** When orders come on a day, in minutes after its beginning: more of them as the shop grows, and in the evening. */
function minutesOfOrders(chance: Chance, progress: number, day: Date): number[] {
  const weekend = [0, 5, 6].includes(day.getUTCDay()) ? 1.35 : 1;
  const expected = (4.5 + 12 * progress) * weekend * (0.75 + chance.next() * 0.5);
  return Array.from({ length: Math.round(expected) }, () => {
    const hour = chance.is(0.6) ? chance.between(15, 23) : chance.between(0, 22);
    return hour * 60 + chance.between(0, 59);
  }).toSorted((a, b) => a - b);
}

/** Somebody who has bought before, more often somebody of late; else somebody new. */
function whoBuys(chance: Chance, buyers: Buyer[], emails: Set<string>, at: Date): Buyer {
  if (buyers.length > 20 && chance.is(0.46)) {
    const back = Math.floor(chance.next() ** 2.2 * buyers.length);
    const known = buyers[buyers.length - 1 - back];
    if (known) {
      if (!known.registeredAt && chance.is(0.12)) known.registeredAt = at;
      return known;
    }
  }
  const buyer = someBuyer(chance, emails);
  buyers.push(buyer);
  return buyer;
}

function tellOrder(input: {
  chance: Chance;
  ids: Set<string>;
  buyer: Buyer;
  placedAt: Date;
  rateCents: number;
  until: Date;
}): ToldOrder {
  const { chance, ids, buyer, placedAt, rateCents, until } = input;
  const later = (from: Date, low: number, high: number) =>
    new Date(from.getTime() + chance.between(low * 60, high * 60) * 1000);
  const past = (at: Date) => (at.getTime() <= until.getTime() ? at : null);

  let id = "";
  do id = chance.text(ORDER_ID_LENGTH, ORDER_ID_ALPHABET);
  while (ids.has(id));
  ids.add(id);

  const { placement: _, ...chosen } = chance.weighted(
    seedPackages.map((coinPackage, i) => [coinPackage, [22, 40, 20, 14, 4][i] ?? 0] as const),
  );
  const dueSats = satsForCents(chosen.priceCents, rateCents);
  // What was too much is long sent back or left as it is; of the last days it waits for a decision.
  const isRecent = until.getTime() - placedAt.getTime() < 3 * DAY_MS;
  const course = chance.weighted<Course>([
    ["paid", 90],
    ["overpaid", isRecent ? 5 : 0],
    ["underpaid", isRecent ? 3 : 0.5],
    ["unpaid", 7],
  ]);
  const sentSats = {
    paid: dueSats,
    overpaid: Math.round(dueSats * 1.04),
    underpaid: Math.round(dueSats * 0.9),
    unpaid: 0,
  }[course];
  const quotedAt = later(placedAt, -6, -1);
  const seenAt = course === "unpaid" ? null : past(later(placedAt, -1, 12));
  const confirmedAt = seenAt && past(later(seenAt, 3, 35));
  const reachedAt = confirmedAt && past(later(confirmedAt, 8, 300));
  const order = {
    id,
    buyer,
    package: chosen,
    rateCents,
    dueSats,
    course,
    sentSats,
    quotedAt,
    placedAt,
    seenAt,
    confirmedAt,
    statusReason: null,
    method: "bitcoin" as const,
  };

  if (course === "unpaid" || course === "underpaid") {
    const endsAt = new Date(quotedAt.getTime() + QUOTE_SECONDS * 1000 + DAY_MS);
    if (course === "unpaid" && past(endsAt))
      return { ...order, status: "rejected", statusAt: endsAt, statusReason: "not paid" };
    // What was underpaid long ago somebody has decided by now.
    const decidedAt = course === "underpaid" && past(new Date(endsAt.getTime() + 3 * DAY_MS));
    if (decidedAt)
      return { ...order, status: "rejected", statusAt: decidedAt, statusReason: "sent back" };
    return { ...order, status: "pending", statusAt: placedAt };
  }
  if (reachedAt) return { ...order, status: "completed", statusAt: reachedAt };
  return confirmedAt
    ? { ...order, status: "processing", statusAt: confirmedAt }
    : { ...order, status: "pending", statusAt: placedAt };
}

function chooseMethod(ways: Chance): PaymentMethod {
  return ways.weighted<PaymentMethod>([
    ["bitcoin", 48],
    ["stripe", 30],
    ["paypal", 12],
    ["bank_transfer", 10],
  ]);
}

/** The same order paid another way: on a page within minutes and exactly, or by a transfer that takes a day or two. */
function payOtherwise(
  order: ToldOrder,
  method: PaymentMethod,
  { ways, until }: { ways: Chance; until: Date },
): ToldOrder {
  const after = (from: Date, minutes: number) => new Date(from.getTime() + minutes * MINUTE_MS);
  const past = (at: Date) => (at.getTime() <= until.getTime() ? at : null);
  const takes = method === "bank_transfer" ? ways.between(20 * 60, 50 * 60) : ways.between(1, 4);
  const { placedAt } = order;
  if (order.course === "unpaid" && method !== "bank_transfer") return { ...order, method };
  const paidAt = past(after(placedAt, takes));
  const reachedAt = paidAt && past(after(paidAt, ways.between(8, 300)));
  return {
    ...order,
    method,
    course: "paid",
    sentSats: 0,
    seenAt: paidAt,
    confirmedAt: paidAt,
    status: reachedAt ? "completed" : paidAt ? "processing" : "pending",
    statusAt: reachedAt ?? paidAt ?? placedAt,
    statusReason: null,
  };
}
