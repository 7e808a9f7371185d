import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "#shop/audit/tables.ts";
import { mails } from "#shop/mail/tables.ts";
import { orderEvents, orders } from "#shop/orders/tables.ts";
import { deleteOrder, setOrderStatus } from "#shop/orders/order-changes.server.ts";
import { boss, insertBoss, insertUser } from "#shop/loyalty/test-orders.ts";
import { orderOfCheckout } from "#shop/orders/orders.server.ts";
import { settings } from "#shop/settings/tables.ts";
import { paymentDecisions } from "../tables.ts";
import { purgeDeletedOrders } from "../purge-orders.server.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { checkoutAtPayment, placedOrder, roundRate, seenOutput } from "../../../tests/make.ts";
import type { SeenOutput } from "../chain/chain.ts";
import { recordOutputs } from "../outputs.server.ts";
import { defaultPaymentPolicy } from "../model/payment.ts";
import { paymentView } from "../payment-view.server.ts";
import { recordTip } from "../poller/watch.server.ts";
import type { AddressSource } from "../wallet/address.ts";
import { scheduleNextChecks } from "../poller/schedule.server.ts";
import { paymentReviews } from "./tables.ts";
import type { DecisionInput } from "./decisions.server.ts";
import { recheckNext } from "./rechecks.server.ts";
import { requestTopUp } from "./top-up.server.ts";
import { reviewDetails } from "./review-details.server.ts";
import {
  countReviews,
  listDecisions,
  listReviews,
  REVIEWS_PER_PAGE,
} from "./review-list.server.ts";
import { recordRefund } from "./chain-refunds.server.ts";
import { acceptPayment, attachOutput, undoDecision } from "./reviews.server.ts";
import type { ChainSubject } from "./review.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
/** Seconds after which the quote and its grace are over. */
const AFTER_GRACE = 8000;
const fixed: AddressSource = {
  kind: "fixed",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
};
const back = { address: fixed.address, txid: "AB".repeat(32), sats: 7_000 };

