import { type CoinPackage, seedPackages } from "#shop/catalog/package.ts";
import { drawOrderId, type OrderStatus } from "#shop/orders/order.ts";
import type { PaymentMethod } from "#shop/settings/payment-method.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { QUOTE_SECONDS } from "#shop/payments/model/payment.ts";
import { satsForCents } from "#lib/money.ts";
import { SeededRandom } from "./random.ts";
import { type Buyer, createBuyer } from "./buyers.ts";

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
const SEED = 20_261_120;
/** The shop has accepted other methods than Bitcoin for this many days. */
const OTHER_METHODS_DAYS = 150;

/** The shop has had a Lightning node for this many days. */
const LIGHTNING_DAYS = 60;
/** The share of the orders in Bitcoin that are paid by Lightning since, where it is shown first. */
const LIGHTNING_SHARE = 0.6;

/** Whether an order is paid in full, too much, too little, or never. */
type Outcome = "paid" | "overpaid" | "underpaid" | "unpaid";

/** An order of the demo, from its quote to its last status. */
export interface DemoOrder {
  id: string;
  buyer: Buyer;
  method: PaymentMethod;
  /** Whether it is paid, or was to be paid, by Lightning. */
  byLightning: boolean;
  package: CoinPackage;
  rateCents: number;
  dueSats: number;
  outcome: Outcome;
  /** The paid amount in satoshis, or 0. */
  sentSats: number;
  quotedAt: Date;
  placedAt: Date;
  /** When the payment was first seen, and when it was confirmed; null if not yet or never. */
  seenAt: Date | null;
  confirmedAt: Date | null;
  status: OrderStatus;
  /** The time of the last status change. */
  statusAt: Date;
  statusReason: string | null;
}

export interface OrderHistory {
  orders: DemoOrder[];
  buyers: Buyer[];
  /** Visits by day, `YYYY-MM-DD`. */
  visits: Map<string, number>;
}

/** Creates the history of a growing shop until `until`; deterministic for the same date. */
export function createHistory(until: Date, days: number): OrderHistory {
  const random = new SeededRandom(SEED);
  // A separate generator, so that payment methods do not change the other random values.
  const methodRandom = new SeededRandom(SEED + 1);
  const lightningRandom = new SeededRandom(SEED + 2);
  const buyers: Buyer[] = [];
  const emails = new Set<string>();
  const ids = new Set<string>();
  const orders: DemoOrder[] = [];
  const visits = new Map<string, number>();
  let usd = 68_000;

  for (let day = 0; day < days; day += 1) {
    const midnight = until.getTime() - (days - day) * DAY_MS;
    usd = Math.min(118_000, Math.max(52_000, usd * (1 + (random.next() - 0.488) * 0.045)));
    for (const minute of minutesOfOrders(random, day / days, new Date(midnight))) {
      const placedAt = new Date(midnight + minute * MINUTE_MS + random.between(0, 59_000));
      const rateCents = Math.round(usd * 100 * (1 + (random.next() - 0.5) * 0.01));
      const buyer = chooseBuyer(random, buyers, emails, placedAt);
      const order = createOrder({ random, ids, buyer, placedAt, rateCents, until });
      const method = day < days - OTHER_METHODS_DAYS ? "bitcoin" : chooseMethod(methodRandom);
      if (method !== "bitcoin") orders.push(withMethod(order, method, { methodRandom, until }));
      else if (day < days - LIGHTNING_DAYS) orders.push(order);
      else orders.push(perhapsByLightning(order, lightningRandom, until));
    }
    const placed = orders.filter(({ placedAt }) => placedAt.getTime() >= midnight).length;
    const date = new Date(midnight).toISOString().slice(0, 10);
    visits.set(date, Math.round(placed * (14 + random.next() * 12)) + random.between(5, 40));
  }
  return { orders, buyers, visits };
}

/** Returns the times of a day's orders in minutes after midnight: more as the shop grows, and in the evening. */
function minutesOfOrders(random: SeededRandom, progress: number, day: Date): number[] {
  const weekend = [0, 5, 6].includes(day.getUTCDay()) ? 1.35 : 1;
  const expected = (4.5 + 12 * progress) * weekend * (0.75 + random.next() * 0.5);
  return Array.from({ length: Math.round(expected) }, () => {
    const hour = random.withProbability(0.6) ? random.between(15, 23) : random.between(0, 22);
    return hour * 60 + random.between(0, 59);
  }).toSorted((a, b) => a - b);
}

/** Chooses an earlier buyer, preferably a recent one, or creates a new one. */
function chooseBuyer(random: SeededRandom, buyers: Buyer[], emails: Set<string>, at: Date): Buyer {
  if (buyers.length > 20 && random.withProbability(0.46)) {
    const back = Math.floor(random.next() ** 2.2 * buyers.length);
    const known = buyers[buyers.length - 1 - back];
    if (known) {
      if (!known.registeredAt && random.withProbability(0.12)) known.registeredAt = at;
      return known;
    }
  }
  const buyer = createBuyer(random, emails);
  buyers.push(buyer);
  return buyer;
}

