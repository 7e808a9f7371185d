import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { mails } from "../mail/tables.ts";
import { settings } from "../settings/tables.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { insertUser } from "../loyalty/test-orders.ts";
import { renderMail } from "../mail/render.server.tsx";
import { recordOutputs } from "../payments/outputs.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { recordTip } from "#shop/payments/poller/watch.server.ts";
import { requestTopUp } from "#shop/payments/review/top-up.server.ts";
import { recordRefund } from "#shop/payments/review/chain-refunds.server.ts";
import { completeMessage } from "../../tests/complete-mails.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import {
  checkoutAtPayment,
  deleteCheckouts,
  onlyBitcoin,
  placedOrder,
  seenOutput,
} from "../../tests/make.ts";
import { findOrder } from "./orders.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const minutesAfter = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const boss = { id: "robin", email: "robin@example.com", ip: null };

describeOnBothDatabases("mails to the customer about a payment", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertUser(db, { id: "robin", role: "admin" });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.delete(settings);
    await recordTip(db, { height: 100, hash: "block-100" }, now);
  });

  const turnOff = (...names: string[]) =>
    db.insert(settings).values(names.map((name) => ({ name, value: false })));
  /** Records the outputs that a chain source reports for the address at that time. */
  const reportOutputs = (
    address: string,
    outputs: ReturnType<typeof seenOutput>[],
    at = minutesAfter(1),
  ) => recordOutputs(db, { address, complete: true, rateCents: null, outputs, policy, now: at });
  /** Returns the mails to the customer, without the order confirmation. */
  const customerMails = async () => {
    const found = await db.select().from(mails).orderBy(mails.createdAt);
    return found.flatMap(({ to, message }) =>
      to === "mira@example.com" && message.template !== "order-placed" ? [message] : [],
    );
  };
  const words = async () =>
    (await customerMails()).map((message) =>
      "status" in message ? message.status : message.template,
    );
  const refund = (subject: { checkoutId: string }, version: number, receivedSats: number) =>
    recordRefund(db, {
      subject,
      actor: boss,
      reason: "too late",
      seen: { version, receivedSats },
      policy,
      now: minutesAfter(200),
      refund: {
        sats: receivedSats,
        address: "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
        txid: "ab".repeat(32),
      },
      network: "mainnet",
    });

  test("seen, and then confirmed: one mail each, however often it is reported", async () => {
    const { address, sats, orderId } = await placedOrder(db, { now });
    const output = seenOutput(sats);
    await reportOutputs(address, [output]);
    await reportOutputs(address, [output]);
    expect(await words()).toEqual(["detected"]);
    const confirmed = {
      ...output,
      block: { height: 100, hash: "block-100", time: minutesAfter(10) },
    };
    await reportOutputs(address, [confirmed], minutesAfter(10));
    await reportOutputs(address, [confirmed], minutesAfter(11));
    expect(await words()).toEqual(["detected", "paid"]);
    expect(await customerMails()).toMatchObject([
      { orderId, receivedSats: sats, dueSats: sats },
      { orderId, receivedSats: sats, dueSats: sats },
    ]);
  });

  test("a payment that leaves the mempool and returns is mailed once", async () => {
    const { address, sats } = await placedOrder(db, { now });
    const output = seenOutput(sats);
    for (const outputs of [[output], [], [output], [], [output]])
      await reportOutputs(address, outputs);
    expect(await words()).toEqual(["detected"]);
  });

  test("an order placed by its payment gets one mail about the payment", async () => {
    const { address, sats } = await checkoutAtPayment(db, { now });
    await reportOutputs(address, [seenOutput(sats, { height: 100 })]);
    expect(await words()).toEqual([]);
    const placedMails = (await db.select().from(mails)).filter(
      ({ message }) => message.template === "order-placed",
    );
    expect(placedMails).toMatchObject([{ message: { payment: null, seen: { status: "paid" } } }]);
  });

  test.each([
    ["all of it", 14_990, { status: "detected" }, null],
    ["a part", 5_000, { status: "partial", receivedSats: 5_000 }, { sats: 9_990 }],
  ])(
    "confirming an order after %s was seen says so in one mail",
    async (_, sats, seen, payment) => {
      const { address, visitorHash, checkout } = await checkoutAtPayment(db, { now });
      await reportOutputs(address, [seenOutput(sats)]);
      await confirmOrder(db, {
        offers: onlyBitcoin,
        visitorHash,
        checkoutId: checkout.id,
        policy,
        now: minutesAfter(2),
      });
      const sent = (await db.select().from(mails)).filter(({ to }) => to === "mira@example.com");
      expect(sent).toMatchObject([{ message: { template: "order-placed", seen, payment } }]);
    },
  );

  test("too little in time: how much is missing, and where to", async () => {
    const { address, sats } = await placedOrder(db, { now });
    await reportOutputs(address, [seenOutput(5_000)]);
    expect(await customerMails()).toMatchObject([
      {
        template: "rest-to-pay",
        receivedSats: 5_000,
        payment: { address, sats: sats - 5_000, expiresAt: minutesAfter(60).toISOString() },
      },
    ]);
  });

  test("too much: confirmed, and that the difference is looked at", async () => {
    const { address, sats } = await placedOrder(db, { now });
    await reportOutputs(address, [seenOutput(sats * 2, { height: 100 })]);
    expect(await words()).toEqual(["overpaid"]);
  });

  test("too late, or too little when the time is over: a person decides", async () => {
    const { address } = await placedOrder(db, { now });
    const output = seenOutput(5_000);
    await reportOutputs(address, [output]);
    await reportOutputs(address, [output], minutesAfter(61));
    expect(await words()).toEqual(["rest-to-pay", "review"]);
    expect((await customerMails())[1]).toMatchObject({ reason: "underpaid" });
  });

  test("a top-up requested by an administrator is mailed once", async () => {
    const { address, sats, checkout, orderId } = await placedOrder(db, { now });
    const output = seenOutput(5_000);
    await reportOutputs(address, [output], minutesAfter(1));
    await reportOutputs(address, [output], minutesAfter(61));
    const order = await findOrder(db, orderId);
    const requested = await requestTopUp(db, {
      subject: { checkoutId: checkout.id },
      actor: boss,
      reason: "still wanted",
      seen: { version: order?.version ?? 0, receivedSats: 5_000 },
      policy,
      now: minutesAfter(90),
      at: "held",
      rate: null,
    });
    expect(requested).toEqual({ ok: true });
    expect(await words()).toEqual(["rest-to-pay", "review", "rest-to-pay"]);
    expect((await customerMails())[2]).toMatchObject({ payment: { sats: sats - 5_000 } });
  });

  test("a refund: how much, where to, in which transaction", async () => {
    const { address, checkout, orderId } = await placedOrder(db, { now });
    await reportOutputs(address, [seenOutput(5_000)], minutesAfter(61));
    const order = await findOrder(db, orderId);
    expect(await refund({ checkoutId: checkout.id }, order?.version ?? 0, 5_000)).toEqual({
      ok: true,
    });
    expect((await customerMails()).at(-1)).toMatchObject({
      template: "refund",
      orderId,
      refund: { sats: 5_000, txid: "ab".repeat(32) },
    });
  });

  test("none of them when the owner wants none: payments with the order's confirmation, refunds with its rejection", async () => {
    await turnOff("orderConfirmation", "orderFailed");
    const { address, sats, checkout, orderId } = await placedOrder(db, { now });
    const output = seenOutput(5_000);
    await reportOutputs(address, [output]);
    await reportOutputs(address, [output], minutesAfter(61));
    const order = await findOrder(db, orderId);
    await refund({ checkoutId: checkout.id }, order?.version ?? 0, 5_000);
    const other = await placedOrder(db, { now });
    await reportOutputs(other.address, [seenOutput(sats)]);
    await reportOutputs(other.address, [seenOutput(sats, { height: 100 })]);
    expect(await customerMails()).toEqual([]);
  });

  test("each is put into words, with the amounts and the way to the order", async () => {
    const { address, sats, orderId } = await placedOrder(db, { now });
    await reportOutputs(address, [seenOutput(5_000)]);
    await reportOutputs(address, [seenOutput(5_000)], minutesAfter(61));
    const paid = await placedOrder(db, { now });
    await reportOutputs(paid.address, [seenOutput(sats * 2)]);
    await reportOutputs(paid.address, [seenOutput(sats * 2, { height: 100 })]);
    const shop = {
      shopName: "Münzen",
      supportEmail: "help@example.com",
      appUrl: "https://shop.example",
    };
    const rendered = await Promise.all(
      (await customerMails()).map(async (message) =>
        renderMail(await completeMessage(db, { to: "", message }), shop),
      ),
    );
    const said = rendered.map(({ subject, text }) => `${subject}\n${text}`).join("\n\n");
    for (const part of [
      `Münzen: part of the payment for order ${orderId} is missing`,
      `Münzen: order ${orderId}: your payment is in review`,
      `Münzen: order ${paid.orderId}: payment seen`,
      `Münzen: order ${paid.orderId}: payment confirmed`,
      "0.00009990 BTC",
      "0.00029980 BTC",
      "Less than the amount due arrived",
      `https://shop.example/track-order?orderId=${orderId}&key=`,
      "help@example.com",
    ])
      expect(said).toContain(part);
  });
});
