import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { recordTip } from "#shop/payments/poller/watch.server.ts";
import { leftCents, totalRefundedCents, unrefundedCents } from "#shop/payments/model/receipt.ts";
import {
  acceptReceipt,
  attachReceipt,
  receiptVersion,
  recordReceiptRefund,
} from "#shop/payments/review/receipt-decisions.server.ts";
import { refundReceiptToCredit } from "#shop/payments/review/credited-refunds.server.ts";
import { recheckNext } from "#shop/payments/review/rechecks.server.ts";
import { undoDecision } from "#shop/payments/review/reviews.server.ts";
import { receipts, chainOutputs, paymentDecisions } from "../payments/tables.ts";
import { paymentReviews } from "../payments/review/tables.ts";
import { orderEvents, orders } from "../orders/tables.ts";
import { chooseMethod } from "../checkout/steps.server.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { readBalance } from "../credit/credit.server.ts";
import { boss, insertBoss, insertUser } from "../loyalty/test-orders.ts";
import { deleteOrder, setOrderStatus } from "../orders/order-changes.server.ts";
import { findOrder } from "../orders/orders.server.ts";
import { decisionsOfReceipts } from "../payments/facts.server.ts";
import type { PaymentMethod, ReceiptMethod } from "../settings/payment-method.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import { isSettled } from "../orders/payment-status.ts";
import { storeReceipt } from "../payments/receipts.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment, seenOutput } from "../../tests/make.ts";
import { runs } from "../../tests/runs.ts";
import { changeMethod } from "./change-method.server.ts";
import type { Offer } from "./methods.ts";
import { recordReceipt } from "./record-receipt.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const offers: readonly Offer[] = [
  { method: "stripe", how: "page" },
  { method: "bitcoin", how: "chain" },
  { method: "paypal", how: "page" },
  { method: "bank_transfer", how: "by-hand" },
];
const methods: readonly PaymentMethod[] = offers.map(({ method }) => method);
const PRICE = 1499;

