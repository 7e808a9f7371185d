import { createHash } from "node:crypto";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "#shop/checkouts/tables.ts";
import { creditBalances, creditEntries } from "#shop/credit/tables.ts";
import { giftBatches, giftCodes } from "#shop/gift-codes/tables.ts";
import { orders } from "#shop/orders/tables.ts";
import { activeDecisions } from "#shop/payments/model/payment.ts";
import { paymentDecisions } from "#shop/payments/tables.ts";

type Entry = typeof creditEntries.$inferSelect;

export type CreditBooks = Awaited<ReturnType<typeof lookAtCredit>>;

/** Reads the credit of a stopped or quiet shop, and compares it with gift codes, checkouts, orders and refunds. */
export async function lookAtCredit(db: Db) {
  const entries = await db.select().from(creditEntries);
  const codes = await db.select().from(giftCodes);
  const redeemed = codes.filter(({ redeemedAt }) => redeemedAt !== null);
  const placed = await db.select().from(orders);
  const decisions = activeDecisions(await db.select().from(paymentDecisions));
  const refunds = decisions.flatMap(({ id, refund }) =>
    refund && "creditCents" in refund ? { id, cents: refund.creditCents } : [],
  );
  const waiting = placed
    .filter((order) => heldAt(entries, order.checkoutId) !== heldByRules(order))
    .map(({ id }) => id);
  const digests = new Set(redeemed.map(({ digest }) => digest));
  return {
    entries,
    /** Orders whose credit the job has still to return. */
    waiting,
    ordersWithCredit: placed.filter(({ creditCents }) => creditCents > 0).length,
    refunds: refunds.length,
    isRedeemed: (code: string) =>
      digests.has(createHash("sha256").update(code.replaceAll("-", "")).digest("hex")),
    /** What does not agree. */
    wrong: [
      ...(await wrongBalances(db, entries)),
      ...(await wrongCheckouts(db, entries)),
      ...(await wrongRedemptions(db, redeemed, entries)),
      ...refunds.filter(({ id, cents }) => sumOf(entries, `refund:${id}`) !== cents),
    ],
  };
}

const total = (entries: readonly Entry[]) => entries.reduce((sum, { cents }) => sum + cents, 0);
const sumOf = (entries: readonly Entry[], onceKey: string) =>
  total(entries.filter((entry) => entry.onceKey === onceKey));

function heldAt(entries: readonly Entry[], checkoutId: string): number {
  return 0 - total(entries.filter((entry) => entry.checkoutId === checkoutId));
}

function heldByRules(order: typeof orders.$inferSelect): number {
  return order.status === "rejected" || order.deletedAt !== null ? 0 : order.creditCents;
}

async function wrongBalances(db: Db, entries: readonly Entry[]) {
  const balances = await db.select().from(creditBalances);
  return balances.filter(
    ({ userId, cents, owedCents }) =>
      cents < 0 ||
      owedCents !== 0 ||
      cents !== total(entries.filter((entry) => entry.userId === userId)),
  );
}

async function wrongCheckouts(db: Db, entries: readonly Entry[]) {
  const all = await db.select().from(checkouts);
  return all.filter(
    ({ id, state, creditCents }) => state !== "done" && heldAt(entries, id) !== creditCents,
  );
}

async function wrongRedemptions(
  db: Db,
  redeemed: readonly (typeof giftCodes.$inferSelect)[],
  entries: readonly Entry[],
) {
  const batches = await db.select().from(giftBatches);
  const credited = entries.filter(({ kind }) => kind === "gift-code").length;
  const wrong = redeemed.filter(
    ({ id, batchId }) =>
      sumOf(entries, `gift-code:${id}`) !==
      batches.find((batch) => batch.id === batchId)?.valueCents,
  );
  return [...wrong, ...(credited === redeemed.length ? [] : [{ credited }])];
}
