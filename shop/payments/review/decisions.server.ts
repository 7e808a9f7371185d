import { and, eq } from "drizzle-orm";
import { type Db, notify } from "#db/client.server.ts";
import { orders } from "#shop/orders/tables.ts";
import { chainOutputs, paymentDecisions } from "../tables.ts";
import { type Result, ok, refuse } from "#lib/result.ts";
import { isAdministrator } from "#shop/accounts/admins.server.ts";
import type { Actor, AuditAction } from "#shop/audit/audit.ts";
import { recordAudit } from "#shop/audit/audit.server.ts";
import { lockCheckout } from "#shop/orders/lock-checkout.server.ts";
import {
  addEvent,
  CHANGES_CHANNEL,
  changedAt,
  orderOfCheckout,
  type StoredOrder,
} from "#shop/orders/orders.server.ts";
import {
  decisionsOfOutput,
  loadFacts,
  type StoredDecision,
  type StoredFacts,
  type StoredOutput,
} from "../facts.server.ts";
import { type DecisionKind, isLive, type PaymentPolicy } from "../model/payment.ts";
import { reassess } from "../payments.server.ts";
import { updateUnclaimedReview } from "./review-queue.server.ts";
import type { ChainSubject } from "./review.ts";

/**
 * Why a decision is refused: by somebody who is no administrator, about money that is not there, or that has
 * changed, or that somebody decided about since it was looked at.
 */
export type DecisionError = "forbidden" | "not-found" | "stale";

/** What every decision comes with. */
export interface DecisionInput {
  subject: ChainSubject;
  actor: Actor;
  /** Why, in the administrator's words. */
  reason: string;
  /** What was looked at: its version, and how much was there. */
  seen: { version: number; receivedSats: number };
  policy: PaymentPolicy;
  now: Date;
}

/** The money to decide about, locked until the transaction ends. */
export interface Found {
  /** Null for an output that no checkout claims; there are then no facts but its decisions. */
  checkoutId: string | null;
  facts: StoredFacts | null;
  decisions: readonly StoredDecision[];
  order: StoredOrder | null;
  receivedSats: number;
}

/** What goes up with every change: the order's version; without an order, how often it was decided about. */
export function paymentVersion(found: Pick<Found, "order" | "decisions">): number {
  return found.order?.version ?? found.decisions.length;
}

/** What the audit log calls each decision. */
export const decisionActions: Record<DecisionKind, AuditAction> = {
  accept: "payment.accepted",
  ask: "payment.asked",
  refund: "payment.refunded",
  attach: "payment.attached",
  undo: "payment.undone",
};

/** The money as it is now, if this administrator has seen it so. */
export async function lockForDecision(
  tx: Db,
  { subject, actor, seen }: DecisionInput,
): Promise<Result<Found, DecisionError>> {
  if (!(await isAdministrator(tx, actor))) return refuse("forbidden");
  const found =
    "checkoutId" in subject
      ? await lockMoneyOf(tx, subject.checkoutId)
      : await lockUnclaimed(tx, subject);
  if (!found) return refuse("not-found");
  const same = found.receivedSats === seen.receivedSats && paymentVersion(found) === seen.version;
  return same ? ok(found) : refuse("stale");
}

/** Writes a decision down, with its entry in the audit log; what follows from it is for `applyDecision`. */
export async function storeDecision(
  tx: Db,
  found: Found,
  deciding: DecisionInput,
  decision: Omit<
    typeof paymentDecisions.$inferInsert,
    "id" | "reason" | "receivedSats" | "byEmail" | "at"
  > & {
    /** What the audit log is told beside the reason and the amounts. */
    data?: Record<string, unknown>;
  },
): Promise<StoredDecision> {
  const { actor, reason, now, subject } = deciding;
  const { data, ...values } = decision;
  const [stored] = await tx
    .insert(paymentDecisions)
    .values({
      ...subject,
      ...values,
      reason,
      receivedSats: found.receivedSats,
      byEmail: actor.email,
      at: now,
    })
    .returning();
  if (!stored) throw new Error("the decision was not stored");
  await recordAudit(tx, {
    actor,
    action: decisionActions[decision.kind],
    subject: found.order ? "order" : "payment",
    subjectId: found.order?.id ?? ("txid" in subject ? subject.txid : subject.checkoutId),
    data: { reason, receivedSats: found.receivedSats, ...decision.refund, ...data },
    now,
  });
  return stored;
}

/** Draws the conclusions from a decision: the order's history and version, its payment, the list of what waits. */
export async function applyDecision(
  tx: Db,
  found: Found,
  { actor, policy, now, subject }: DecisionInput,
  kind: DecisionKind,
): Promise<void> {
  if (found.order) {
    await addEvent(tx, found.order.id, "decision", { kind, by: actor.email }, now);
    // Whoever looks at the order as it was before may not decide any more.
    await tx.update(orders).set(changedAt(now)).where(eq(orders.id, found.order.id));
  }
  if (found.checkoutId !== null) await reassess(tx, found.checkoutId, policy, now);
  if ("txid" in subject) await updateUnclaimedReview(tx, subject, now);
  await notify(tx, CHANGES_CHANNEL, "reviews");
}

async function lockMoneyOf(tx: Db, checkoutId: string): Promise<Found | null> {
  if (!(await lockCheckout(tx, checkoutId))) return null;
  const facts = await loadFacts(tx, checkoutId);
  const order = await orderOfCheckout(tx, checkoutId, { lock: true });
  const live = facts.outputs.filter(isLive);
  const receivedSats = live.reduce((total, { sats }) => total + sats, 0);
  return { checkoutId, facts, decisions: facts.decisions, order, receivedSats };
}

async function lockUnclaimed(
  tx: Db,
  { txid, vout }: { txid: string; vout: number },
): Promise<Found | null> {
  const output = await lockOutput(tx, { txid, vout });
  if (!output || output.checkoutId !== null) return null;
  return {
    checkoutId: null,
    facts: null,
    decisions: await decisionsOfOutput(tx, { txid, vout }),
    order: null,
    receivedSats: isLive(output) ? output.sats : 0,
  };
}

/** An output that nobody else changes until the transaction ends; null for none. */
export async function lockOutput(
  tx: Db,
  { txid, vout }: { txid: string; vout: number },
): Promise<StoredOutput | null> {
  const [output] = await tx
    .select()
    .from(chainOutputs)
    .where(and(eq(chainOutputs.txid, txid), eq(chainOutputs.vout, vout)))
    .for("no key update");
  return output ?? null;
}
