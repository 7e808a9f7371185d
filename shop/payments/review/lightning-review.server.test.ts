import { afterEach, beforeEach, expect, test } from "vitest";
import { permitOf } from "../../../tests/permit.ts";
import type { Database, Db } from "#db/client.server.ts";
import { boss, insertBoss } from "#shop/loyalty/test-orders.ts";
import { setOrderStatus } from "#shop/orders/order-changes.server.ts";
import { orderOfCheckout } from "#shop/orders/orders.server.ts";
import { methodWithWay } from "#shop/settings/payment-method.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { storedInvoice } from "../../../tests/lightning-payment.ts";
import { placedOrder, roundRate, seenOutput } from "../../../tests/make.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { recordOutputs } from "../outputs.server.ts";
import { paymentDetails } from "../payment-details.server.ts";
import { recordTip } from "../poller/watch.server.ts";
import { refundAddressView, setRefundAddress } from "../refund-address.server.ts";
import { recordRefund } from "./chain-refunds.server.ts";
import { recheckNext } from "./rechecks.server.ts";
import { reviewDetails } from "./review-details.server.ts";
import { listReviews } from "./review-list.server.ts";
import { undoDecision } from "./reviews.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
/** The address of BIP 173. */
const buyer = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const txid = "ab".repeat(32);

