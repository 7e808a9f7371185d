import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "#shop/accounts/tables.ts";
import { creditHistory, readBalance, spendCredit } from "#shop/credit/credit.server.ts";
import { mails } from "#shop/mail/tables.ts";
import { boss, insertBoss, insertUser } from "#shop/loyalty/test-orders.ts";
import { setOrderStatus } from "#shop/orders/order-changes.server.ts";
import { findOrder } from "#shop/orders/orders.server.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { placedOrder, seenOutput } from "../../../tests/make.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { recordOutputs } from "../outputs.server.ts";
import { recordTip } from "../poller/watch.server.ts";
import { receipts } from "../tables.ts";
import { refundReceiptToCredit, refundToCredit } from "./credited-refunds.server.ts";
import { receiptDetails } from "./receipt-details.server.ts";
import { reviewDetails } from "./review-details.server.ts";
import { undoDecision } from "./reviews.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

describeOnBothDatabases("refunds to credit", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    await recordTip(db, { height: 100, hash: "block-100" }, start);
    await insertBoss(db);
    await insertUser(db, { id: "mira" });
  });
  afterEach(() => database.close());

  const who = { actor: boss, reason: "Cannot deliver", policy };
  const balance = () => readBalance(db, "mira");
  const reject = (orderId: string) =>
    setOrderStatus(db, { orderId, status: "rejected", version: null, actor: boss, now: at(5) });

  /** An order of mira@example.com that was paid with 14,990 satoshis, and rejected. */
  async function rejected() {
    const made = await placedOrder(db, { now: start });
    const { address } = made;
    const outputs = [seenOutput(14_990, { height: 100, time: at(1) })];
    await recordOutputs(db, {
      address,
      outputs,
      complete: true,
      rateCents: null,
      policy,
      now: at(1),
    });
    await reject(made.orderId);
    return made;
  }
  const details = async (orderId: string) => {
    const found = await reviewDetails(db, orderId, { policy, rate: null, now: at(6) });
    if (!found) throw new Error("no payment");
    return found;
  };
  const refund = async (orderId: string, sats: number) => {
    const { subject, seen } = await details(orderId);
    return refundToCredit(db, { ...who, subject, seen, sats, now: at(6) });
  };

  test("bitcoins become credit at the rate of the order, once, with a mail; undone, it is taken back", async () => {
    const { orderId } = await rejected();
    expect((await details(orderId)).choices).toContain("credit");
    const twice = await Promise.all([refund(orderId, 14_990), refund(orderId, 14_990)]);
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await balance()).toEqual({ cents: 1499, owedCents: 0 });
    expect(await findOrder(db, orderId)).toMatchObject({ paymentStatus: "refunded" });
    expect(await creditHistory(db, "mira")).toMatchObject([
      { kind: "refund", cents: 1499, orderId },
    ]);
    const sent = await db.select({ message: mails.message }).from(mails);
    expect(sent.map(({ message }) => message)).toContainEqual(
      expect.objectContaining({ template: "refund", refund: { creditCents: 1499 } }),
    );

    await db.transaction((tx) =>
      spendCredit(tx, { userId: "mira", kind: "spent", cents: 1000, onceKey: "x", now: at(7) }),
    );
    const { decisions, seen } = await details(orderId);
    const undoing = { ...who, seen, decisionId: decisions[0]?.id ?? 0, now: at(8) };
    expect(await undoDecision(db, undoing)).toMatchObject({ ok: true });
    expect(await balance()).toEqual({ cents: 0, owedCents: 1000 });
    expect(await findOrder(db, orderId)).toMatchObject({ paymentStatus: "paid" });
  });

  test("a part is refunded; more than what is left is refused", async () => {
    const { orderId } = await rejected();
    expect(await refund(orderId, 5_000)).toMatchObject({ ok: true });
    expect(await balance()).toEqual({ cents: 500, owedCents: 0 });
    expect(await refund(orderId, 9_991)).toEqual({ ok: false, error: "too-much" });
    expect(await refund(orderId, 9)).toEqual({ ok: false, error: "bad-amount" });
  });

  test("a bank transfer becomes credit, which its undoing takes back", async () => {
    const { orderId, checkout } = await placedOrder(db, { now: start });
    const [stored] = await db
      .insert(receipts)
      .values({
        ...{ method: "bank_transfer", reference: "R1", checkoutId: checkout.id, cents: 1499 },
        ...{ currency: "USD", recordedBy: boss.email, receivedAt: at(1), recordedAt: at(1) },
      })
      .returning();
    const receiptId = stored?.id ?? 0;
    await reject(orderId);
    const { version, choices } = (await receiptDetails(db, receiptId)) ?? {};
    expect(choices).toContain("credit");
    const credited = { ...who, receiptId, version: version ?? "", cents: 1499, now: at(6) };
    expect(await refundReceiptToCredit(db, credited)).toMatchObject({ ok: true });
    expect(await refundReceiptToCredit(db, credited)).toEqual({ ok: false, error: "stale" });
    expect(await balance()).toEqual({ cents: 1499, owedCents: 0 });
    const after = await receiptDetails(db, receiptId);
    expect(after).toMatchObject({ unrefundedCents: 0, refundedCents: 0, creditedCents: 1499 });
    const decisionId = after?.decisions[0]?.id ?? 0;
    const seen = { version: -1, receivedSats: -1 };
    expect(await undoDecision(db, { ...who, seen, decisionId, now: at(7) })).toMatchObject({
      ok: true,
    });
    expect(await balance()).toEqual({ cents: 0, owedCents: 0 });
  });

  test("needs an account with the confirmed email address of the order", async () => {
    const { orderId } = await rejected();
    await db.update(users).set({ emailVerified: false }).where(eq(users.id, "mira"));
    expect((await details(orderId)).choices).not.toContain("credit");
    expect(await refund(orderId, 14_990)).toEqual({ ok: false, error: "no-account" });
  });
});
