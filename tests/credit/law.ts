import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "#shop/checkouts/tables.ts";
import { creditBalances, creditEntries } from "#shop/credit/tables.ts";
import { readHeldCredit } from "#shop/credit/checkout-credit.server.ts";
import { ledger } from "#shop/loyalty/tables.ts";
import { orders } from "#shop/orders/tables.ts";
import { activeDecisions } from "#shop/payments/model/payment.ts";
import { isSettled } from "#shop/orders/payment-status.ts";
import { paymentReviews } from "#shop/payments/review/tables.ts";
import { chainOutputs, paymentDecisions, receipts } from "#shop/payments/tables.ts";
import { creditedCents } from "./pure-shop.ts";
import { POINTS_PER_DOLLAR, type World } from "./world.ts";

const sum = (cents: Iterable<number>) => [...cents].reduce((total, each) => total + each, 0);

/**
 * Expects, in cents: money in + credit issued = orders settled + credit left + what waits. Issued is counted by what people
 * were told and by the loyalty ledger, not by the entries of credit.
 */
export async function expectLaw(world: World): Promise<void> {
  const { db, redeemed, adjusted, converted, paid } = world;
  expect(new Set(redeemed.map(({ code }) => code)).size, "a code is redeemed once").toBe(
    redeemed.length,
  );
  const rows = await db.select({ points: ledger.points, cents: ledger.cents }).from(ledger);
  const points = rows.map((row) => Math.max(0, row.points));
  const convertedPoints = (sum(converted) / 100) * POINTS_PER_DOLLAR;
  expect(convertedPoints, "each point counts once").toBeLessThanOrEqual(sum(points));
  const earned = rows.map(({ cents }) => cents);
  const issued =
    sum(redeemed.map(({ cents }) => cents)) + sum(adjusted.values()) + sum(converted) + sum(earned);
  const refunded = creditedCents(await db.select().from(paymentDecisions));
  const balances = await db.select().from(creditBalances);
  const left = sum(balances.map(({ cents, owedCents }) => cents - owedCents));
  const held = await heldCredit(db);
  const money = await placesOfMoney(db);
  expect(money.settled + money.waits + refunded, "all money is somewhere").toBe(sum(paid));
  expect(left + held.settled + held.waits, "all credit is somewhere").toBe(issued + refunded);
  expect(sum(paid) + issued).toBe(money.settled + held.settled + left + (money.waits + held.waits));
}

/** Returns the credit of orders, and of checkouts that wait for one: each holds what its row says. */
async function heldCredit(db: Db): Promise<{ settled: number; waits: number }> {
  const placed = await db.select().from(orders);
  let settled = 0;
  for (const order of placed) {
    const isEnded = order.status === "rejected" || order.deletedAt !== null;
    const cents = isEnded ? 0 : order.creditCents;
    expect((await readHeldCredit(db, order.checkoutId))?.cents ?? 0, order.status).toBe(cents);
    const parts = order.totalCents + order.couponCents + order.creditCents;
    expect(parts).toBe(order.package.priceCents);
    settled += cents;
  }
  let waits = 0;
  for (const { id, state, creditCents } of await db.select().from(checkouts)) {
    if (state === "done") continue;
    expect((await readHeldCredit(db, id))?.cents ?? 0, state).toBe(creditCents);
    waits += creditCents;
  }
  const entries = await db.select({ onceKey: creditEntries.onceKey }).from(creditEntries);
  expect(new Set(entries.map(({ onceKey }) => onceKey)).size).toBe(entries.length);
  return { settled, waits };
}

/** Returns the money of settled orders, and what waits for a decision or had one; without refunds. */
async function placesOfMoney(db: Db): Promise<{ settled: number; waits: number }> {
  const waiting = await db.select().from(paymentReviews);
  const active = activeDecisions(await db.select().from(paymentDecisions));
  const received = await db.select().from(receipts);
  const places = { settled: 0, waits: 0 };
  for (const { id: checkoutId, state } of await db.select().from(checkouts)) {
    const [order] = await db.select().from(orders).where(eq(orders.checkoutId, checkoutId));
    const outputs = await db
      .select()
      .from(chainOutputs)
      .where(eq(chainOutputs.checkoutId, checkoutId));
    const onChain = active.filter((each) => each.checkoutId === checkoutId && !each.receiptId);
    const payments = [
      {
        cents: sum(outputs.map(({ sats }) => sats / 10)) - creditedCents(onChain),
        inReview: waiting.some((each) => each.checkoutId === checkoutId),
        decisions: onChain,
      },
      ...received
        .filter((receipt) => receipt.checkoutId === checkoutId)
        .map(({ id, cents, refundedCents, creditedCents }) => ({
          cents: cents - refundedCents - creditedCents,
          inReview: waiting.some(({ receiptId }) => receiptId === id),
          decisions: active.filter(({ receiptId }) => receiptId === id),
        })),
    ];
    const isPaid = order !== undefined && isSettled(order.paymentStatus);
    const decisions = payments.flatMap((each) => each.decisions);
    // What an administrator accepted may be less, and a refund of a part is deliberate. One per cent may be missing.
    if (isPaid && decisions.length === 0)
      expect(sum(payments.map(({ cents }) => cents))).toBeGreaterThanOrEqual(
        order.totalCents * 0.99,
      );
    for (const { cents, inReview, decisions } of payments) {
      expect(cents, "no more is refunded than was paid").toBeGreaterThanOrEqual(0);
      if (cents === 0) continue;
      if (isPaid && !inReview) places.settled += cents;
      else if (inReview || decisions.length > 0) places.waits += cents;
      else throw new Error(`money of a checkout is nowhere: ${checkoutId} ${state} ${cents}`);
    }
  }
  return places;
}
