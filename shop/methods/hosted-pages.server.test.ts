import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { hostedPages } from "./tables.ts";
import { receipts } from "../payments/tables.ts";
import { paymentReviews } from "../payments/review/tables.ts";
import { mails } from "../mail/tables.ts";
import { orders } from "../orders/tables.ts";
import { chooseMethod } from "../checkout/steps.server.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { boss, insertBoss, insertUser } from "../loyalty/test-orders.ts";
import { setOrderStatus } from "../orders/order-changes.server.ts";
import { findOrder } from "../orders/orders.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { receiptDetails } from "#shop/payments/review/receipt-details.server.ts";
import { undoDecision } from "#shop/payments/review/reviews.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment } from "../../tests/make.ts";
import { testServices, useService } from "../../tests/providers.ts";
import { refreshPage, claimDuePages, openPage, openPagesOf } from "./hosted-pages.server.ts";
import type { Offer } from "./methods.ts";
import { refundReceipt } from "./refunds.server.ts";
import { rejectUnpaidOrders } from "./unpaid.server.ts";

// The stand-ins live by the real clock.
const start = new Date();
const after = (hours: number) => new Date(start.getTime() + hours * 60 * 60_000);

describe.each(testServices)("pages of %s", (method) => {
  const service = useService(method);

  describeOnBothDatabases("and their money", (openFresh) => {
    let database: Database;
    let db: Db;
    beforeEach(async () => {
      database = await openFresh();
      ({ db } = database);
      await insertBoss(db);
      await insertUser(db, { id: "mira" });
    });
    afterEach(() => database.close());

    const offers: readonly Offer[] = [
      { method, how: "page" },
      { method: "bitcoin", how: "chain" },
    ];
    async function place() {
      const { checkout, visitorHash } = await checkoutAtPayment(db, { now: start });
      await chooseMethod(db, checkout.id, method, start);
      const placed = await confirmOrder(db, {
        visitorHash,
        checkoutId: checkout.id,
        offers,
        policy,
        now: start,
      });
      if (!placed.ok) throw new Error(placed.error);
      return placed.value;
    }
    const open = (orderId: string, now = start) =>
      openPage(db, {
        provider: service().provider,
        orderId,
        appUrl: "http://127.0.0.1:3000",
        shopName: "Satchel",
        policy,
        now,
      });
    const pageOf = async (checkoutId: string) => {
      const [page] = await db
        .select()
        .from(hostedPages)
        .where(eq(hostedPages.checkoutId, checkoutId));
      if (!page) throw new Error("no page");
      return page;
    };
    const askAbout = (reference: string, now = after(0.01)) =>
      refreshPage(db, service().provider, reference, { policy, now });
    async function opened() {
      const order = await place();
      const page = await open(order.id);
      if (!page.ok) throw new Error("no page to pay on");
      const { reference } = await pageOf(order.checkoutId);
      return { order, reference, url: page.value };
    }
    async function paid() {
      const known = await opened();
      await service().do(known.reference, { act: "pay" });
      expect(await askAbout(known.reference)).toEqual({ ok: true, value: "paid" });
      return known;
    }
    const reject = (now: Date, methods = [method]) => rejectUnpaidOrders(db, { methods, now });
    const orderOf = async ({ id }: { id: string }) => {
      const found = await findOrder(db, id);
      if (!found) throw new Error("the order is gone");
      return found;
    };
    const theReceipt = async () => {
      const [receipt] = await db.select().from(receipts);
      if (!receipt) throw new Error("no receipt");
      const details = await receiptDetails(db, receipt.id);
      if (!details) throw new Error("no details");
      return details;
    };
    const templates = async () =>
      (await db.select().from(mails)).map(({ message }) => message.template).toSorted();

    test("an order has one open page, also for repeated and concurrent requests", async () => {
      const { order, url } = await opened();
      expect(await open(order.id)).toEqual({ ok: true, value: url });
      const other = await place();
      const both = await Promise.all([open(other.id), open(other.id), open(other.id)]);
      expect(new Set(both.map((page) => page.ok && page.value)).size).toBe(1);
      expect(await db.$count(hostedPages)).toBe(2);
    });

    test("a paid page settles the order once, sends one mail, and is no longer payable", async () => {
      const { order, reference } = await paid();
      expect(await orderOf(order)).toMatchObject({
        status: "processing",
        paymentStatus: "paid",
        paymentMethod: method,
      });
      await Promise.all([askAbout(reference), askAbout(reference), askAbout(reference)]);
      expect(await db.$count(receipts)).toBe(1);
      expect(await templates()).toEqual([
        "admin-order",
        "admin-payment",
        "order-payment",
        "order-placed",
      ]);
      expect(await open(order.id)).toEqual({ ok: false, error: "not-payable" });
      expect(await db.$count(paymentReviews)).toBe(0);
    });

    test("a wrong amount and a wrong currency wait for review", async () => {
      const short = await opened();
      await service().do(short.reference, { act: "pay", cents: 1000 });
      await askAbout(short.reference);
      expect(await orderOf(short.order)).toMatchObject({
        status: "pending",
        paymentStatus: "review",
      });
      const foreign = await opened();
      await service().do(foreign.reference, { act: "pay", currency: "EUR" });
      await askAbout(foreign.reference);
      const reasons = (await db.select().from(paymentReviews)).map(({ reason }) => reason);
      expect(reasons.toSorted()).toEqual(["currency", "underpaid"]);
    });

    test("while a payment is processing no other page opens, however long it takes", async () => {
      const { order, reference } = await opened();
      await service().do(reference, { act: "pay", later: true });
      expect(await askAbout(reference)).toEqual({ ok: true, value: "processing" });
      expect(await open(order.id, after(0.02))).toEqual({ ok: false, error: "not-payable" });
      expect(await open(order.id, after(100))).toEqual({ ok: false, error: "not-payable" });
      const pendingReason = method === "paypal" ? "ECHECK" : null;
      expect(await openPagesOf(db, order.checkoutId, after(100))).toMatchObject([
        { reference, pendingReason },
      ]);
      await service().do(reference, { act: "settle" });
      await askAbout(reference);
      expect(await pageOf(order.checkoutId)).toMatchObject({ pendingReason: null });
    });

    test("a refund is sent by the provider, once for two clicks, and cannot be undone", async () => {
      const { order } = await paid();
      const receipt = await theReceipt();
      const refund = {
        receiptId: receipt.id,
        actor: boss,
        reason: "Cannot deliver",
        version: receipt.version,
        policy,
        now: after(0.02),
        cents: 499,
        sentAs: null,
      };
      const providers = [service().provider];
      const results = await Promise.all([
        refundReceipt(db, providers, refund),
        refundReceipt(db, providers, refund),
      ]);
      expect(results).toContainEqual({ ok: true, value: undefined });
      expect(await theReceipt()).toMatchObject({ refundedCents: 499, unrefundedCents: 1000 });
      expect((await templates()).filter((name) => name === "refund")).toHaveLength(1);
      expect(await orderOf(order)).toMatchObject({ paymentStatus: "refunded" });

      const { version, decisions } = await theReceipt();
      expect(await refundReceipt(db, providers, { ...refund, version, cents: 1001 })).toEqual({
        ok: false,
        error: "too-much",
      });
      expect(await refundReceipt(db, providers, refund)).toEqual({ ok: false, error: "stale" });
      expect(
        await undoDecision(db, {
          decisionId: decisions[0]?.id ?? 0,
          actor: boss,
          reason: "No",
          seen: { version: 0, receivedSats: 0 },
          policy,
          now: after(0.03),
        }),
      ).toEqual({ ok: false, error: "sent" });
      const rest = await refundReceipt(db, providers, { ...refund, version, cents: 1000 });
      expect(rest).toEqual({ ok: true, value: undefined });
      expect(await theReceipt()).toMatchObject({ refundedCents: 1499, unrefundedCents: 0 });
    });

    test("a refund made at the provider and a dispute are noticed", async () => {
      const { order, reference } = await paid();
      await service().do(reference, { act: "dispute" });
      await askAbout(reference);
      expect((await theReceipt()).reason).toBe("disputed");
      await service().do(reference, { act: "win" });
      await askAbout(reference);
      expect(await theReceipt()).toMatchObject({ reason: null, dispute: "won" });
      await service().do(reference, { act: "refund" });
      await askAbout(reference);
      expect(await orderOf(order)).toMatchObject({ paymentStatus: "refunded" });
    });

    test("a lost dispute reverses the payment", async () => {
      const { order, reference } = await paid();
      await service().do(reference, { act: "dispute" });
      await service().do(reference, { act: "lose" });
      await askAbout(reference);
      expect(await orderOf(order)).toMatchObject({
        status: "processing",
        paymentStatus: "reversed",
      });
      expect((await theReceipt()).reason).toBe("disputed");
    });

    test("a payment for an order that was rejected meanwhile waits for review, or is not captured", async () => {
      const { order, reference } = await opened();
      const { version } = await orderOf(order);
      await setOrderStatus(db, {
        orderId: order.id,
        version,
        actor: boss,
        status: "rejected",
        now: start,
      });
      await service().do(reference, { act: "pay" });
      await askAbout(reference);
      const waiting = (await db.select().from(paymentReviews)).map(({ reason }) => reason);
      // PayPal's payments are captured by the shop, and this order's is not.
      expect(waiting).toEqual(method === "stripe" ? ["rejected"] : []);
      expect(await orderOf(order)).toMatchObject({ status: "rejected" });
    });

    test("an outage of the provider loses nothing, and polling is retried", async () => {
      const { order, reference } = await opened();
      await service().do(reference, { act: "pay" });
      await service().setFault("500");
      expect(await askAbout(reference)).toMatchObject({
        ok: false,
        error: { kind: "unavailable" },
      });
      await service().setFault(null);
      const others = await claimDuePages(db, { methods: [], most: 10, now: after(0.1) });
      expect(others, "of services that are set up no more").toEqual([]);
      const due = await claimDuePages(db, {
        methods: ["stripe", "paypal"],
        most: 10,
        now: after(0.1),
      });
      expect(due.map((page) => page.reference)).toEqual([reference]);
      expect(
        await claimDuePages(db, { methods: ["stripe", "paypal"], most: 10, now: after(0.1) }),
      ).toEqual([]);
      await askAbout(reference);
      expect(await orderOf(order)).toMatchObject({ paymentStatus: "paid" });
    });

    test("a page that expired unpaid is no longer polled, and its order is rejected in time", async () => {
      const { order, reference } = await opened();
      await service().do(reference, { act: "expire" });
      expect(await askAbout(reference)).toEqual({ ok: true, value: "closed" });
      expect(await openPagesOf(db, order.checkoutId, start)).toEqual([]);
      expect(
        await claimDuePages(db, { methods: ["stripe", "paypal"], most: 10, now: after(10_000) }),
      ).toEqual([]);
      const { expiresAt } = await pageOf(order.checkoutId);
      const hours = (expiresAt.getTime() - start.getTime()) / (60 * 60_000);
      expect(await reject(after(hours + 23))).toBe(0);
      expect(await reject(after(hours + 25))).toBe(1);
      expect(await orderOf(order)).toMatchObject({ status: "rejected", statusReason: "not paid" });
    });

    test("an open page of a provider that is no longer configured protects its order for fourteen days", async () => {
      const { order } = await opened();
      const { expiresAt } = await pageOf(order.checkoutId);
      const days = (count: number) => new Date(expiresAt.getTime() + count * 24 * 60 * 60_000);
      expect(await reject(days(13), [])).toBe(0);
      expect(await reject(days(15), [])).toBe(1);
    });

    test("an order with an open page is not rejected; a transfer has fourteen days", async () => {
      const { order } = await opened();
      expect(await reject(after(24 * 20))).toBe(0);
      await db.delete(hostedPages);
      await db
        .update(orders)
        .set({ paymentMethod: "bank_transfer" })
        .where(eq(orders.id, order.id));
      expect(await reject(after(24 * 13))).toBe(0);
      expect(await reject(after(24 * 15))).toBe(1);
    });
  });
});
