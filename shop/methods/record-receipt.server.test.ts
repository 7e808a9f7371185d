import { desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "../audit/tables.ts";
import { mails } from "../mail/tables.ts";
import { findOrder } from "../orders/orders.server.ts";
import { boss, insertBoss, insertOrder, insertUser } from "../loyalty/test-orders.ts";
import { defaultPaymentPolicy } from "#shop/payments/model/payment.ts";
import { paymentDetails } from "../payments/payment-details.server.ts";
import { acceptReceipt, attachReceipt } from "#shop/payments/review/receipt-decisions.server.ts";
import { receiptDetails } from "#shop/payments/review/receipt-details.server.ts";
import { listDecisions, listReviews } from "#shop/payments/review/review-list.server.ts";
import { undoDecision } from "#shop/payments/review/reviews.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { type ManualReceipt, orderOfReference, recordReceipt } from "./record-receipt.server.ts";
import { refundReceipt } from "./refunds.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const policy = defaultPaymentPolicy;

describeOnBothDatabases("manually recorded receipts", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    await insertUser(db, { id: "mira" });
    for (const id of ["7KQ2M9X", "OTHER22"])
      await insertOrder(db, {
        id,
        buyer: "mira",
        status: "pending",
        paymentMethod: "bank_transfer",
        bitcoinWallet: null,
      });
  });
  afterEach(() => database.close());

  const money = (values: Partial<ManualReceipt> = {}): ManualReceipt => ({
    method: "bank_transfer",
    reference: "NTRF-1",
    cents: 1499,
    currency: "USD",
    receivedAt: now,
    details: "Mira Holt",
    ...values,
  });
  const record = (orderId: string | null, values: Partial<ManualReceipt> = {}, actor = boss) =>
    db.transaction((tx) =>
      recordReceipt(tx, { orderId, money: money(values), actor, policy, now }),
    );
  const recorded = async (orderId: string | null, values: Partial<ManualReceipt> = {}) => {
    const result = await record(orderId, values);
    if (!result.ok) throw new Error(result.error);
    return result.value.id;
  };
  const deciding = async (receiptId: number) => ({
    receiptId,
    actor: boss,
    reason: "Agreed by mail",
    version: (await receiptDetails(db, receiptId))?.version ?? "",
    policy,
    now,
  });
  const order = async (id = "7KQ2M9X") => {
    const found = await findOrder(db, id);
    if (!found) throw new Error(`there is no order ${id}`);
    return found;
  };
  const undo = async () => {
    const [decision] = (await listDecisions(db, null)).rows;
    const seen = { version: 0, receivedSats: 0 };
    const why = { actor: boss, reason: "A mistake", seen, policy, now };
    return undoDecision(db, { ...why, decisionId: decision?.id ?? -1 });
  };

  test("the exact price pays the order; a recorded reference cannot be used again", async () => {
    await recorded("7KQ2M9X");
    expect(await order()).toMatchObject({ status: "processing", paymentStatus: "paid" });
    expect(await record("OTHER22")).toEqual({ ok: false, error: "known" });
    expect(await orderOfReference(db, "bank_transfer", "NTRF-1")).toBe("7KQ2M9X");
    expect(await orderOfReference(db, "paypal", "NTRF-1")).toBeNull();
    expect((await order("OTHER22")).paymentStatus).toBe("pending");
    const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id));
    expect(entry).toMatchObject({
      action: "payment.recorded",
      subjectId: "7KQ2M9X",
      data: { method: "bank_transfer", reference: "NTRF-1", cents: 1499, currency: "USD" },
    });
  });

  test("customers cannot record, and unknown orders are rejected", async () => {
    const mira = { id: "mira", email: "mira@example.com", ip: null };
    expect(await record("7KQ2M9X", {}, mira)).toEqual({ ok: false, error: "forbidden" });
    expect(await record("NOTHERE")).toEqual({ ok: false, error: "no-order" });
    expect((await paymentDetails(db, (await order()).checkoutId)).receipts).toEqual([]);
  });

  test("a wrong amount waits for review; accepting it pays the order, and undoing that makes it wait again", async () => {
    const id = await recorded("7KQ2M9X", { cents: 1400 });
    expect((await listReviews(db, null)).rows).toMatchObject([
      { key: `receipt-${id}`, reason: "underpaid", receipt: { cents: 1400, currency: "USD" } },
    ]);
    const { receipts } = await paymentDetails(db, (await order()).checkoutId);
    expect(receipts).toMatchObject([{ id, cents: 1400, inReview: true }]);
    const seen = await deciding(id);
    expect(await acceptReceipt(db, seen)).toEqual({ ok: true, value: undefined });
    expect(await acceptReceipt(db, seen)).toEqual({ ok: false, error: "stale" });
    expect(await order()).toMatchObject({ status: "processing", paymentStatus: "paid" });
    expect((await listReviews(db, null)).rows).toEqual([]);
    expect(await undo()).toEqual({ ok: true, value: undefined });
    expect((await order()).paymentStatus).toBe("review");
    expect(await undo()).toEqual({ ok: false, error: "stale" });
  });

  test("an unassigned receipt is assigned to an order; undoing that makes the order unpaid again", async () => {
    const id = await recorded(null);
    expect((await listReviews(db, null)).rows).toMatchObject([{ reason: "unclaimed" }]);
    const seen = await deciding(id);
    expect(await attachReceipt(db, { ...seen, orderId: "NOTHERE" })).toMatchObject({
      error: "no-order",
    });
    expect(await attachReceipt(db, { ...seen, orderId: "7kq2m9x" })).toMatchObject({ ok: true });
    expect((await order()).paymentStatus).toBe("paid");
    expect((await listReviews(db, null)).rows).toEqual([]);
    expect(await undo()).toMatchObject({ ok: true });
    expect((await order()).paymentStatus).toBe("pending");
    expect((await listReviews(db, null)).rows).toMatchObject([{ reason: "unclaimed" }]);
  });

  test("a manual refund is recorded, mailed to the buyer, and can be undone", async () => {
    const id = await recorded("7KQ2M9X", { cents: 2000 });
    const refund = async (cents: number, sentAs: string | null = "OUT-1") =>
      refundReceipt(db, [], { ...(await deciding(id)), cents, sentAs });
    expect(await refund(501, null)).toMatchObject({ error: "stale" });
    expect(await refund(2001)).toMatchObject({ error: "too-much" });
    expect(await refund(0)).toMatchObject({ error: "bad-amount" });
    expect((await receiptDetails(db, id))?.proposal).toEqual({ amount: 501, kept: 1499 });
    expect(await refund(502)).toMatchObject({ error: "beyond-excess" });
    expect(await refund(501)).toMatchObject({ ok: true });
    expect(await receiptDetails(db, id)).toMatchObject({
      unrefundedCents: 1499,
      refundsByProvider: false,
      decisions: [{ canBeUndone: true, receipt: { refundCents: 501, refundReference: "OUT-1" } }],
    });
    expect(await order()).toMatchObject({ status: "processing", paymentStatus: "paid" });
    const sentMails = await db.select().from(mails).where(eq(mails.to, "mira@example.com"));
    expect(sentMails.map(({ message }) => message.template)).toContain("refund");
    expect(await undo()).toMatchObject({ ok: true });
    expect(await receiptDetails(db, id)).toMatchObject({ unrefundedCents: 2000, refundedCents: 0 });
  });
});
