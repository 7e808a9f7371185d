import { asc, desc, eq } from "drizzle-orm";
import { boss } from "#shop/loyalty/test-orders.ts";
import { orders } from "#shop/orders/tables.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import {
  refundReceiptToCredit,
  refundToCredit,
} from "#shop/payments/review/credited-refunds.server.ts";
import { acceptReceipt } from "#shop/payments/review/receipt-decisions.server.ts";
import { receiptDetails } from "#shop/payments/review/receipt-details.server.ts";
import { reviewDetails } from "#shop/payments/review/review-details.server.ts";
import { acceptPayment, undoDecision } from "#shop/payments/review/reviews.server.ts";
import { paymentDecisions, receipts } from "#shop/payments/tables.ts";
import type { OwnerStep } from "./story.ts";
import { now, type World } from "./world.ts";

/** Decides about money that was received, twice at once: by a double click, which may count once. */
export async function decideOnMoney(world: World, step: OwnerStep): Promise<string | null> {
  if (step.act === "undo refund") return undo(world);
  const { db } = world;
  const received = await db.select().from(receipts).orderBy(asc(receipts.id));
  const placed = await db.select().from(orders).orderBy(asc(orders.createdAt), asc(orders.id));
  const all = [...received.map(({ id }) => id), ...placed.map(({ id }) => id)];
  const subject = all[step.pick % Math.max(1, all.length)];
  if (subject === undefined) return null;
  const decide = await (typeof subject === "number"
    ? aboutReceipt(world, subject, step)
    : aboutChain(world, subject, step));
  if (!decide) return null;
  const results = await Promise.all([decide(), decide()]);
  if (results.every(({ ok }) => ok)) throw new Error(`decided twice: ${step.act} ${subject}`);
  if (!results.some(({ ok }) => ok)) return null;
  return step.act === "accept" ? "payment accepted" : "refunded to credit";
}

type Decide = () => Promise<{ ok: boolean }>;

async function aboutChain(world: World, id: string, step: OwnerStep): Promise<Decide | null> {
  const { db } = world;
  const about = { policy, rate: null, now: now(world) };
  const details = await reviewDetails(db, id, about);
  if (!details) return null;
  const { subject, seen, receivedSats, refundedSats } = details;
  if (!("checkoutId" in subject)) return null;
  const deciding = { ...{ subject, seen, actor: boss, reason: "Agreed", policy }, now: now(world) };
  if (step.act === "accept") return () => acceptPayment(db, deciding);
  const cents = Math.floor(((receivedSats - refundedSats) * step.share) / 10);
  return () => refundToCredit(db, { ...deciding, sats: cents * 10, beyondExcess: true });
}

async function aboutReceipt(world: World, id: number, step: OwnerStep): Promise<Decide | null> {
  const { db } = world;
  const details = await receiptDetails(db, id);
  if (!details) return null;
  const deciding = {
    ...{ receiptId: id, actor: boss, reason: "Agreed", version: details.version, policy },
    now: now(world),
  };
  if (step.act === "accept") return () => acceptReceipt(db, deciding);
  const cents = Math.floor(details.unrefundedCents * step.share);
  return () => refundReceiptToCredit(db, { ...deciding, cents, beyondExcess: true });
}

/** Undoes the newest refund that is not undone yet, twice at once. */
async function undo(world: World): Promise<string | null> {
  const { db } = world;
  const decisions = await db.select().from(paymentDecisions).orderBy(desc(paymentDecisions.id));
  const refund = decisions.find(
    ({ id, kind }) => kind === "refund" && !decisions.some(({ undoes }) => undoes === id),
  );
  if (!refund) return null;
  const order = refund.checkoutId
    ? await db.select().from(orders).where(eq(orders.checkoutId, refund.checkoutId))
    : [];
  const details = await reviewDetails(db, order[0]?.id ?? "", {
    ...{ policy, rate: null, now: now(world) },
  });
  const seen = details?.seen ?? { version: 0, receivedSats: 0 };
  const undoing = { decisionId: refund.id, actor: boss, reason: "Mistaken", seen, policy };
  const click = () => undoDecision(db, { ...undoing, now: now(world) });
  const results = await Promise.all([click(), click()]);
  if (results.every(({ ok }) => ok)) throw new Error(`undone twice: ${refund.id}`);
  return results.some(({ ok }) => ok) ? "refund undone" : null;
}