describeOnBothDatabases("money that came by Lightning", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    await recordTip(db, { height: 100, hash: "block-100" }, start);
    await insertBoss(db);
  });
  afterEach(() => database.close());

  /** An order of 14,990 satoshis with an invoice for them. */
  async function orderWithInvoice() {
    const { checkout, address, orderId } = await placedOrder(db, { now: start });
    const checkoutId = checkout.id;
    const invoice = await storedInvoice(db, { checkoutId, policy, now: at(1) });
    const payOnChain = (sats: number, seconds: number) => {
      const outputs = [seenOutput(sats, { height: 100, time: at(seconds) })];
      const seen = { address, complete: true, rateCents: null, outputs, policy };
      return recordOutputs(db, { ...seen, now: at(seconds) });
    };
    return { checkoutId, orderId, invoice, payOnChain };
  }
  const orderOf = async (checkoutId: string) => {
    const order = await orderOfCheckout(db, checkoutId);
    if (!order) throw new Error("there is no order");
    return order;
  };
  const details = async (checkoutId: string) => {
    const found = await reviewDetails(db, checkoutId, { policy, rate: roundRate, now: at(900) });
    if (!found) throw new Error("there is no payment");
    return found;
  };
  const refund = async (checkoutId: string, sats: number, beyondExcess = false) => {
    const { subject, seen } = await details(checkoutId);
    const why = { actor: boss, reason: "Sent back by hand", policy, now: at(900) };
    const sent = { sats, address: buyer, txid };
    const network = "mainnet";
    return recordRefund(db, { subject, seen, ...why, refund: sent, beyondExcess, network });
  };
  const leaveAddress = async (checkoutId: string) => {
    const order = await orderOf(checkoutId);
    const permit = await permitOf(db, "refund-address", order.id);
    const given = { address: buyer, network: "mainnet", policy, ip: null, now: at(800) } as const;
    return setRefundAddress(db, { permit, order, ...given });
  };
  const refundAddress = async (checkoutId: string) =>
    refundAddressView(db, await orderOf(checkoutId), { policy, now: at(800) });
  const waiting = async () => (await listReviews(db, null)).rows;

  test("is refunded to the address that the buyer leaves once the order is rejected", async () => {
    const { checkoutId, orderId, invoice } = await orderWithInvoice();
    await invoice.settle(at(60));
    const paid = await orderOf(checkoutId);
    expect(methodWithWay(paid)).toBe("Bitcoin (Lightning)");
    expect(await paymentDetails(db, checkoutId)).toMatchObject({
      receivedSats: 14_990,
      unrefundedSats: 14_990,
      lightningPayments: [{ paymentHash: invoice.paymentHash, sats: 14_990, firstSeenAt: at(60) }],
      transactions: [],
    });
    expect(await refundAddress(checkoutId)).toEqual({ state: "none", address: null });

    const rejecting = { orderId, version: null, actor: boss, now: at(750) };
    await setOrderStatus(db, { ...rejecting, status: "rejected" });
    while (await recheckNext(db, policy, at(760)));
    expect(await refundAddress(checkoutId)).toEqual({ state: "open", address: null });
    expect(await leaveAddress(checkoutId)).toEqual({ ok: true, value: undefined });
    expect(await details(checkoutId)).toMatchObject({
      reason: "rejected",
      receivedSats: 14_990,
      refundAddress: buyer,
      proposal: { amount: 14_990, kept: 0 },
      lightningPayments: [{ paymentHash: invoice.paymentHash }],
      outputs: [],
    });

    expect(await refund(checkoutId, 14_991)).toEqual({ ok: false, error: "too-much" });
    expect(await refund(checkoutId, 14_990)).toEqual({ ok: true, value: undefined });
    expect(await orderOf(checkoutId)).toMatchObject({ paymentStatus: "refunded" });
    expect(await paymentDetails(db, checkoutId)).toMatchObject({ unrefundedSats: 0 });
    expect(await refundAddress(checkoutId)).toEqual({ state: "closed", address: buyer });
    expect(await waiting()).toEqual([]);
  });

  test("beyond the amount of the invoice waits for a decision, and only the excess is proposed", async () => {
    const { checkoutId, invoice } = await orderWithInvoice();
    await invoice.settle(at(60), 20_000);
    expect(await orderOf(checkoutId)).toMatchObject({
      paymentStatus: "overpaid",
      status: "processing",
    });
    expect(await waiting()).toMatchObject([
      {
        key: checkoutId,
        reason: "overpaid",
        receivedSats: 20_000,
        excessSats: 5_010,
        worthCents: 2_000,
      },
    ]);
    expect(await refundAddress(checkoutId)).toMatchObject({ state: "open" });
    expect(await details(checkoutId)).toMatchObject({ proposal: { amount: 5_010, kept: 14_990 } });
    expect(await refund(checkoutId, 6_000)).toEqual({ ok: false, error: "beyond-excess" });
    expect(await refund(checkoutId, 5_010)).toEqual({ ok: true, value: undefined });
    expect(await orderOf(checkoutId)).toMatchObject({ paymentStatus: "paid" });
    expect(await waiting()).toEqual([]);
  });

  test.each(["Lightning", "the chain"])(
    "and on the chain, first by %s: the second payment goes back",
    async (first) => {
      const { checkoutId, invoice, payOnChain } = await orderWithInvoice();
      if (first === "Lightning") await invoice.settle(at(60));
      await payOnChain(14_990, 120);
      if (first === "the chain") await invoice.settle(at(180));
      const way = first === "Lightning" ? "Bitcoin (Lightning)" : "Bitcoin (on-chain)";
      expect(methodWithWay(await orderOf(checkoutId))).toBe(way);
      expect(await waiting()).toMatchObject([{ reason: "overpaid", receivedSats: 29_980 }]);
      expect(await leaveAddress(checkoutId)).toEqual({ ok: true, value: undefined });
      const { proposal, lightningPayments, outputs } = await details(checkoutId);
      expect(proposal).toEqual({ amount: 14_990, kept: 14_990 });
      expect([lightningPayments.length, outputs.length]).toEqual([1, 1]);

      expect(await refund(checkoutId, 14_990)).toEqual({ ok: true, value: undefined });
      const order = await orderOf(checkoutId);
      expect(order).toMatchObject({ status: "processing", paymentStatus: "paid" });
      expect(await waiting()).toEqual([]);
      const [decision] = (await details(checkoutId)).decisions;
      const { seen } = await details(checkoutId);
      const why = { actor: boss, reason: "Never sent", policy, now: at(950) };
      await undoDecision(db, { seen, ...why, decisionId: decision?.id ?? -1 });
      expect(await waiting()).toMatchObject([{ reason: "overpaid" }]);
    },
  );
});
