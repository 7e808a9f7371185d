import { and, eq } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { chainOutputs, type paymentDecisions } from "../tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { mayChange } from "#shop/accounts/admins.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { lockCheckout } from "#shop/checkouts/lock-checkout.server.ts";
import { orderOfCheckout, type StoredOrder } from "#shop/orders/orders.server.ts";
import {
  decisionsOfOutput,
  loadFacts,
  type StoredDecision,
  type StoredFacts,
  type StoredOutput,
} from "../facts.server.ts";
import { isLive, paidInvoices, type PaymentPolicy } from "../model/payment.ts";
import { reassess } from "../payments.server.ts";
import { type DecisionError, recordDecision } from "./record-decision.server.ts";
import { updateUnclaimedReview } from "./review-queue.server.ts";
import type { ChainSubject } from "./review.ts";

/** Input of every decision. */
export interface DecisionInput {
  subject: ChainSubject;
  actor: Actor;
  /** The reason, in the administrator's words. */
  reason: string;
  /** What the administrator saw: the version and the received amount. */
  seen: { version: number; receivedSats: number };
  policy: PaymentPolicy;
  now: Date;
}

/** The payment under review, locked until the transaction ends. */
export interface Found {
  /** Null for an unclaimed output; `facts` is then null too. */
  checkoutId: string | null;
  facts: StoredFacts | null;
  decisions: readonly StoredDecision[];
  order: StoredOrder | null;
  receivedSats: number;
}

/** Returns a version that rises with every change: the order's, or the number of decisions without an order. */
export function paymentVersion(found: Pick<Found, "order" | "decisions">): number {
  return found.order?.version ?? found.decisions.length;
}

/** Locks the payment and checks that the administrator saw its current state. */
export async function lockForDecision(
  tx: Db,
  { subject, actor, seen }: DecisionInput,
): Promise<Result<Found, DecisionError>> {
  if (!(await mayChange(tx, actor, "payments"))) return err("forbidden");
  const found =
    "checkoutId" in subject
      ? await lockPayment(tx, subject.checkoutId)
      : await lockUnclaimed(tx, subject);
  if (!found) return err("not-found");
  const isCurrent =
    found.receivedSats === seen.receivedSats && paymentVersion(found) === seen.version;
  return isCurrent ? ok(found) : err("stale");
}

/** Stores a decision; `reassessDecided` stores what follows from it. */
export function storeDecision(
  tx: Db,
  found: Found,
  { actor, reason, now, subject }: DecisionInput,
  decision: Pick<typeof paymentDecisions.$inferInsert, "kind" | "undoes" | "refund"> &
    Partial<Pick<typeof paymentDecisions.$inferInsert, "checkoutId" | "txid" | "vout">> & {
      /** Further data for the audit entry. */
      data?: Record<string, unknown>;
    },
): Promise<StoredDecision> {
  const { data, ...values } = decision;
  const { order, receivedSats } = found;
  return recordDecision(tx, {
    actor,
    reason,
    order,
    paymentId: "txid" in subject ? subject.txid : subject.checkoutId,
    values: { ...subject, ...values, receivedSats },
    auditData: { receivedSats, ...decision.refund, ...data },
    now,
  });
}

/** Applies a stored decision to its payment and the review queue. */
export async function reassessDecided(
  tx: Db,
  found: Found,
  { policy, now, subject }: DecisionInput,
): Promise<void> {
  if (found.checkoutId !== null) await reassess(tx, found.checkoutId, policy, now);
  if ("txid" in subject) await updateUnclaimedReview(tx, subject, now);
  await notify(tx, CHANGES_CHANNEL, "reviews");
}

async function lockPayment(tx: Db, checkoutId: string): Promise<Found | null> {
  if (!(await lockCheckout(tx, checkoutId))) return null;
  const facts = await loadFacts(tx, checkoutId);
  const order = await orderOfCheckout(tx, checkoutId, { lock: true });
  const received = [...facts.outputs.filter(isLive), ...paidInvoices(facts.invoices)];
  const receivedSats = received.reduce((total, { sats }) => total + sats, 0);
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

/** Locks an output until the transaction ends; null if there is none. */
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
