import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment } from "../../tests/make.ts";
import { testServices, useService, valueOf } from "../../tests/providers.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { applyCredit } from "../checkout/credit.server.ts";
import { chooseMethod } from "../checkout/steps.server.ts";
import { addCredit, readBalance } from "../credit/credit.server.ts";
import { reconcileOrderCredit } from "../loyalty/order-credit.server.ts";
import { actingAs, boss, insertBoss, insertUser } from "../loyalty/test-orders.ts";
import { setOrderStatus } from "../orders/order-changes.server.ts";
import { findOrder } from "../orders/orders.server.ts";
import { defaultPaymentPolicy as policy } from "../payments/model/payment.ts";
import { acceptReceipt } from "../payments/review/receipt-decisions.server.ts";
import { receiptDetails } from "../payments/review/receipt-details.server.ts";
import { recheckNext } from "../payments/review/rechecks.server.ts";
import { listReviews } from "../payments/review/review-list.server.ts";
import { undoDecision } from "../payments/review/reviews.server.ts";
import { receipts } from "../payments/tables.ts";
import { openPage, refreshPage } from "./hosted-pages.server.ts";
import { creditReceipt, refundReceipt } from "./refunds.server.ts";
import { hostedPages } from "./tables.ts";

// The stand-ins live by the real clock.
const start = new Date();
const minutesAfter = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

