import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { hostedPages } from "./tables.ts";
import { receipts, paymentDecisions } from "../payments/tables.ts";
import { orderEvents } from "../orders/tables.ts";
import { err } from "#lib/result.ts";
import { chooseMethod } from "../checkout/steps.server.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { boss, insertBoss } from "../loyalty/test-orders.ts";
import { setOrderStatus } from "../orders/order-changes.server.ts";
import { findOrder } from "../orders/orders.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { acceptReceipt } from "#shop/payments/review/receipt-decisions.server.ts";
import { receiptDetails } from "#shop/payments/review/receipt-details.server.ts";
import { listReviews } from "#shop/payments/review/review-list.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment } from "../../tests/make.ts";
import { testServices, useService, valueOf } from "../../tests/providers.ts";
import { refreshPage, openPage } from "./hosted-pages.server.ts";
import type { PaymentProvider } from "./provider.ts";
import { refundReceipt } from "./refunds.server.ts";

// The stand-ins live by the real clock.
const start = new Date();
const minutesAfter = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

describe.each(testServices)("bounced refunds by %s", (method) => {
  const service = useService(method);

  describeOnBothDatabases("days after they were sent", (openFresh) => {
    let database: Database;
    let db: Db;
    beforeEach(async () => {
      database = await openFresh();
      ({ db } = database);
      await insertBoss(db);
    });
    afterEach(() => database.close());

    const refresh = async (reference: string, provider = service().provider) =>
      valueOf(await refreshPage(db, provider, reference, { policy, now: minutesAfter(1) }));
    /** An order that was paid on its page, 14.99 USD. */
    async function paid() {
      const { checkout, visitorHash } = await checkoutAtPayment(db, { now: start });
      const checkoutId = checkout.id;
      await chooseMethod(db, checkoutId, method, start);
      const offers = [{ method, how: "page" }] as const;
      const confirmed = { visitorHash, checkoutId, offers, policy, now: start };
      const { id: orderId } = valueOf(await confirmOrder(db, confirmed));
      const { provider } = service();
      const shop = { appUrl: "http://127.0.0.1:3000", shopName: "Satchel", policy, now: start };
      valueOf(await openPage(db, { ...shop, provider, orderId }));
      const [page] = await db
        .select()
        .from(hostedPages)
        .where(eq(hostedPages.checkoutId, checkoutId));
      const { reference } = page ?? { reference: "" };
      await service().do(reference, { act: "pay" });
      await refresh(reference);
      return { orderId, reference };
    }
    async function stateOf(orderId: string) {
      const order = await findOrder(db, orderId);
      const [{ id } = { id: 0 }] = await db.select({ id: receipts.id }).from(receipts);
      const receipt = await receiptDetails(db, id);
      if (!order || !receipt) throw new Error("there is no order, or no receipt");
      const { refundedCents, bouncedCents, unrefundedCents, reason } = receipt;
      const { paymentStatus } = order;
      return {
        paymentStatus,
        refundedCents,
        bouncedCents,
        unrefundedCents,
        reason,
        receipt,
        order,
      };
    }
    const deciding = async (orderId: string) => {
      const { id: receiptId, version } = (await stateOf(orderId)).receipt;
      const why = { actor: boss, reason: "Cannot deliver", policy, now: minutesAfter(2) };
      return { ...why, receiptId, version, cents: 1499, sentAs: null };
    };
    const refund = async (orderId: string, provider = service().provider) =>
      refundReceipt(db, [provider], await deciding(orderId));
    const reasons = async () => (await listReviews(db, null)).rows.map(({ reason }) => reason);

    const sentBack = {
      paymentStatus: "refunded",
      refundedCents: 1499,
      unrefundedCents: 0,
      reason: null,
    };
    const bounced = {
      paymentStatus: "paid",
      refundedCents: 0,
      bouncedCents: 1499,
      unrefundedCents: 1499,
      reason: "bounced",
    };

    test("the money counts again and waits for review; a repeated report changes nothing", async () => {
      const { orderId, reference } = await paid();
      expect(valueOf(await refund(orderId))).toBeUndefined();
      expect(await stateOf(orderId)).toMatchObject({ ...sentBack, bouncedCents: 0 });
      expect(await reasons()).toEqual([]);

      const before = service().webhooks().length;
      await service().do(reference, { act: "refund-fails" });
      const { body, headers } = await service().nextAfter(before);
      const message = await service().provider.readWebhook(body, headers, new Date());
      expect(valueOf(message)).toEqual({ reference });
      await refresh(reference);
      expect(await stateOf(orderId)).toMatchObject(bounced);
      expect(await reasons()).toEqual(["bounced"]);

      const events = await db.$count(orderEvents);
      const { version } = (await stateOf(orderId)).receipt;
      await Promise.all([refresh(reference), refresh(reference)]);
      expect((await stateOf(orderId)).receipt.version).toBe(version);
      expect(await db.$count(orderEvents)).toBe(events);

      valueOf(await acceptReceipt(db, await deciding(orderId)));
      await refresh(reference);
      expect(await stateOf(orderId)).toMatchObject({ ...bounced, reason: null });
      expect(await reasons()).toEqual([]);
    });

    test("the same amount can be refunded again, and may bounce again", async () => {
      const { orderId, reference } = await paid();
      await refund(orderId);
      await service().do(reference, { act: "refund-fails" });
      await refresh(reference);
      expect(valueOf(await refund(orderId))).toBeUndefined();
      expect(await stateOf(orderId)).toMatchObject({ ...sentBack, bouncedCents: 1499 });
      const refunds = await db.select().from(paymentDecisions);
      expect(new Set(refunds.map(({ refundReference }) => refundReference)).size).toBe(2);
      await service().do(reference, { act: "refund-fails" });
      await refresh(reference);
      expect(await stateOf(orderId)).toMatchObject({ ...bounced, bouncedCents: 2998 });
    });

    test("of two refunds made at the provider, the other one stays", async () => {
      const { orderId, reference } = await paid();
      await service().do(reference, { act: "refund", cents: 499 });
      await service().do(reference, { act: "refund" });
      await refresh(reference);
      const { receipt, ...first } = await stateOf(orderId);
      expect(first).toMatchObject(sentBack);
      await service().do(reference, { act: "refund-fails" });
      await refresh(reference);
      const rest = { paymentStatus: "refunded", refundedCents: 499, unrefundedCents: 1000 };
      expect(await stateOf(orderId)).toMatchObject({ ...rest, reason: "bounced" });

      await service().do(reference, { act: "refund" });
      await refresh(reference);
      expect(await stateOf(orderId)).toMatchObject({ ...sentBack, bouncedCents: 1000 });
      expect((await stateOf(orderId)).receipt.version).not.toBe(receipt.version);
    });

    test("a bounced refund of a rejected order waits until it is decided", async () => {
      const { orderId, reference } = await paid();
      const { version } = (await stateOf(orderId)).order;
      const rejecting = { orderId, version, actor: boss, now: minutesAfter(1) };
      await setOrderStatus(db, { ...rejecting, status: "rejected" });
      await refund(orderId);
      await service().do(reference, { act: "refund-fails" });
      await refresh(reference);
      expect(await stateOf(orderId)).toMatchObject({ ...bounced, order: { status: "rejected" } });
      await acceptReceipt(db, await deciding(orderId));
      expect(await reasons()).toEqual([]);
    });

    test("a response from before the refund, or from before it bounced, changes nothing", async () => {
      const { orderId, reference } = await paid();
      const beforeIt = overtaken(service().provider);
      const first = refresh(reference, beforeIt.provider);
      await beforeIt.responded;
      await refund(orderId);
      beforeIt.deliver();
      await first;
      expect(await stateOf(orderId)).toMatchObject(sentBack);

      const beforeItFailed = overtaken(service().provider);
      const second = refresh(reference, beforeItFailed.provider);
      await beforeItFailed.responded;
      await service().do(reference, { act: "refund-fails" });
      await refresh(reference);
      beforeItFailed.deliver();
      await second;
      expect(await stateOf(orderId)).toMatchObject(bounced);
    });

    test("of two concurrent responses the newer one counts", async () => {
      const { orderId, reference } = await paid();
      await refund(orderId);
      const older = overtaken(service().provider);
      const first = refresh(reference, older.provider);
      await older.responded;
      await service().do(reference, { act: "refund-fails" });
      const newer = overtaken(service().provider);
      const second = refresh(reference, newer.provider);
      await newer.responded;
      older.deliver();
      await first;
      expect(await stateOf(orderId)).toMatchObject(sentBack);
      newer.deliver();
      await second;
      expect(await stateOf(orderId)).toMatchObject(bounced);
    });

    test("one reported before the shop has recorded the refund waits as well", async () => {
      const { orderId, reference } = await paid();
      const { provider } = service();
      const slow: PaymentProvider = {
        ...provider,
        async refund(request) {
          const sent = await provider.refund(request);
          await service().do(reference, { act: "refund-fails" });
          await refresh(reference);
          return sent;
        },
      };
      expect(valueOf(await refund(orderId, slow))).toBeUndefined();
      expect(await stateOf(orderId)).toMatchObject(bounced);
    });

    test("one that fails immediately is reported, and can be retried", async () => {
      const { orderId, reference } = await paid();
      const { provider } = service();
      const failing: PaymentProvider = {
        ...provider,
        async refund(request) {
          valueOf(await provider.refund(request));
          await service().do(reference, { act: "refund-fails" });
          return err({ kind: "refused", detail: "the refund is failed" });
        },
      };
      expect(await refund(orderId, failing)).toMatchObject({ error: { kind: "refused" } });
      expect(await stateOf(orderId)).toMatchObject(bounced);
      expect(valueOf(await refund(orderId))).toBeUndefined();
      expect(await stateOf(orderId)).toMatchObject(sentBack);
    });
  });
});

/** Wraps a provider so that its next response is delayed until `deliver` is called. */
function overtaken(provider: PaymentProvider) {
  const responded = Promise.withResolvers<void>();
  const delivered = Promise.withResolvers<void>();
  const slow: PaymentProvider = {
    ...provider,
    async fetchStatus(...args) {
      const status = await provider.fetchStatus(...args);
      responded.resolve();
      await delivered.promise;
      return status;
    },
  };
  return { provider: slow, responded: responded.promise, deliver: () => delivered.resolve() };
}
