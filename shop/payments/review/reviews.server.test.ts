import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { auditLog } from "#shop/audit/tables.ts";
import { mails } from "#shop/mail/tables.ts";
import { orderEvents, orders } from "#shop/orders/tables.ts";
import { paymentDecisions, paymentReviews } from "../tables.ts";
import { confirmOrder } from "#shop/checkout/checkouts.server.ts";
import {
  deleteOrder,
  purgeDeletedOrders,
  setOrderStatus,
} from "#shop/orders/order-changes.server.ts";
import { boss, insertBoss, insertUser } from "#shop/loyalty/test-orders.ts";
import { orderOfCheckout } from "#shop/orders/orders.server.ts";
import { settings } from "#shop/settings/tables.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { checkoutAtPayment, onlyBitcoin, roundRate, seenOutput } from "../../../tests/make.ts";
import type { SeenOutput } from "../chain/chain.ts";
import type { DecisionInput } from "./decisions.server.ts";
import { recordOutputs } from "../outputs.server.ts";
import { defaultPaymentPolicy } from "../model/payment.ts";
import { paymentView } from "../payment-view.server.ts";
import { recordTip } from "../poller/watch.server.ts";
import type { AddressSource } from "../quotes.server.ts";
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
import { scheduleNextChecks } from "../poller/schedule.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
/** After the quote and its grace. */
const LATER = 8000;
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

  const see = (
    address: string,
    outputs: SeenOutput[],
    seconds: number,
    rateCents: number | null = null,
  ) => recordOutputs(db, { address, complete: true, rateCents, outputs, policy, now: at(seconds) });
  const confirmed = (sats: number, seconds = 600) =>
    seenOutput(sats, { height: 100, time: at(seconds) });
  const list = async () => (await listReviews(db, null)).rows;
  const details = async (key: string, seconds = LATER) => {
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

  /** What the panel sends: about this money, as it is now. */
  async function about(subject: ChainSubject, seconds = LATER): Promise<DecisionInput> {
    const key = "checkoutId" in subject ? subject.checkoutId : `${subject.txid}:${subject.vout}`;
    const { seen } = await details(key, seconds);
    return { subject, actor: boss, reason: "Agreed by mail", seen, policy, now: at(seconds) };
  }

  /** 7,000 of 14,990 satoshis came in time, and the quote has ended. */
  async function underpaid() {
    const { checkout, address, visitorHash } = await checkoutAtPayment(db, { now: start });
    await confirmOrder(db, {
      offers: onlyBitcoin,
      visitorHash,
      checkoutId: checkout.id,
      policy,
      now: at(30),
    });
    const part = confirmed(7_000);
    await see(address, [part], 700);
    await see(address, [part], LATER);
    return { checkoutId: checkout.id, address, part };
  }

  test("too little is listed with its reason once the amount has ended, and not before", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const part = confirmed(7_000);
    await see(address, [part], 700);
    expect(await list()).toEqual([]);
    await see(address, [part], LATER);
    await see(address, [part], LATER + 60);
    const order = await orderOf(checkout.id);
    expect(await list()).toMatchObject([
      {
        key: checkout.id,
        reason: "underpaid",
        since: at(LATER),
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

  test("accepted: the order goes on as paid; what is decided is written down everywhere", async () => {
    const { checkoutId } = await underpaid();
    const deciding = await about({ checkoutId });
    expect(await acceptPayment(db, deciding)).toEqual({ ok: true, value: undefined });
    const order = await orderOf(checkoutId);
    expect(order).toMatchObject({
      status: "processing",
      paymentStatus: "paid",
      settledAt: at(LATER),
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

    // Once: the same form sent again is about what is no more.
    expect(await acceptPayment(db, deciding)).toEqual({ ok: false, error: "stale" });
    expect(await db.$count(paymentDecisions)).toBe(1);
  });

  test("accepted and vanished: reversed; accepted and taken back: waits again", async () => {
    const { checkoutId, address, part } = await underpaid();
    await acceptPayment(db, await about({ checkoutId }));
    await see(address, [], LATER + 60);
    expect(await orderOf(checkoutId)).toMatchObject({ paymentStatus: "reversed" });
    await see(address, [part], LATER + 120);
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

  test("the rest asked for: shown with a new time, told by mail, and settles when it comes", async () => {
    const { checkoutId, address, part } = await underpaid();
    expect(
      await requestTopUp(db, { ...(await about({ checkoutId })), at: "held", rate: null }),
    ).toMatchObject({ ok: true });
    expect(await view(checkoutId, LATER + 60)).toMatchObject({
      status: "partial",
      isTopUp: true,
      missingSats: 7_990,
      expiresAt: at(LATER + 72 * 3600),
      uri: `bitcoin:${address}?amount=0.00007990&label=Satchel`,
    });
    expect(await list()).toEqual([]);
    const sent = (await db.select().from(mails)).find(({ key }) => key.startsWith("rest-to-pay"));
    expect(sent).toMatchObject({
      to: "mira@example.com",
      message: { template: "rest-to-pay", receivedSats: 7_000, payment: { sats: 7_990, address } },
    });

    await see(address, [part, confirmed(7_990, LATER + 100_000)], LATER + 100_000);
    expect(await orderOf(checkoutId)).toMatchObject({
      status: "processing",
      paymentStatus: "paid",
    });
  });

  test("the rest asked for at the rate of now, and not sent: waits again", async () => {
    const { checkoutId, address, part } = await underpaid();
    const rate = { ...roundRate, rateCents: 5_000_000 };
    const deciding = { ...(await about({ checkoutId })), at: "now" as const };
    expect(await requestTopUp(db, { ...deciding, rate: null })).toEqual({
      ok: false,
      error: "no-price",
    });
    await requestTopUp(db, { ...deciding, rate });
    expect(await view(checkoutId, LATER + 60)).toMatchObject({
      dueSats: 29_980,
      missingSats: 22_980,
    });
    await see(address, [part], LATER + 73 * 3600);
    expect(await list()).toMatchObject([{ reason: "underpaid", missingSats: 22_980 }]);

    const [ask] = (await listDecisions(db, null)).rows;
    const late = LATER + 73 * 3600 + 60;
    await undoDecision(db, { ...(await about({ checkoutId }, late)), decisionId: ask?.id ?? 0 });
    expect(await view(checkoutId, late)).toMatchObject({ dueSats: 14_990, isTopUp: false });
  });

  test("the rest asked for at the rate of now includes today's margin", async () => {
    const { checkoutId } = await underpaid();
    await db.insert(settings).values({ name: "rateMarginPercent", value: 20 });
    const rate = { ...roundRate, rateCents: 5_000_000 };
    const details = await reviewDetails(db, checkoutId, { policy, rate, now: at(LATER) });
    expect(details?.outstanding).toEqual({ held: 7_990, now: 30_475 });
    await requestTopUp(db, { ...(await about({ checkoutId })), at: "now", rate });
    expect(await view(checkoutId, LATER + 60)).toMatchObject({
      rateCents: 4_000_000,
      marginBasisPoints: 2000,
      missingSats: 30_475,
    });
  });

  test("nothing is asked for where nothing is missing", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    await see(address, [seenOutput(14_990, { height: 100, time: at(LATER) })], LATER);
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
      await see(address, [seenOutput(14_990 - outstanding, { height: 100, time: at(60) })], LATER);
      const deciding = await about({ checkoutId: checkout.id });
      return requestTopUp(db, { ...deciding, at: "held", rate: null });
    };
    expect(await request(293)).toEqual({ ok: false, error: "below-dust" });
    expect(await request(294)).toMatchObject({ ok: true });
  });

  test("late money that covers the price at the rate of when it was seen settles by itself", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const output = seenOutput(14_990, { height: 100, time: at(LATER) });
    await see(address, [output], LATER, 10_000_000);
    expect(await orderOf(checkout.id)).toMatchObject({
      status: "processing",
      paymentStatus: "paid",
    });
    // The rate of a later look at it changes nothing.
    await see(address, [output], LATER + 60, 1_000_000);
    expect(await orderOf(checkout.id)).toMatchObject({ paymentStatus: "paid" });
    expect(await list()).toEqual([]);
  });

  test("sent back: refunded, out of the list, with where and how much", async () => {
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
    expect(await view(checkoutId, LATER)).toMatchObject({
      status: "refunded",
      refunds: [{ sats: 7_000, address: back.address, txid: "ab".repeat(32) }],
    });
  });

  test("a completed order that was sent back is no sale any more", async () => {
    const { checkoutId } = await underpaid();
    await acceptPayment(db, await about({ checkoutId }));
    const id = (await orderOf(checkoutId))?.id ?? "";
    await setOrderStatus(db, {
      orderId: id,
      version: null,
      status: "completed",
      actor: boss,
      now: at(LATER),
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

  test("a second payment of a completed order is listed; accepted or sent back, it is not", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const checkoutId = checkout.id;
    const first = confirmed(14_990);
    await see(address, [first], 700);
    expect(await list()).toEqual([]);
    const second = confirmed(14_990, 900);
    await see(address, [first, second], 1000);
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
    await see(address, [confirmed(14_990 + 3_866)], 700);
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
    await see(address, [confirmed(20_000)], 700);
    const orderId = (await orderOf(checkout.id))?.id ?? "";
    const rejecting = { orderId, version: null, actor: boss, now: at(750) };
    await setOrderStatus(db, { ...rejecting, status: "rejected" });
    const { proposal } = await details(checkout.id, 800);
    expect(proposal).toEqual({ amount: 20_000, kept: 0 });
  });

  test("money for a rejected order is listed, whichever came first", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    await see(address, [confirmed(14_990)], 700);
    const order = await orderOf(checkout.id);
    const status = { orderId: order?.id ?? "", version: null, actor: boss, now: at(800) };
    await setOrderStatus(db, { ...status, status: "rejected" });
    expect(await recheckNext(db, policy, at(801))).toBe(true);
    expect(await recheckNext(db, policy, at(801))).toBe(false);
    expect(await list()).toMatchObject([{ reason: "rejected", order: { status: "rejected" } }]);
    await setOrderStatus(db, { ...status, status: "processing" });
    await recheckNext(db, policy, at(802));
    expect(await list()).toEqual([]);

    const other = await checkoutAtPayment(db, { now: start });
    const placed = await confirmOrder(db, {
      offers: onlyBitcoin,
      visitorHash: other.visitorHash,
      checkoutId: other.checkout.id,
      policy,
      now: at(30),
    });
    if (!placed.ok) throw new Error(placed.error);
    await setOrderStatus(db, { ...status, orderId: placed.value.id, status: "rejected" });
    await see(other.address, [confirmed(14_990, 900)], 900);
    expect(await list()).toMatchObject([{ reason: "rejected" }]);
    expect(await orderOf(other.checkout.id)).toMatchObject({
      status: "rejected",
      paymentStatus: "paid",
    });
  });

  test("money for a deleted order is listed, also after the order is gone for good, and becomes no other", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const first = confirmed(14_990);
    await see(address, [first], 700);
    const order = await orderOf(checkout.id);
    await deleteOrder(db, { orderId: order?.id ?? "", version: null, actor: boss, now: at(800) });
    await recheckNext(db, policy, at(801));
    expect(await list()).toEqual([]);

    const second = confirmed(5_000, 900);
    await see(address, [first, second], 1000);
    expect(await list()).toMatchObject([{ reason: "deleted", order: { deleted: true } }]);
    const month = 31 * 24 * 3600;
    expect(await purgeDeletedOrders(db, at(month))).toBe(0);
    await acceptPayment(db, await about({ checkoutId: checkout.id }, month));
    expect(await purgeDeletedOrders(db, at(month))).toBe(1);

    const third = confirmed(20_000, month + 60);
    await see(address, [first, second, third], month + 60);
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

  test("money that came for a deleted order while nobody looked is listed, though the order was purged before it was seen", async () => {
    const DAY = 86_400;
    const { checkout, address, visitorHash } = await checkoutAtPayment(db, { now: start });
    await confirmOrder(db, {
      offers: onlyBitcoin,
      visitorHash,
      checkoutId: checkout.id,
      policy,
      now: at(30),
    });
    const order = await orderOf(checkout.id);
    const gone = { orderId: order?.id ?? "", version: null, actor: boss, now: at(60) };
    expect(await deleteOrder(db, gone)).toMatchObject({ ok: true });
    await see(address, [], 20 * DAY);
    await scheduleNextChecks(db, [address], { watchedSeconds: 4, openSeconds: 20 }, at(20 * DAY));
    // Mined on day 29; purged on day 31; heard of on day 32.
    expect(await purgeDeletedOrders(db, at(31 * DAY))).toBe(1);
    await see(address, [confirmed(14_990, 29 * DAY)], 32 * DAY, roundRate.rateCents);
    expect(await list()).toMatchObject([{ reason: "deleted", receivedSats: 14_990 }]);
  });

  test("an amount that nobody was asked for: given to an order, taken back, sent back", async () => {
    policy = { ...policy, tolerancePercent: 0 };
    const { checkout, address, visitorHash } = await checkoutAtPayment(db, {
      now: start,
      addresses: fixed,
    });
    await confirmOrder(db, {
      offers: onlyBitcoin,
      visitorHash,
      checkoutId: checkout.id,
      policy,
      now: at(30),
    });
    const output = confirmed(7_000);
    await see(address, [output], 700);
    const subject = { txid: output.txid, vout: 0 };
    const key = `${output.txid}:0`;
    expect(await list()).toMatchObject([
      { key, reason: "unclaimed", order: null, receivedSats: 7_000 },
    ]);

    const orderId = (await orderOf(checkout.id))?.id ?? "";
    const attach = async (id: string, seconds: number) =>
      attachOutput(db, { ...(await about(subject, seconds)), orderId: id });
    expect(await attach("AAAAAAA", LATER)).toEqual({ ok: false, error: "no-order" });
    expect(await attach(orderId, LATER)).toMatchObject({ ok: true });
    await see(address, [output], LATER + 60);
    expect(await list()).toMatchObject([
      { key: checkout.id, reason: "underpaid", missingSats: 7_990 },
    ]);

    // The rest is an amount of its own on the address that all share.
    await requestTopUp(db, {
      ...(await about({ checkoutId: checkout.id })),
      at: "held",
      rate: null,
    });
    const rest = confirmed(7_990, LATER + 300);
    await see(address, [output, rest], LATER + 300);
    expect(await orderOf(checkout.id)).toMatchObject({ paymentStatus: "paid" });

    const attached = (await listDecisions(db, null)).rows.find(({ kind }) => kind === "attach");
    const undo = {
      ...(await about({ checkoutId: checkout.id }, LATER + 400)),
      decisionId: attached?.id ?? 0,
    };
    expect(await undoDecision(db, undo)).toMatchObject({ ok: true });
    expect((await list()).map((row) => [row.key, row.reason])).toContainEqual([key, "unclaimed"]);
    expect(await orderOf(checkout.id)).not.toMatchObject({ paymentStatus: "paid" });

    await recordRefund(db, {
      ...(await about(subject, LATER + 500)),
      network: "mainnet",
      refund: back,
    });
    expect((await list()).map((row) => row.reason)).not.toContain("unclaimed");
    expect((await details(key)).decisions).toMatchObject([{ kind: "refund" }, { kind: "attach" }]);
  });

  test("money of nobody's that left the mempool and comes back waits again, though its amount was asked for meanwhile", async () => {
    await checkoutAtPayment(db, { now: start, packageId: "1", addresses: fixed });
    const stray = seenOutput(14_990);
    await see(fixed.address, [stray], 60);
    await see(fixed.address, [], 120);
    expect(await list()).toEqual([]);
    await checkoutAtPayment(db, { now: at(180), addresses: fixed });
    await see(fixed.address, [stray], 240);
    expect(await list()).toMatchObject([{ reason: "unclaimed", receivedSats: 14_990 }]);
  });

  test("an answer that tells an output twice touches nobody's order but its own", async () => {
    await checkoutAtPayment(db, { now: start, packageId: "1", addresses: fixed });
    const stray = seenOutput(14_990);
    await see(fixed.address, [stray], 60);
    const { checkout, visitorHash } = await checkoutAtPayment(db, {
      now: at(180),
      addresses: fixed,
    });
    await confirmOrder(db, {
      offers: onlyBitcoin,
      visitorHash,
      checkoutId: checkout.id,
      policy,
      now: at(200),
    });
    await see(fixed.address, [stray, stray], LATER);
    expect((await db.select().from(orderEvents)).map(({ type }) => type)).toEqual(["placed"]);
    expect(await list()).toMatchObject([{ reason: "unclaimed", receivedSats: 14_990 }]);
  });

  test("money of nobody's is sent back once, however often the form is sent", async () => {
    const { address } = await checkoutAtPayment(db, { now: start, addresses: fixed });
    const output = confirmed(7_000);
    await see(address, [output], 700);
    const deciding = await about({ txid: output.txid, vout: 0 });
    const refund = { ...deciding, network: "mainnet" as const, refund: { ...back, sats: 3_000 } };
    expect(await recordRefund(db, refund)).toMatchObject({ ok: true });
    expect(await recordRefund(db, refund)).toEqual({ ok: false, error: "stale" });
  });

  test("what was on the address before it was handed out is nobody's question", async () => {
    const { address } = await checkoutAtPayment(db, { now: start, addresses: fixed });
    await see(address, [seenOutput(7_000, { height: 50, time: at(-90_000) })], 700);
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
    await see(address, [part, seenOutput(100)], LATER + 10);
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