const step = fc.record({
  act: fc.constantFrom(
    "report",
    "report",
    "report again",
    "send back",
    "bounce",
    "record",
    "chain",
    "change",
    "accept",
    "refund",
    "credit",
    "attach",
    "undo",
    "reject",
    "delete",
  ),
  order: fc.nat(2),
  method: fc.constantFrom<ReceiptMethod>("stripe", "paypal", "bank_transfer"),
  cents: fc.constantFrom(PRICE, PRICE, 1000, 499, PRICE + 1),
  currency: fc.constantFrom("USD", "USD", "USD", "EUR"),
  dispute: fc.constantFrom(null, null, null, "open" as const, "won" as const, "lost" as const),
  refunded: fc.constantFrom(0, 0, 0, 500, PRICE),
  pick: fc.nat(20),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

describeOnBothDatabases("payments by all methods", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await recordTip(db, { height: 100, hash: "block-100" }, start);
    await insertBoss(db);
    await insertUser(db, { id: "mira" });
  });
  afterAll(() => database.close());

  /** A confirmed order with this payment method. */
  async function place(method: PaymentMethod) {
    const { checkout, visitorHash, address, sats } = await checkoutAtPayment(db, { now: start });
    await chooseMethod(db, checkout.id, method, start);
    const placed = await confirmOrder(db, {
      visitorHash,
      checkoutId: checkout.id,
      offers,
      policy,
      now: start,
    });
    if (!placed.ok) throw new Error(placed.error);
    expect(placed.value.paymentMethod).toBe(method);
    return { orderId: placed.value.id, checkoutId: checkout.id, address, sats };
  }
  type Placed = Awaited<ReturnType<typeof place>>;

  let references = 0;
  let minutes = 0;
  /** A payment at its provider, with its refunds and bounced refunds in order. */
  interface ReportedPayment {
    placed: Placed;
    method: ReceiptMethod;
    reference: string;
    at: Date;
    step: Step;
    sums: { refundedCents: number; bouncedCents: number }[];
  }
  const reported: ReportedPayment[] = [];
  const newest = ({ sums }: ReportedPayment) =>
    sums.at(-1) ?? { refundedCents: 0, bouncedCents: 0 };

  async function take(step: Step, placed: Placed, mine: readonly Placed[]): Promise<void> {
    minutes += 1;
    const now = new Date(start.getTime() + minutes * 1000);
    const { act, method, cents, currency, pick } = step;
    const { orderId, checkoutId } = placed;
    const deciding = async (id: number) => {
      const [receipt] = await db.select().from(receipts).where(eq(receipts.id, id));
      if (!receipt) throw new Error("no receipt");
      const version = receiptVersion(receipt, await decisionsOfReceipts(db, [id]));
      return { receiptId: id, actor: boss, reason: "Agreed", version, policy, now };
    };
    const report = (about: ReportedPayment, sums = newest(about)) =>
      db.transaction((tx) =>
        storeReceipt(
          tx,
          about.placed.checkoutId,
          {
            method: about.method,
            reference: about.reference,
            cents: about.step.cents,
            currency: about.step.currency,
            ...sums,
            dispute: about.step.dispute,
            pageReference: `page of ${about.reference}`,
            receivedAt: about.at,
          },
          { policy, now },
        ),
      );
    const atService = reported.filter((each) => mine.includes(each.placed));
    const about = atService[pick % Math.max(1, atService.length)];
    const any = await receiptsOf(mine);
    const chosen = any[pick % Math.max(1, any.length)];
    switch (act) {
      case "report": {
        const sums = [{ refundedCents: Math.min(step.refunded, cents), bouncedCents: 0 }];
        const reference = `reported-${(references += 1)}`;
        const fresh = { placed, method, reference, at: now, step, sums };
        reported.push(fresh);
        await report(fresh);
        return;
      }
      case "report again":
        // An earlier status or the current one, in any order.
        if (about) await report(about, about.sums[cents % about.sums.length]);
        return;
      case "send back":
        about?.sums.push({ ...newest(about), refundedCents: about.step.cents });
        if (about) await report(about);
        return;
      case "bounce":
        if (!about) return;
        about.sums.push({ refundedCents: 0, bouncedCents: totalRefundedCents(newest(about)) });
        await report(about);
        return;
      case "record":
        await db.transaction((tx) =>
          recordReceipt(tx, {
            orderId: pick % 4 === 0 ? null : orderId,
            money: {
              method: "bank_transfer",
              reference: `bank-${(references += 1)}`,
              cents,
              currency,
              receivedAt: now,
              details: "",
            },
            actor: boss,
            policy,
            now,
          }),
        );
        return;
      case "chain":
        await recordOutputs(db, {
          address: placed.address,
          outputs: [seenOutput(pick % 3 === 0 ? 7000 : placed.sats, { height: 90 })],
          complete: false,
          policy,
          rateCents: 10_000_000,
          now,
        });
        return;
      case "change": {
        const order = await findOrder(db, orderId);
        const next = methods[pick % methods.length];
        if (order && next) await changeMethod(db, { order, method: next, offers, now });
        return;
      }
      case "accept":
        if (chosen) await acceptReceipt(db, await deciding(chosen.id));
        return;
      case "refund": {
        if (!chosen || unrefundedCents(chosen) === 0) return;
        const sent = Math.max(1, Math.floor(unrefundedCents(chosen) / (1 + (pick % 2))));
        // A payment through a provider is refunded by that provider.
        const there = reported.find(({ reference }) => reference === chosen.reference);
        const { refundedCents, bouncedCents } = chosen;
        there?.sums.push({ refundedCents: refundedCents + sent, bouncedCents });
        await recordReceiptRefund(db, {
          ...(await deciding(chosen.id)),
          cents: sent,
          reference: `refund-${(references += 1)}`,
          before: there ? chosen : null,
        });
        return;
      }
      case "credit":
        if (!chosen) return;
        await refundReceiptToCredit(db, {
          ...(await deciding(chosen.id)),
          cents: Math.max(1, Math.floor(unrefundedCents(chosen) / (1 + (pick % 2)))),
          beyondExcess: true,
        });
        return;
      case "attach":
        if (chosen) await attachReceipt(db, { ...(await deciding(chosen.id)), orderId });
        return;
      case "undo": {
        const decided = (await db.select().from(paymentDecisions)).filter(
          ({ receiptId, kind }) => kind !== "undo" && any.some(({ id }) => id === receiptId),
        );
        const decision = decided[pick % Math.max(1, decided.length)];
        if (decision)
          await undoDecision(db, {
            decisionId: decision.id,
            actor: boss,
            reason: "Mistaken",
            seen: { version: 0, receivedSats: 0 },
            policy,
            now,
          });
        return;
      }
      case "reject":
      case "delete": {
        const order = await findOrder(db, orderId);
        if (!order) return;
        const change = { orderId, version: order.version, actor: boss, now };
        if (act === "delete") await deleteOrder(db, change);
        else await setOrderStatus(db, { ...change, status: "rejected" });
        while (await recheckNext(db, policy, now));
        return;
      }
    }
    throw new Error(`${checkoutId} does not know ${String(act)}`);
  }

  const receiptsOf = async (mine: readonly Placed[]) =>
    (await db.select().from(receipts).orderBy(receipts.id)).filter(
      ({ checkoutId }) =>
        checkoutId === null || mine.some((placed) => placed.checkoutId === checkoutId),
    );

  /** Checks that every cent and satoshi belongs to a settled order, waits for review, was decided, or was refunded. */
  async function expectAllAccounted(mine: readonly Placed[]): Promise<void> {
    const waiting = await db.select().from(paymentReviews);
    const decisions = await db.select().from(paymentDecisions);
    const undone = new Set(decisions.map(({ undoes }) => undoes));
    const active = decisions.filter(({ id, kind }) => kind !== "undo" && !undone.has(id));
    const allOrders = await db.select().from(orders);
    for (const receipt of await receiptsOf(mine)) {
      const order = allOrders.find(({ checkoutId }) => checkoutId === receipt.checkoutId);
      const places = {
        settled: order !== undefined && isSettled(order.paymentStatus),
        waits: waiting.some(({ receiptId }) => receiptId === receipt.id),
        decided: active.some(
          ({ receiptId, kind, bouncedCents }) =>
            receiptId === receipt.id && kind !== "attach" && bouncedCents >= receipt.bouncedCents,
        ),
        gone: unrefundedCents(receipt) === 0 || receipt.refundedCents + receipt.creditedCents > 0,
      };
      expect(Object.values(places), JSON.stringify({ receipt, order, places })).toContain(true);
      if (receipt.checkoutId === null)
        expect(places.waits || places.decided || places.gone, "unclaimed money waits").toBe(true);
      expect(receipt.refundedCents).toBeGreaterThanOrEqual(0);
      const credited = active.filter(({ receiptId, refund }) => receiptId === receipt.id && refund);
      expect(receipt.creditedCents).toBe(sum(credited.map(({ refundCents }) => refundCents ?? 0)));
      const left = leftCents(receipt);
      const accepted = active.some(
        ({ receiptId, kind, receivedCents }) =>
          receiptId === receipt.id && kind === "accept" && receivedCents <= left,
      );
      if (left < 0) expect(places.waits || accepted, "what was returned twice waits").toBe(true);
      if (receipt.bouncedCents > 0 && unrefundedCents(receipt) > 0)
        expect(places.waits || places.decided, "what bounced waits").toBe(true);
      const there = reported.find(({ reference }) => reference === receipt.reference);
      if (there) expect(receipt, "as its service reported it last").toMatchObject(newest(there));
    }
    const { cents, owedCents } = await readBalance(db, "mira");
    const credits = active.filter(({ refund }) => refund && "creditCents" in refund);
    expect(cents - owedCents).toBe(sum(credits.map(({ refundCents }) => refundCents ?? 0)));
    const outputs = await db.select().from(chainOutputs);
    for (const placed of mine) {
      const order = allOrders.find(({ id }) => id === placed.orderId);
      if (!order) throw new Error("an order is gone");
      const onChain = outputs.filter(({ checkoutId }) => checkoutId === placed.checkoutId);
      if (onChain.length > 0) {
        const sats = onChain.reduce((total, output) => total + output.sats, 0);
        const covers = sats >= placed.sats;
        const waits = waiting.some(({ checkoutId }) => checkoutId === placed.checkoutId);
        // A partial payment is awaited until its quote expires, then it needs a decision.
        const partial = !covers && !isSettled(order.paymentStatus);
        const settles = covers && isSettled(order.paymentStatus);
        expect(waits || settles || partial || order.deletedAt !== null, placed.orderId).toBe(true);
      }
      const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
      const moved = events.filter(
        ({ type, data }) => type === "status" && data.by === "payment" && data.to === "processing",
      );
      expect(moved.length, "settles once").toBeLessThanOrEqual(1);
      if (isSettled(order.paymentStatus)) expect(order.settledAt).not.toBeNull();
    }
  }

  test("money in = settled orders + payments in review, for any sequence of events", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const mine = [await place("stripe"), await place("paypal"), await place("bitcoin")];
        for (const each of steps) {
          const placed = mine[each.order];
          if (!placed) throw new Error("no such order");
          await take(each, placed, mine);
          await expectAllAccounted(mine);
        }
      }),
      // Runs share one database, so shrinking a failed one would not reproduce it.
      { numRuns: runs(40), endOnFailure: true },
    );
  }, 240_000);
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
