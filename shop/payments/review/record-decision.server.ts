import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import type { AuditAction } from "#shop/audit/audit-actions.ts";
import { recordAudit } from "#shop/audit/audit.server.ts";
import { addEvent, changedAt, type StoredOrder } from "#shop/orders/orders.server.ts";
import { orders } from "#shop/orders/tables.ts";
import type { StoredDecision } from "../facts.server.ts";
import type { DecisionKind } from "../model/payment.ts";
import { paymentDecisions } from "../tables.ts";

/** Expected errors of a decision: the actor is no administrator, no such payment, or changed since it was viewed. */
export type DecisionError = "forbidden" | "not-found" | "stale";

/** Who decides what about which payment; `values` are the columns that depend on the kind of payment. */
interface Recorded {
  actor: Actor;
  /** The reason, in the administrator's words. */
  reason: string;
  /** The order of the payment; null without one. */
  order: StoredOrder | null;
  /** Identifies a payment without an order in the audit log. */
  paymentId: string;
  values: Omit<typeof paymentDecisions.$inferInsert, "id" | "reason" | "byEmail" | "at">;
  /** Further data of the audit entry. */
  auditData: Record<string, unknown>;
  /** Further data of the entry in the order's history. */
  eventData?: Record<string, unknown>;
  now: Date;
}

const auditActions: Record<DecisionKind, AuditAction> = {
  accept: "payment.accepted",
  ask: "payment.asked",
  refund: "payment.refunded",
  attach: "payment.attached",
  undo: "payment.undone",
};

/** Stores a decision with its audit entry, and its entry in the history of its order; raises the order's version. */
export async function recordDecision(
  tx: Db,
  { actor, reason, order, paymentId, values, auditData, eventData, now }: Recorded,
): Promise<StoredDecision> {
  const { kind } = values;
  const [stored] = await tx
    .insert(paymentDecisions)
    .values({ ...values, reason, byEmail: actor.email, at: now })
    .returning();
  if (!stored) throw new Error("the decision was not stored");
  await recordAudit(tx, {
    actor,
    action: auditActions[kind],
    subject: order ? "order" : "payment",
    subjectId: order?.id ?? paymentId,
    data: { reason, ...auditData },
    now,
  });
  if (order) {
    await addEvent(tx, order.id, "decision", { kind, by: actor.email, ...eventData }, now);
    // Makes decisions based on an older view stale.
    await tx.update(orders).set(changedAt(now)).where(eq(orders.id, order.id));
  }
  return stored;
}