function createOrder(input: {
  random: SeededRandom;
  ids: Set<string>;
  buyer: Buyer;
  placedAt: Date;
  rateCents: number;
  until: Date;
}): DemoOrder {
  const { random, ids, buyer, placedAt, rateCents, until } = input;
  const randomlyAfter = (from: Date, low: number, high: number) =>
    new Date(from.getTime() + random.between(low * 60, high * 60) * 1000);
  const past = (at: Date) => (at.getTime() <= until.getTime() ? at : null);

  let id = "";
  do id = drawOrderId((length, alphabet) => random.text(length, alphabet));
  while (ids.has(id));
  ids.add(id);

  const { placement: _, ...chosen } = random.weighted(
    seedPackages.map((coinPackage, i) => [coinPackage, [22, 40, 20, 14, 4][i] ?? 0] as const),
  );
  const dueSats = satsForCents(chosen.priceCents, rateCents);
  // Overpayments are recent, so that they are in the review; earlier ones have been decided.
  const isRecent = until.getTime() - placedAt.getTime() < 3 * DAY_MS;
  const outcome = random.weighted<Outcome>([
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
  }[outcome];
  const quotedAt = randomlyAfter(placedAt, -6, -1);
  const seenAt = outcome === "unpaid" ? null : past(randomlyAfter(placedAt, -1, 12));
  const confirmedAt = seenAt && past(randomlyAfter(seenAt, 3, 35));
  const reachedAt = confirmedAt && past(randomlyAfter(confirmedAt, 8, 300));
  const order = {
    id,
    buyer,
    package: chosen,
    rateCents,
    dueSats,
    outcome,
    sentSats,
    quotedAt,
    placedAt,
    seenAt,
    confirmedAt,
    statusReason: null,
    method: "bitcoin" as const,
    byLightning: false,
  };

  if (outcome === "unpaid" || outcome === "underpaid") {
    const endsAt = new Date(quotedAt.getTime() + QUOTE_SECONDS * 1000 + DAY_MS);
    if (outcome === "unpaid" && past(endsAt))
      return { ...order, status: "rejected", statusAt: endsAt, statusReason: "not paid" };
    // Earlier underpayments have been refunded.
    const decidedAt = outcome === "underpaid" && past(new Date(endsAt.getTime() + 3 * DAY_MS));
    if (decidedAt)
      return { ...order, status: "rejected", statusAt: decidedAt, statusReason: "sent back" };
    return { ...order, status: "pending", statusAt: placedAt };
  }
  if (reachedAt) return { ...order, status: "completed", statusAt: reachedAt };
  return confirmedAt
    ? { ...order, status: "processing", statusAt: confirmedAt }
    : { ...order, status: "pending", statusAt: placedAt };
}

function chooseMethod(methodRandom: SeededRandom): PaymentMethod {
  return methodRandom.weighted<PaymentMethod>([
    ["bitcoin", 48],
    ["stripe", 30],
    ["paypal", 12],
    ["bank_transfer", 10],
  ]);
}

/**
 * Lets an order be paid by Lightning, exactly and within minutes. Expensive ones stay on the chain, and so do those
 * whose quote still runs, since no node has an invoice for it.
 */
function perhapsByLightning(order: DemoOrder, random: SeededRandom, until: Date): DemoOrder {
  const isChosen = random.withProbability(LIGHTNING_SHARE);
  const paidAt = new Date(order.placedAt.getTime() + random.between(5, 170) * 1000);
  const reachedAt = new Date(paidAt.getTime() + random.between(8, 300) * MINUTE_MS);
  const ended = order.quotedAt.getTime() + QUOTE_SECONDS * 1000 < until.getTime();
  const isCheap = order.package.priceCents < defaultSettings.lightningBelowCents;
  if (!isChosen || !isCheap || !ended) return order;
  if (order.outcome === "unpaid") return { ...order, byLightning: true };
  if (order.outcome !== "paid") return order;
  const isReached = reachedAt <= until;
  return {
    ...order,
    byLightning: true,
    seenAt: paidAt,
    confirmedAt: paidAt,
    status: isReached ? "completed" : "processing",
    statusAt: isReached ? reachedAt : paidAt,
  };
}

/** Changes the payment method: exact payment within minutes on a hosted page, or a bank transfer within two days. */
function withMethod(
  order: DemoOrder,
  method: PaymentMethod,
  { methodRandom, until }: { methodRandom: SeededRandom; until: Date },
): DemoOrder {
  const after = (from: Date, minutes: number) => new Date(from.getTime() + minutes * MINUTE_MS);
  const past = (at: Date) => (at.getTime() <= until.getTime() ? at : null);
  const minutes =
    method === "bank_transfer"
      ? methodRandom.between(20 * 60, 50 * 60)
      : methodRandom.between(1, 4);
  const { placedAt } = order;
  if (order.outcome === "unpaid" && method !== "bank_transfer") return { ...order, method };
  const paidAt = past(after(placedAt, minutes));
  const reachedAt = paidAt && past(after(paidAt, methodRandom.between(8, 300)));
  return {
    ...order,
    method,
    outcome: "paid",
    sentSats: 0,
    seenAt: paidAt,
    confirmedAt: paidAt,
    status: reachedAt ? "completed" : paidAt ? "processing" : "pending",
    statusAt: reachedAt ?? paidAt ?? placedAt,
    statusReason: null,
  };
}
