import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { receipts } from "../payments/tables.ts";
import { orders } from "../orders/tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { mayChange } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { findOrder } from "../orders/orders.server.ts";
import type { StoredReceipt } from "../payments/facts.server.ts";
import type { ReceiptMethod } from "../settings/payment-method.ts";
import type { PaymentPolicy } from "#shop/payments/model/payment.ts";
import { storeReceipt } from "../payments/receipts.server.ts";

/** A payment that an administrator found on the shop's account. */
export interface ManualReceipt {
  method: ReceiptMethod;
  /** The bank's id, unique for each payment. */
  reference: string;
  cents: number;
  /** ISO 4217 code, in capitals. */
  currency: string;
  receivedAt: Date;
  /** Payer and purpose, as the bank reports them. */
  details: string;
}

/**
 * Records a receipt for an order, or with `orderId` null without one. Returns the error `known` for a reference that
 * was recorded before. Call inside a transaction.
 */
export async function recordReceipt(
  tx: Db,
  input: {
    orderId: string | null;
    money: ManualReceipt;
    actor: Actor;
    policy: PaymentPolicy;
    now: Date;
  },
): Promise<Result<StoredReceipt, "forbidden" | "no-order" | "known">> {
  const { orderId, money, actor, policy, now } = input;
  if (!(await mayChange(tx, actor, "payments"))) return err("forbidden");
  const order = orderId === null ? null : await findOrder(tx, orderId);
  if (orderId !== null && !order) return err("no-order");
  const recorded = { ...money, recordedBy: actor.email };
  const { receipt, isNew } = await storeReceipt(tx, order?.checkoutId ?? null, recorded, {
    policy,
    now,
  });
  if (!isNew) return err("known");
  const { method, reference, cents, currency } = money;
  await recordAudit(tx, {
    actor,
    action: "payment.recorded",
    subject: order ? "order" : "payment",
    subjectId: order?.id ?? reference,
    data: { method, reference, cents, currency },
    now,
  });
  return ok(receipt);
}

/** Returns the order of the receipt with this reference; null if it has none. */
export async function orderOfReference(
  db: Db,
  method: ReceiptMethod,
  reference: string,
): Promise<string | null> {
  const [found] = await db
    .select({ orderId: orders.id })
    .from(receipts)
    .innerJoin(orders, eq(orders.checkoutId, receipts.checkoutId))
    .where(and(eq(receipts.method, method), eq(receipts.reference, reference)));
  return found?.orderId ?? null;
}