describeOnBothDatabases("payments that wait for a decision", (openFresh) => {
  let database: Database;
  let db: Db;
  let policy = defaultPaymentPolicy;
  beforeEach(async () => {
    policy = defaultPaymentPolicy;
    database = await openFresh();
    ({ db } = database);
    await recordTip(db, { height: 100, hash: "block-100" }, start);
    await insertBoss(db);
    await insertUser(db, { id: "mira" });
  });
  afterEach(() => database.close());

  const report = (
    address: string,
    outputs: SeenOutput[],
    seconds: number,
    rateCents: number | null = null,
  ) => recordOutputs(db, { address, complete: true, rateCents, outputs, policy, now: at(seconds) });
  const confirmed = (sats: number, seconds = 600) =>
    seenOutput(sats, { height: 100, time: at(seconds) });
  const list = async () => (await listReviews(db, null)).rows;
  const details = async (key: string, seconds = AFTER_GRACE) => {
    const found = await reviewDetails(db, key, { policy, rate: roundRate, now: at(seconds) });
    if (!found) throw new Error(`no payment ${key}`);
    return found;
  };
  const view = async (checkoutId: string, seconds: number) =>
    paymentView(db, checkoutId, await orderOfCheckout(db, checkoutId), {
      policy,
      label: "Satchel",
      chainUp: true,
      now: at(seconds),
    });
  const orderOf = async (checkoutId: string) =>
    (await db.select().from(orders).where(eq(orders.checkoutId, checkoutId)))[0];

  /** Returns the input of a decision about this money, as it is at that time. */
  async function about(subject: ChainSubject, seconds = AFTER_GRACE): Promise<DecisionInput> {
    const key = "checkoutId" in subject ? subject.checkoutId : `${subject.txid}:${subject.vout}`;
    const { seen } = await details(key, seconds);
    return { subject, actor: boss, reason: "Agreed by mail", seen, policy, now: at(seconds) };
  }

  /** 7,000 of 14,990 satoshis came in time, and the quote has ended. */
  async function underpaid() {
    const { checkout, address } = await placedOrder(db, { now: start, confirmedAt: at(30) });
    const part = confirmed(7_000);
    await report(address, [part], 700);
    await report(address, [part], AFTER_GRACE);
    return { checkoutId: checkout.id, address, part };
  }

  test("an underpayment is listed with its reason once its quote has ended, and not before", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const part = confirmed(7_000);
    await report(address, [part], 700);
    expect(await list()).toEqual([]);
    await report(address, [part], AFTER_GRACE);
    await report(address, [part], AFTER_GRACE + 60);
    const order = await orderOf(checkout.id);
    expect(await list()).toMatchObject([
      {
        key: checkout.id,
        reason: "underpaid",
        since: at(AFTER_GRACE),
        order: { id: order?.id, status: "pending", deleted: false },
        dueSats: 14_990,
        receivedSats: 7_000,
        missingSats: 7_990,
        priceCents: 1499,
        worthCents: 700,
      },
    ]);
    expect(await countReviews(db)).toBe(1);
  });

  test("an accepted payment settles its order, and the decision is in the history and in the audit log", async () => {
    const { checkoutId } = await underpaid();
    const deciding = await about({ checkoutId });
    expect(await acceptPayment(db, deciding)).toEqual({ ok: true, value: undefined });
    const order = await orderOf(checkoutId);
    expect(order).toMatchObject({
      status: "processing",
      paymentStatus: "paid",
      settledAt: at(AFTER_GRACE),
    });
    expect(await list()).toEqual([]);
    expect((await listDecisions(db, null)).rows).toMatchObject([
      { kind: "accept", reason: "Agreed by mail", byEmail: boss.email, undone: null },
    ]);
    expect(await db.select().from(auditLog)).toMatchObject([
      {
        action: "payment.accepted",
        actorId: "boss",
        subject: "order",
        subjectId: order?.id,
        data: { reason: "Agreed by mail", receivedSats: 7_000 },
      },
    ]);
    const events = await db.select().from(orderEvents).orderBy(orderEvents.id);
    expect(events.map(({ type }) => type)).toEqual([
      "placed",
      "payment",
      "payment",
      "decision",
      "payment",
      "status",
    ]);

    // Submitting the same form again is stale.
    expect(await acceptPayment(db, deciding)).toEqual({ ok: false, error: "stale" });
    expect(await db.$count(paymentDecisions)).toBe(1);
  });

  test("a part that came in time can be accepted, or the rest requested, before the time is over", async () => {
    const { checkout, address } = await placedOrder(db, { now: start, confirmedAt: at(30) });
    await report(address, [confirmed(7_000)], 700);
    const { id: checkoutId } = checkout;
    expect(await details(checkoutId, 800)).toMatchObject({
      reason: null,
      choices: ["accept", "ask", "refund", "credit"],
    });
    const deciding = await about({ checkoutId }, 800);
    expect(await requestTopUp(db, { ...deciding, at: "held", rate: null })).toEqual({ ok: true });
    expect(await view(checkoutId, 801)).toMatchObject({ status: "partial", isTopUp: true });
    expect(await acceptPayment(db, await about({ checkoutId }, 900))).toMatchObject({ ok: true });
    expect(await orderOf(checkoutId)).toMatchObject({
      status: "processing",
      paymentStatus: "paid",
    });
    expect((await details(checkoutId, 1000)).choices).toEqual(["refund", "credit"]);
  });

  test("an accepted payment that is dropped is reversed; one whose decision is undone waits again", async () => {
    const { checkoutId, address, part } = await underpaid();
    await acceptPayment(db, await about({ checkoutId }));
    await report(address, [], AFTER_GRACE + 60);
    expect(await orderOf(checkoutId)).toMatchObject({ paymentStatus: "reversed" });
    await report(address, [part], AFTER_GRACE + 120);
    expect(await orderOf(checkoutId)).toMatchObject({ paymentStatus: "paid" });

    const [decision] = (await listDecisions(db, null)).rows;
    const undo = { ...(await about({ checkoutId })), decisionId: decision?.id ?? 0 };
    expect(await undoDecision(db, undo)).toMatchObject({ ok: true });
    expect(await orderOf(checkoutId)).toMatchObject({
      paymentStatus: "review",
      status: "processing",
    });
    expect(await list()).toMatchObject([{ reason: "underpaid" }]);
    expect((await listDecisions(db, null)).rows).toMatchObject([
      { kind: "accept", undone: { byEmail: boss.email, reason: "Agreed by mail" } },
    ]);
    expect(
      await undoDecision(db, { ...(await about({ checkoutId })), decisionId: decision?.id ?? 0 }),
    ).toEqual({
      ok: false,
      error: "stale",
    });
  });

  test("a requested top-up has a new expiry, is mailed, and settles when it is paid", async () => {
    const { checkoutId, address, part } = await underpaid();
    expect(
      await requestTopUp(db, { ...(await about({ checkoutId })), at: "held", rate: null }),
    ).toMatchObject({ ok: true });
    expect(await view(checkoutId, AFTER_GRACE + 60)).toMatchObject({
      status: "partial",
      isTopUp: true,
      missingSats: 7_990,
      expiresAt: at(AFTER_GRACE + 72 * 3600),
      chain: { address, uri: `bitcoin:${address}?amount=0.00007990&label=Satchel` },
    });
    expect(await list()).toEqual([]);
    const sent = (await db.select().from(mails)).find(({ key }) => key.startsWith("rest-to-pay"));
    expect(sent).toMatchObject({
      to: "mira@example.com",
      message: { template: "rest-to-pay", receivedSats: 7_000, payment: { sats: 7_990, address } },
    });

    await report(address, [part, confirmed(7_990, AFTER_GRACE + 100_000)], AFTER_GRACE + 100_000);
    expect(await orderOf(checkoutId)).toMatchObject({
      status: "processing",
      paymentStatus: "paid",
    });
  });

  test("a top-up at the current rate that is not paid waits again", async () => {
    const { checkoutId, address, part } = await underpaid();
    const rate = { ...roundRate, rateCents: 5_000_000 };
    const deciding = { ...(await about({ checkoutId })), at: "now" as const };
    expect(await requestTopUp(db, { ...deciding, rate: null })).toEqual({
      ok: false,
      error: "no-price",
    });
    await requestTopUp(db, { ...deciding, rate });
    expect(await view(checkoutId, AFTER_GRACE + 60)).toMatchObject({
      dueSats: 29_980,
      missingSats: 22_980,
    });
    await report(address, [part], AFTER_GRACE + 73 * 3600);
    expect(await list()).toMatchObject([{ reason: "underpaid", missingSats: 22_980 }]);

    const [topUp] = (await listDecisions(db, null)).rows;
    const late = AFTER_GRACE + 73 * 3600 + 60;
    await undoDecision(db, { ...(await about({ checkoutId }, late)), decisionId: topUp?.id ?? 0 });
    expect(await view(checkoutId, late)).toMatchObject({ dueSats: 14_990, isTopUp: false });
  });

  test("a top-up at the current rate includes the current margin", async () => {
    const { checkoutId } = await underpaid();
    await db.insert(settings).values({ name: "rateMarginPercent", value: 20 });
    const rate = { ...roundRate, rateCents: 5_000_000 };
    const details = await reviewDetails(db, checkoutId, { policy, rate, now: at(AFTER_GRACE) });
    expect(details?.outstanding).toEqual({ held: 7_990, now: 30_475 });
    await requestTopUp(db, { ...(await about({ checkoutId })), at: "now", rate });
    expect(await view(checkoutId, AFTER_GRACE + 60)).toMatchObject({
      rateCents: 4_000_000,
      marginBasisPoints: 2000,
      missingSats: 30_475,
    });
  });

  test("no top-up is requested where nothing is missing", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    await report(
      address,
      [seenOutput(14_990, { height: 100, time: at(AFTER_GRACE) })],
      AFTER_GRACE,
    );
    expect(await list()).toMatchObject([{ reason: "late" }]);
    const deciding = await about({ checkoutId: checkout.id });
    expect(await requestTopUp(db, { ...deciding, at: "held", rate: null })).toEqual({
      ok: false,
      error: "nothing-missing",
    });
  });

  test("an outstanding amount below the dust limit is not requested", async () => {
    const request = async (outstanding: number) => {
      const { checkout, address } = await checkoutAtPayment(db, { now: start });
      await report(
        address,
        [seenOutput(14_990 - outstanding, { height: 100, time: at(60) })],
        AFTER_GRACE,
      );
      const deciding = await about({ checkoutId: checkout.id });
      return requestTopUp(db, { ...deciding, at: "held", rate: null });
    };
    expect(await request(293)).toEqual({ ok: false, error: "below-dust" });
    expect(await request(294)).toMatchObject({ ok: true });
  });

  test("late money that covers the price at the rate of when it was seen settles by itself", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const output = seenOutput(14_990, { height: 100, time: at(AFTER_GRACE) });
    await report(address, [output], AFTER_GRACE, 10_000_000);
    expect(await orderOf(checkout.id)).toMatchObject({
      status: "processing",
      paymentStatus: "paid",
    });
    // The rate at a later report changes nothing.
    await report(address, [output], AFTER_GRACE + 60, 1_000_000);
    expect(await orderOf(checkout.id)).toMatchObject({ paymentStatus: "paid" });
    expect(await list()).toEqual([]);
  });

  test("a refund is shown with its address and amount, and the payment no longer waits", async () => {
    const { checkoutId } = await underpaid();
    const deciding = { ...(await about({ checkoutId })), network: "mainnet" as const };
    const refuse = (refund: object) =>
      recordRefund(db, { ...deciding, refund: { ...back, ...refund } });
    expect(await refuse({ address: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080" })).toEqual({
      ok: false,
      error: "bad-address",
    });
    expect(await refuse({ txid: "ab" })).toEqual({ ok: false, error: "bad-txid" });
    expect(await refuse({ sats: 0 })).toEqual({ ok: false, error: "bad-amount" });
    expect(await refuse({ sats: 7_001 })).toEqual({ ok: false, error: "too-much" });
    expect(await db.$count(paymentDecisions)).toBe(0);

    expect(await recordRefund(db, { ...deciding, refund: back })).toMatchObject({ ok: true });
    expect(await orderOf(checkoutId)).toMatchObject({
      status: "pending",
      paymentStatus: "refunded",
    });
    expect(await list()).toEqual([]);
    expect(await view(checkoutId, AFTER_GRACE)).toMatchObject({
      status: "refunded",
      refunds: [{ sats: 7_000, address: back.address, txid: "ab".repeat(32) }],
    });
  });

  test("a completed order that was refunded is no longer a sale", async () => {
    const { checkoutId } = await underpaid();
    await acceptPayment(db, await about({ checkoutId }));
    const id = (await orderOf(checkoutId))?.id ?? "";
    await setOrderStatus(db, {
      orderId: id,
      version: null,
      status: "completed",
      actor: boss,
      now: at(AFTER_GRACE),
    });
    const sales = async () => {
      const [row] = await db
        .select({ cents: sql<number>`coalesce(sum(cents), 0)`.mapWith(Number) })
        .from(sql`current_metrics`)
        .where(sql`kind = 'sales'`);
      return row?.cents;
    };
    expect(await sales()).toBe(1499);
    await recordRefund(db, { ...(await about({ checkoutId })), network: "mainnet", refund: back });
    expect(await sales()).toBe(0);
    expect(await orderOf(checkoutId)).toMatchObject({
      status: "completed",
      paymentStatus: "refunded",
    });
  });

  test("a second payment of a completed order is listed; accepted or refunded, it is not", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const checkoutId = checkout.id;
    const first = confirmed(14_990);
    await report(address, [first], 700);
    expect(await list()).toEqual([]);
    const second = confirmed(14_990, 900);
    await report(address, [first, second], 1000);
    expect(await list()).toMatchObject([{ reason: "overpaid", excessSats: 14_990 }]);
    await acceptPayment(db, await about({ checkoutId }, 1100));
    expect(await list()).toEqual([]);
    expect(await orderOf(checkoutId)).toMatchObject({ paymentStatus: "overpaid" });
    const [accepted] = (await listDecisions(db, null)).rows;
    await undoDecision(db, {
      ...(await about({ checkoutId }, 1200)),
      decisionId: accepted?.id ?? 0,
    });
    expect(await list()).toMatchObject([{ reason: "overpaid" }]);
    const refund = { ...back, sats: 14_990 };
    await recordRefund(db, { ...(await about({ checkoutId }, 1300)), network: "mainnet", refund });
    expect(await list()).toEqual([]);
    expect(await orderOf(checkoutId)).toMatchObject({ paymentStatus: "paid" });
  });

  test("a refund of an overpayment proposes the excess; more needs a confirmation", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const checkoutId = checkout.id;
    await report(address, [confirmed(14_990 + 3_866)], 700);
    expect((await details(checkoutId, 800)).proposal).toEqual({ amount: 3_866, kept: 14_990 });
    const refund = async (sats: number, beyondExcess = false) =>
      recordRefund(db, {
        ...(await about({ checkoutId }, 800)),
        network: "mainnet",
        refund: { ...back, sats },
        beyondExcess,
      });
    expect(await refund(3_867)).toEqual({ ok: false, error: "beyond-excess" });
    expect(await refund(18_857, true)).toEqual({ ok: false, error: "too-much" });
    expect(await refund(3_866)).toMatchObject({ ok: true });
    expect(await orderOf(checkoutId)).toMatchObject({ paymentStatus: "paid" });
    expect((await details(checkoutId, 800)).proposal).toEqual({ amount: 14_990, kept: 0 });
    expect(await refund(14_990)).toMatchObject({ ok: true });
    expect(await orderOf(checkoutId)).toMatchObject({ paymentStatus: "refunded" });
  });

  test("a refund of a rejected order proposes all of an overpayment", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    await report(address, [confirmed(20_000)], 700);
    const orderId = (await orderOf(checkout.id))?.id ?? "";
    const rejecting = { orderId, version: null, actor: boss, now: at(750) };
    await setOrderStatus(db, { ...rejecting, status: "rejected" });
    const { proposal } = await details(checkout.id, 800);
    expect(proposal).toEqual({ amount: 20_000, kept: 0 });
  });

  test("money for a rejected order is listed, whichever came first", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    await report(address, [confirmed(14_990)], 700);
    const order = await orderOf(checkout.id);
    const status = { orderId: order?.id ?? "", version: null, actor: boss, now: at(800) };
    await setOrderStatus(db, { ...status, status: "rejected" });
    expect(await recheckNext(db, policy, at(801))).toBe(true);
    expect(await recheckNext(db, policy, at(801))).toBe(false);
    expect(await list()).toMatchObject([{ reason: "rejected", order: { status: "rejected" } }]);
    await setOrderStatus(db, { ...status, status: "processing" });
    await recheckNext(db, policy, at(802));
    expect(await list()).toEqual([]);

    const other = await placedOrder(db, { now: start, confirmedAt: at(30) });
    await setOrderStatus(db, { ...status, orderId: other.orderId, status: "rejected" });
    await report(other.address, [confirmed(14_990, 900)], 900);
    expect(await list()).toMatchObject([{ reason: "rejected" }]);
    expect(await orderOf(other.checkout.id)).toMatchObject({
      status: "rejected",
      paymentStatus: "paid",
    });
  });

  test("money for a deleted order is listed, also after the order is gone for good, and becomes no other", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const first = confirmed(14_990);
    await report(address, [first], 700);
    const order = await orderOf(checkout.id);
    await deleteOrder(db, { orderId: order?.id ?? "", version: null, actor: boss, now: at(800) });
    await recheckNext(db, policy, at(801));
    expect(await list()).toEqual([]);

    const second = confirmed(5_000, 900);
    await report(address, [first, second], 1000);
    expect(await list()).toMatchObject([{ reason: "deleted", order: { deleted: true } }]);
    const month = 31 * 24 * 3600;
    expect(await purgeDeletedOrders(db, at(month))).toBe(0);
    await acceptPayment(db, await about({ checkoutId: checkout.id }, month));
    expect(await purgeDeletedOrders(db, at(month))).toBe(1);

    const third = confirmed(20_000, month + 60);
    await report(address, [first, second, third], month + 60);
    expect(await db.$count(orders)).toBe(0);
    expect(await list()).toMatchObject([
      { reason: "deleted", order: null, tiktokUsername: "mira.holt" },
    ]);
    const gone = await about({ checkoutId: checkout.id }, month + 90);
    expect(await requestTopUp(db, { ...gone, at: "held", rate: null })).toMatchObject({
      error: "no-order",
    });
    await recordRefund(db, { ...gone, network: "mainnet", refund: { ...back, sats: 20_000 } });
    expect(await list()).toEqual([]);
  });

  test("money for a deleted order that was purged before the money was seen is listed", async () => {
    const DAY = 86_400;
    const { checkout, address } = await placedOrder(db, { now: start, confirmedAt: at(30) });
    const order = await orderOf(checkout.id);
    const gone = { orderId: order?.id ?? "", version: null, actor: boss, now: at(60) };
    expect(await deleteOrder(db, gone)).toMatchObject({ ok: true });
    await report(address, [], 20 * DAY);
    await scheduleNextChecks(db, [address], { watchedSeconds: 4, openSeconds: 20 }, at(20 * DAY));
    // Mined on day 29; purged on day 31; seen on day 32.
    expect(await purgeDeletedOrders(db, at(31 * DAY))).toBe(1);
    await report(address, [confirmed(14_990, 29 * DAY)], 32 * DAY, roundRate.rateCents);
    expect(await list()).toMatchObject([{ reason: "deleted", receivedSats: 14_990 }]);
  });

  test("an unclaimed amount can be attached to an order, detached, and refunded", async () => {
    policy = { ...policy, tolerancePercent: 0 };
    const { checkout, address } = await placedOrder(db, {
      now: start,
      confirmedAt: at(30),
      addresses: fixed,
      policy,
    });
    const output = confirmed(7_000);
    await report(address, [output], 700);
    const subject = { txid: output.txid, vout: 0 };
    const key = `${output.txid}:0`;
    expect(await list()).toMatchObject([
      { key, reason: "unclaimed", order: null, receivedSats: 7_000 },
    ]);

    const orderId = (await orderOf(checkout.id))?.id ?? "";
    const attach = async (id: string, seconds: number) =>
      attachOutput(db, { ...(await about(subject, seconds)), orderId: id });
    expect(await attach("AAAAAAA", AFTER_GRACE)).toEqual({ ok: false, error: "no-order" });
    expect(await attach(orderId, AFTER_GRACE)).toMatchObject({ ok: true });
    await report(address, [output], AFTER_GRACE + 60);
    expect(await list()).toMatchObject([
      { key: checkout.id, reason: "underpaid", missingSats: 7_990 },
    ]);

    // The top-up has an amount of its own on the shared address.
    await requestTopUp(db, {
      ...(await about({ checkoutId: checkout.id })),
      at: "held",
      rate: null,
    });
    const rest = confirmed(7_990, AFTER_GRACE + 300);
    await report(address, [output, rest], AFTER_GRACE + 300);
    expect(await orderOf(checkout.id)).toMatchObject({ paymentStatus: "paid" });

    const attached = (await listDecisions(db, null)).rows.find(({ kind }) => kind === "attach");
    const undo = {
      ...(await about({ checkoutId: checkout.id }, AFTER_GRACE + 400)),
      decisionId: attached?.id ?? 0,
    };
    expect(await undoDecision(db, undo)).toMatchObject({ ok: true });
    expect((await list()).map((row) => [row.key, row.reason])).toContainEqual([key, "unclaimed"]);
    expect(await orderOf(checkout.id)).not.toMatchObject({ paymentStatus: "paid" });

    await recordRefund(db, {
      ...(await about(subject, AFTER_GRACE + 500)),
      network: "mainnet",
      refund: back,
    });
    expect((await list()).map((row) => row.reason)).not.toContain("unclaimed");
    expect((await details(key)).decisions).toMatchObject([{ kind: "refund" }, { kind: "attach" }]);
  });

  test("unclaimed money that left the mempool and returns waits again, though its amount was quoted meanwhile", async () => {
    await checkoutAtPayment(db, { now: start, packageId: "1", addresses: fixed });
    const stray = seenOutput(14_990);
    await report(fixed.address, [stray], 60);
    await report(fixed.address, [], 120);
    expect(await list()).toEqual([]);
    await checkoutAtPayment(db, { now: at(180), addresses: fixed });
    await report(fixed.address, [stray], 240);
    expect(await list()).toMatchObject([{ reason: "unclaimed", receivedSats: 14_990 }]);
  });

  test("a response that lists an output twice affects no other order", async () => {
    await checkoutAtPayment(db, { now: start, packageId: "1", addresses: fixed });
    const stray = seenOutput(14_990);
    await report(fixed.address, [stray], 60);
    await placedOrder(db, { now: at(180), confirmedAt: at(200), addresses: fixed });
    await report(fixed.address, [stray, stray], AFTER_GRACE);
    expect((await db.select().from(orderEvents)).map(({ type }) => type)).toEqual(["placed"]);
    expect(await list()).toMatchObject([{ reason: "unclaimed", receivedSats: 14_990 }]);
  });

  test("unclaimed money is refunded once, however often the form is submitted", async () => {
    const { address } = await checkoutAtPayment(db, { now: start, addresses: fixed });
    const output = confirmed(7_000);
    await report(address, [output], 700);
    const deciding = await about({ txid: output.txid, vout: 0 });
    const refund = { ...deciding, network: "mainnet" as const, refund: { ...back, sats: 3_000 } };
    expect(await recordRefund(db, refund)).toMatchObject({ ok: true });
    expect(await recordRefund(db, refund)).toEqual({ ok: false, error: "stale" });
  });

  test("money on the address from before it was issued needs no decision", async () => {
    const { address } = await checkoutAtPayment(db, { now: start, addresses: fixed });
    await report(address, [seenOutput(7_000, { height: 50, time: at(-90_000) })], 700);
    expect(await list()).toEqual([]);
  });

  test("only administrators decide, and only about what they have seen", async () => {
    const { checkoutId, address, part } = await underpaid();
    const deciding = await about({ checkoutId });
    for (const id of ["mira", null]) {
      const actor = { ...boss, id };
      const theirs = { ...deciding, actor };
      expect(await acceptPayment(db, theirs)).toEqual({ ok: false, error: "forbidden" });
      expect(await requestTopUp(db, { ...theirs, at: "held", rate: null })).toEqual({
        ok: false,
        error: "forbidden",
      });
      expect(await recordRefund(db, { ...theirs, network: "mainnet", refund: back })).toEqual({
        ok: false,
        error: "forbidden",
      });
      expect(await attachOutput(db, { ...theirs, orderId: "AAAAAAA" })).toEqual({
        ok: false,
        error: "forbidden",
      });
      expect(await undoDecision(db, { ...theirs, decisionId: 1 })).toEqual({
        ok: false,
        error: "forbidden",
      });
    }
    await report(address, [part, seenOutput(100)], AFTER_GRACE + 10);
    expect(await acceptPayment(db, deciding)).toEqual({ ok: false, error: "stale" });
    expect(await db.$count(paymentDecisions)).toBe(0);
  });

  test("of two who decide at once, one does", async () => {
    const { checkoutId } = await underpaid();
    const deciding = await about({ checkoutId });
    const results = await Promise.all([
      acceptPayment(db, deciding),
      recordRefund(db, { ...deciding, network: "mainnet", refund: back }),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await db.$count(paymentDecisions)).toBe(1);
  });

  test("the list goes on page by page", async () => {
    const total = REVIEWS_PER_PAGE + 3;
    await db.insert(paymentReviews).values(
      Array.from({ length: total }, (_, index) => ({
        txid: String(index).padStart(64, "0"),
        vout: 0,
        reason: "unclaimed" as const,
        // Several came at the same moment.
        since: at(Math.floor(index / 4)),
        receivedSats: 1,
        missingSats: 0,
        excessSats: 0,
      })),
    );
    const first = await listReviews(db, null);
    const second = await listReviews(db, first.next);
    expect(second.next).toBeNull();
    const keys = [...first.rows, ...second.rows].map(({ key }) => key);
    expect(new Set(keys).size).toBe(total);
    expect(keys[0]).toBe(`${String(total - 1).padStart(64, "0")}:0`);
    expect(await listReviews(db, "nonsense")).toEqual(first);
  });
});
