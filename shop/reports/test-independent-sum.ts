import type { Db } from "#db/client.server.ts";
import { orders } from "../orders/tables.ts";
import { chainOutputs, paymentDecisions, receipts } from "../payments/tables.ts";
import { lightningInvoices } from "../payments/lightning/tables.ts";

export interface Days {
  from: string;
  to: string;
  /** True if the last day counts only up to the time of day that it is now. */
  cut: boolean;
}

export type Rows = Awaited<ReturnType<typeof readRows>>;

/** Reads all rows that a report may count. */
export async function readRows(db: Db) {
  return {
    orders: await db.select().from(orders),
    outputs: await db.select().from(chainOutputs),
    invoices: await db.select().from(lightningInvoices),
    decisions: await db.select().from(paymentDecisions),
    receipts: await db.select().from(receipts),
  };
}

/** Adds up everything in the plainest way: a loop over all rows, whose days are those of a clock on the wall. */
export function independentSum(
  rows: Rows,
  span: Days,
  { timeZone, now }: { timeZone: string; now: Date },
) {
  const timeNow = timeIn(now, timeZone);
  const within = (at: Date | null): boolean => {
    if (!at) return false;
    const day = dayIn(at, timeZone);
    if (day < span.from || day > span.to) return false;
    return !span.cut || day < span.to || timeIn(at, timeZone) <= timeNow;
  };
  const methods = new Map<string, { orders: number; cents: number }>();
  const [days, months] = [new Map<string, number>(), new Map<string, number>()];
  const waits: number[] = [];
  let [revenue, placed] = [0, 0];
  const reductions = { couponCents: 0, creditCents: 0, refundedCents: 0 };
  for (const order of rows.orders) {
    const { createdAt, deletedAt, settledAt, completedAt, status, paymentStatus } = order;
    if (deletedAt) continue;
    if (within(completedAt) && settledAt && completedAt && completedAt >= settledAt)
      waits.push((completedAt.getTime() - settledAt.getTime()) / 60_000);
    if (!within(createdAt)) continue;
    placed += 1;
    const hasMoney =
      paymentStatus === "paid" ||
      paymentStatus === "overpaid" ||
      (settledAt && (paymentStatus === "refunded" || paymentStatus === "detected"));
    if (status === "rejected" || paymentStatus === "reversed") continue;
    if (!hasMoney && (status !== "completed" || paymentStatus === "refunded")) continue;
    const refunded = order.sentBackCents + order.creditedCents;
    const kept = order.totalCents - refunded;
    if (kept === 0 && order.totalCents > 0 && order.creditCents === 0) continue;
    revenue += kept;
    reductions.refundedCents += refunded;
    reductions.couponCents += order.couponCents;
    reductions.creditCents += order.creditCents;
    const day = dayIn(createdAt, timeZone);
    days.set(day, (days.get(day) ?? 0) + kept);
    months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + kept);
    const method = order.byLightning ? "lightning" : order.paymentMethod;
    const sum = methods.get(method) ?? { orders: 0, cents: 0 };
    methods.set(method, { orders: sum.orders + 1, cents: sum.cents + kept });
  }
  let [chainSats, lightningSats] = [0, 0];
  for (const { state, checkoutId, firstSeenAt, sats } of rows.outputs)
    if (state === "confirmed" && checkoutId && within(firstSeenAt)) chainSats += sats;
  for (const { settledAt, sats, paidMsat } of rows.invoices)
    if (within(settledAt)) lightningSats += Math.max(sats, Math.floor((paidMsat ?? 0) / 1000));
  const refunds = new Map<string, { count: number; amount: number }>();
  const addRefund = (name: string, amount: number) => {
    const sum = refunds.get(name) ?? { count: 0, amount: 0 };
    refunds.set(name, { count: sum.count + 1, amount: sum.amount + amount });
  };
  const undone = new Set(rows.decisions.map((decision) => decision.undoes));
  for (const { id, at, refund } of rows.decisions) {
    if (!refund || undone.has(id) || !within(at)) continue;
    if ("creditCents" in refund) addRefund("credit USD", refund.creditCents);
    else addRefund("bitcoin sats", refund.sats);
  }
  for (const { method, currency, refundedCents, refundedAt } of rows.receipts)
    if (refundedCents > 0 && within(refundedAt)) addRefund(`${method} ${currency}`, refundedCents);
  waits.sort((a, b) => a - b);
  return {
    sales: [revenue, placed, placed === 0 ? 0 : Math.round(revenue / placed)],
    days,
    months,
    figures: {
      methods,
      refunds,
      bitcoin: { chainSats, lightningSats },
      reductions,
      waits:
        waits.length === 0 ? null : [waits.length, quantile(waits, 0.5), quantile(waits, 0.95)],
    },
  };
}

/** Interpolates between the two values nearest to a share of a sorted list. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return rounded(low + (high - low) * (at - Math.floor(at)));
}

/** PostgreSQL divides with more digits than JavaScript has. */
export function rounded(minutes: number): number {
  return Math.round(minutes * 1000) / 1000;
}

/** The texts of a clock on the wall by time zone and moment, since each is needed often. */
const texts = new Map<string, Map<number, string>>();

/** "2026-11-27 15:40:00" on a clock on the wall. */
function onTheWall(at: Date, timeZone: string): string {
  const known = texts.get(timeZone) ?? new Map<number, string>();
  texts.set(timeZone, known);
  const text = known.get(at.getTime()) ?? at.toLocaleString("sv-SE", { timeZone });
  known.set(at.getTime(), text);
  return text;
}

/** The day on a clock on the wall. */
export function dayIn(at: Date, timeZone: string): string {
  return onTheWall(at, timeZone).slice(0, 10);
}

function timeIn(at: Date, timeZone: string): string {
  return onTheWall(at, timeZone).slice(11);
}
