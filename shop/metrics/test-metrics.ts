import { inArray, max, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { orders } from "../orders/tables.ts";
import { saleEntries } from "../sales/tables.ts";
import { currentMetrics } from "./tables.ts";
import { customers } from "../customers/tables.ts";
import { countCustomers } from "../reports/customer-metrics.server.ts";
import { readMetricDays } from "./metrics.server.ts";
import type { Span } from "../reports/period.ts";

type Placed = readonly (typeof orders.$inferSelect)[];

/** What the database keeps is what counting all orders in the plainest way gives. */
export async function expectByCounting(db: Db, spans: readonly Span[]): Promise<void> {
  const placed = await db.select().from(orders);
  const everybody = await db.select().from(users);
  const { zone: timeZone } = await readMetricDays(db);
  expect(await keptFigures(db)).toEqual(naiveFigures(placed, timeZone));
  expect(await enteredSales(db)).toEqual(
    placed
      .flatMap((order) => {
        const kept = order.deletedAt ? null : keptOf(order);
        return kept === null ? [] : [{ orderId: order.id, sales: 1, cents: kept }];
      })
      .toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1)),
  );
  for (const span of spans)
    expect(await countCustomers(db, span)).toEqual(naivePeople(placed, timeZone, span));
  expect(await db.select().from(customers).orderBy(customers.email)).toEqual(
    naiveCustomers(placed, everybody),
  );
}

/** What the entries of each order add up to, without those that add up to nothing. */
async function enteredSales(db: Db) {
  const { checkoutId, orderId, sales, cents } = saleEntries;
  const rows = await db
    .select({
      orderId: max(orderId),
      sales: sql<number>`sum(${sales})::int`,
      cents: sql<number>`sum(${cents})::int`,
    })
    .from(saleEntries)
    .groupBy(checkoutId)
    .having(sql`(sum(${sales}), sum(${cents}), sum(${saleEntries.vatCents})) <> (0, 0, 0)`);
  return rows.toSorted((a, b) => ((a.orderId ?? "") < (b.orderId ?? "") ? -1 : 1));
}

const count = sql<number>`coalesce(sum(${currentMetrics.count}), 0)::float8`;
const cents = sql<number>`coalesce(sum(${currentMetrics.cents}), 0)::float8`;

/** `[count, cents]` by "kind day key", without what adds up to nothing. */
async function keptFigures(db: Db): Promise<Map<string, [number, number]>> {
  const { kind, day, key } = currentMetrics;
  const rows = await db
    .select({ kind, day, key, count, cents })
    .from(currentMetrics)
    .where(inArray(kind, ["status", "package", "method", "sales"]))
    .groupBy(kind, day, key)
    .having(sql`sum(count) <> 0 or sum(cents) <> 0`);
  return new Map(rows.map((row) => [`${row.kind} ${row.day} ${row.key}`, [row.count, row.cents]]));
}

/** The day in this time zone, as `2026-03-08`. */
function dayIn(moment: Date, timeZone: string): string {
  return moment.toLocaleDateString("sv-SE", { timeZone });
}

/** Bitcoin on the chain and by Lightning are counted apart. */
function countedMethod({ paymentMethod, byLightning }: Placed[number]): string {
  return paymentMethod === "bitcoin" && byLightning ? "lightning" : paymentMethod;
}

/** What was kept of an order; null if it is no sale. */
function keptOf(order: Placed[number]): number | null {
  const { status, paymentStatus, settledAt, totalCents, sentBackCents, creditedCents } = order;
  const isPaid =
    paymentStatus === "paid" ||
    paymentStatus === "overpaid" ||
    (paymentStatus === "refunded" && settledAt !== null) ||
    (paymentStatus !== "refunded" && status === "completed");
  if (!isPaid || status === "rejected" || paymentStatus === "reversed") return null;
  const kept = Math.max(0, totalCents - sentBackCents - creditedCents);
  return kept === 0 && totalCents > 0 && order.creditCents === 0 ? null : kept;
}

/** `[count, cents]` by "kind day key". */
function naiveFigures(placed: Placed, timeZone: string): Map<string, [number, number]> {
  const figures = new Map<string, [number, number]>();
  for (const order of placed) {
    if (order.deletedAt) continue;
    const day = dayIn(order.createdAt, timeZone);
    const names = [
      `status ${day} ${order.status}`,
      `package ${day} ${order.package.id}`,
      `method ${day} ${countedMethod(order)}`,
      ...(keptOf(order) !== null ? [`sales ${day} ${countedMethod(order)}`] : []),
    ];
    for (const name of names) {
      const [count, cents] = figures.get(name) ?? [0, 0];
      figures.set(name, [count + 1, cents + (keptOf(order) ?? 0)]);
    }
  }
  return figures;
}

/** How many people ordered on these days, and how many of them more than once. */
function naivePeople(placed: Placed, timeZone: string, { from, to }: Span) {
  const ordered = new Map<string, number>();
  for (const order of placed) {
    const day = dayIn(order.createdAt, timeZone);
    if (order.deletedAt || day < from || day > to) continue;
    const email = order.email.toLowerCase();
    ordered.set(email, (ordered.get(email) ?? 0) + 1);
  }
  const returning = [...ordered.values()].filter((count) => count > 1).length;
  return { total: ordered.size, new: ordered.size - returning, returning };
}

/** Everybody who ordered or registered, by email. */
function naiveCustomers(placed: Placed, everybody: readonly (typeof users.$inferSelect)[]) {
  const counted = placed.filter((order) => !order.deletedAt);
  const emails = new Set([
    ...counted.map((order) => order.email.toLowerCase()),
    ...everybody.map((user) => user.email),
  ]);
  return [...emails].toSorted().map((email) => {
    const own = counted.filter((order) => order.email.toLowerCase() === email);
    const user = everybody.find((one) => one.email === email);
    const times = own.map((order) => order.createdAt.getTime());
    return {
      email,
      userId: user?.id ?? null,
      name: user?.name ?? null,
      orders: own.length,
      spentCents: own.reduce((sum, order) => sum + (keptOf(order) ?? 0), 0),
      lastOrderAt: times.length > 0 ? new Date(Math.max(...times)) : null,
      since: new Date(Math.min(...times, ...(user ? [user.createdAt.getTime()] : []))),
    };
  });
}