describe.each(testServices)("payments by %s that become credit", (method) => {
  const service = useService(method);

  describeOnBothDatabases("of the account with the order's email", (openFresh) => {
    let database: Database;
    let db: Db;
    beforeEach(async () => {
      database = await openFresh();
      ({ db } = database);
      await insertBoss(db);
      await insertUser(db, { id: "mira" });
    });
    afterEach(() => database.close());

    const balance = () => readBalance(db, "mira");
    const reasons = async () => (await listReviews(db, null)).rows.map(({ reason }) => reason);
    const refresh = async (reference: string) =>
      valueOf(await refreshPage(db, service().provider, reference, { policy, now: start }));

    /** An order of mira for 14.99 USD, of which `creditCents` were paid with credit and the rest on the page; rejected. */
    async function rejected(creditCents = 0) {
      const { checkout, visitorHash } = await checkoutAtPayment(db, { now: start });
      const checkoutId = checkout.id;
      if (creditCents > 0) {
        const given = { userId: "mira", cents: creditCents, onceKey: "given", now: start };
        await db.transaction((tx) => addCredit(tx, { ...given, kind: "gift-code" }));
        valueOf(await applyCredit(db, { checkoutId, account: actingAs("mira"), now: start }));
      }
      await chooseMethod(db, checkoutId, method, start);
      const offers = [{ method, how: "page" }] as const;
      const account = actingAs("mira");
      const confirmed = { visitorHash, checkoutId, offers, policy, account, now: start };
      const { id: orderId } = valueOf(await confirmOrder(db, confirmed));
      const shop = { appUrl: "http://127.0.0.1:3000", shopName: "Satchel", policy, now: start };
      valueOf(await openPage(db, { ...shop, provider: service().provider, orderId }));
      const [page] = await db
        .select()
        .from(hostedPages)
        .where(eq(hostedPages.checkoutId, checkoutId));
      const { reference } = page ?? { reference: "" };
      await service().do(reference, { act: "pay" });
      await refresh(reference);
      const rejecting = { orderId, version: null, actor: boss, now: minutesAfter(1) };
      valueOf(await setOrderStatus(db, { ...rejecting, status: "rejected" }));
      await reconcileOrderCredit(db, orderId, minutesAfter(2));
      while (await recheckNext(db, policy, minutesAfter(2)));
      return { orderId, reference };
    }
    async function details() {
      const [{ id } = { id: 0 }] = await db.select({ id: receipts.id }).from(receipts);
      const receipt = await receiptDetails(db, id);
      if (!receipt) throw new Error("there is no receipt");
      return receipt;
    }
    async function deciding(cents = 1499) {
      const { id: receiptId, version } = await details();
      const why = { actor: boss, reason: "Cannot deliver", policy, now: minutesAfter(3) };
      return { ...why, receiptId, version, cents };
    }
    const credit = async (cents?: number, providers = [service().provider]) =>
      creditReceipt(db, providers, await deciding(cents));
    async function undo() {
      const { decisions } = await details();
      const decisionId = decisions.find(({ canBeUndone, refund }) => canBeUndone && refund)?.id;
      const seen = { version: -1, receivedSats: -1 };
      return undoDecision(db, { ...(await deciding()), seen, decisionId: decisionId ?? 0 });
    }

    test("the owner chooses; undone, the money can go back by the service", async () => {
      const { orderId, reference } = await rejected();
      expect((await details()).choices).toEqual(["accept", "refund", "credit"]);
      valueOf(await credit());
      expect(await balance()).toEqual({ cents: 1499, owedCents: 0 });
      expect(await findOrder(db, orderId)).toMatchObject({ paymentStatus: "refunded" });
      const sent = await refundReceipt(db, [service().provider], {
        ...(await deciding()),
        sentAs: null,
      });
      expect(sent).toEqual({ ok: false, error: "too-much" });
      await refresh(reference);
      expect(await details()).toMatchObject({ refundedCents: 0, creditedCents: 1499 });
      expect(await reasons()).toEqual([]);

      valueOf(await undo());
      expect(await balance()).toEqual({ cents: 0, owedCents: 0 });
      expect(await reasons()).toEqual(["rejected"]);
      const again = { ...(await deciding()), sentAs: null };
      // A form for money that was sent by hand sends none.
      const byHand = { ...again, sentAs: "OUT-1" };
      expect(await refundReceipt(db, [service().provider], byHand)).toMatchObject({
        error: "stale",
      });
      valueOf(await refundReceipt(db, [service().provider], again));
      expect(await details()).toMatchObject({ refundedCents: 1499, creditedCents: 0 });
    });

    test("sent back at the service later, it waits until the credit is taken back", async () => {
      const { reference } = await rejected();
      valueOf(await credit());
      await service().do(reference, { act: "refund" });
      await refresh(reference);
      await refresh(reference);
      expect(await reasons()).toEqual(["refunded-twice"]);
      expect(await details()).toMatchObject({ returnedTwiceCents: 1499, choices: ["accept"] });
      valueOf(await undo());
      expect(await reasons()).toEqual([]);
      expect(await balance()).toEqual({ cents: 0, owedCents: 0 });
      expect(await details()).toMatchObject({ refundedCents: 1499, returnedTwiceCents: 0 });
    });

    test("what was returned twice can be left to the buyer", async () => {
      const { reference } = await rejected();
      valueOf(await credit());
      await service().do(reference, { act: "refund", cents: 499 });
      await refresh(reference);
      valueOf(await acceptReceipt(db, await deciding()));
      expect(await reasons()).toEqual([]);
      expect(await balance()).toEqual({ cents: 1499, owedCents: 0 });
      await service().do(reference, { act: "refund" });
      await refresh(reference);
      expect(await reasons()).toEqual(["refunded-twice"]);
    });

    test("what was sent back at the service and not yet reported does not become credit", async () => {
      const { reference } = await rejected();
      await service().do(reference, { act: "refund", cents: 1000 });
      expect(await credit()).toEqual({ ok: false, error: "stale" });
      expect(await credit()).toEqual({ ok: false, error: "too-much" });
      valueOf(await credit(499));
      expect(await balance()).toEqual({ cents: 499, owedCents: 0 });
      expect(await reasons()).toEqual([]);
    });

    test("an answer that comes too late is seen afterwards", async () => {
      const { reference } = await rejected();
      await service().do(reference, { act: "refund" });
      valueOf(await credit(1499, []));
      await refresh(reference);
      expect(await reasons()).toEqual(["refunded-twice"]);
    });

    test("of an order paid partly with credit, each part returns to where it came from", async () => {
      await rejected(500);
      expect(await balance()).toEqual({ cents: 500, owedCents: 0 });
      expect(await details()).toMatchObject({ cents: 999, proposal: { amount: 999, kept: 0 } });
      expect(await credit(1499)).toEqual({ ok: false, error: "too-much" });
      valueOf(await credit(999));
      expect(await balance()).toEqual({ cents: 1499, owedCents: 0 });
    });
  });
});
