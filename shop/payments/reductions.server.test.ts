import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { confirmOrder } from "../checkout/confirm-order.server.ts";
import { lockCheckout } from "../checkouts/lock-checkout.server.ts";
import { mails } from "../mail/tables.ts";
import { orderHistory, orderOfCheckout } from "../orders/orders.server.ts";
import { orders } from "../orders/tables.ts";
import { defaultSettings } from "../settings/settings.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import {
  checkoutAtPayment,
  onlyBitcoin,
  roundRate,
  seenOutput,
  testKey,
} from "../../tests/make.ts";
import { defaultPaymentPolicy as policy } from "./model/payment.ts";
import { recordOutputs } from "./outputs.server.ts";
import { paymentView } from "./payment-view.server.ts";
import { recordTip } from "./poller/watch.server.ts";
import { openQuote } from "./quotes.server.ts";
import { setReductions } from "./reductions.server.ts";
import { paymentReviews } from "./review/tables.ts";
import { reviewDetails } from "./review/review-details.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

describeOnBothDatabases("reductions", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    await recordTip(db, { height: 100, hash: "block-100" }, start);
  });
  afterEach(() => database.close());

  const reduce = (checkoutId: string, creditCents: number, now: Date) =>
    db.transaction(async (tx) => {
      const checkout = await lockCheckout(tx, checkoutId);
      if (!checkout) throw new Error("no checkout");
      return setReductions(tx, checkout, { creditCents, now });
    });
  const quote = (checkoutId: string, now: Date) =>
    openQuote(db, {
      checkoutId,
      rate: { ...roundRate, rateCents: 5_000_000 },
      addresses: { kind: "xpub", key: testKey },
      settings: defaultSettings,
      quoteSeconds: 3600,
      from: null,
      now,
    });
  const view = async (checkoutId: string, now: Date) =>
    paymentView(db, checkoutId, await orderOfCheckout(db, checkoutId), {
      policy,
      label: "Satchel",
      chainUp: true,
      now,
    });
  const receive = (address: string, sats: number, now: Date) =>
    recordOutputs(db, {
      address,
      outputs: [seenOutput(sats, { height: 100, time: now })],
      complete: true,
      policy,
      rateCents: null,
      now,
    });
  const confirm = (made: { visitorHash: string; checkout: { id: string } }, now: Date) =>
    confirmOrder(db, {
      offers: onlyBitcoin,
      visitorHash: made.visitorHash,
      checkoutId: made.checkout.id,
      policy,
      now,
    });

  test("a changed amount has another quote on the same address, at the same rate and until the same end", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    expect((await reduce(checkout.id, 500, at(20))).ok).toBe(true);
    expect(await quote(checkout.id, at(20))).toMatchObject({
      ok: true,
      value: { address, sats: 9_990, priceCents: 999, rateCents: 10_000_000, expiresAt: at(60) },
    });
    expect(await view(checkout.id, at(21))).toMatchObject({ status: "pending", dueSats: 9_990 });
    await receive(address, 9_990, at(30));
    expect(await orderOfCheckout(db, checkout.id)).toMatchObject({
      totalCents: 999,
      creditCents: 500,
      paymentStatus: "paid",
      status: "processing",
    });
  });

  test("a withdrawn quote settles nothing: too little for the amount due is a part of it", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    await reduce(checkout.id, 500, at(1));
    await quote(checkout.id, at(1));
    await reduce(checkout.id, 0, at(2));
    await quote(checkout.id, at(2));
    await receive(address, 9_990, at(3));
    expect(await view(checkout.id, at(4))).toMatchObject({ status: "partial", missingSats: 5_000 });
    expect(await reduce(checkout.id, 500, at(5))).toEqual({ ok: false, error: "money-seen" });
  });

  test("without a quote in its place, money for a withdrawn one waits for a decision", async () => {
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    await reduce(checkout.id, 500, at(1));
    await receive(address, 14_990, at(2));
    expect(await db.select().from(paymentReviews)).toMatchObject([
      { checkoutId: checkout.id, reason: "late" },
    ]);
    const details = await reviewDetails(db, checkout.id, { policy, rate: null, now: at(3) });
    expect(details).toMatchObject({ receivedSats: 14_990, reason: "late" });
  });

  test("with nothing due, Confirm pays the order without a quote, and later money waits for a decision", async () => {
    const made = await checkoutAtPayment(db, { now: start });
    await reduce(made.checkout.id, 1499, at(1));
    expect(await quote(made.checkout.id, at(1))).toEqual({ ok: false, error: "nothing-due" });
    const placed = await confirm(made, at(2));
    expect(await confirm(made, at(3))).toMatchObject({ ok: true });
    expect(await db.select().from(orders)).toMatchObject([
      {
        id: placed.ok && placed.value.id,
        totalCents: 0,
        creditCents: 1499,
        status: "processing",
        paymentStatus: "paid",
        paymentMethod: "credit",
        settledAt: at(2),
      },
    ]);
    const [order] = await db.select().from(orders);
    const events = await orderHistory(db, order?.id ?? "");
    expect(events.map(({ type }) => type)).toEqual(["placed", "payment", "status"]);
    const sent = await db.select({ message: mails.message }).from(mails);
    expect(sent.map(({ message }) => message.template)).toEqual(["order-placed"]);

    await receive(made.address, 14_990, at(4));
    expect(await orderOfCheckout(db, made.checkout.id)).toMatchObject({ paymentStatus: "paid" });
    expect(await db.select({ reason: paymentReviews.reason }).from(paymentReviews)).toEqual([
      { reason: "twice" },
    ]);
    const options = { policy, rate: null, now: at(5) };
    const details = await reviewDetails(db, order?.id ?? "", options);
    expect(details).toMatchObject({ proposal: { amount: 14_990, kept: 0 } });
  });

  test("money for a withdrawn quote places the order of a checkout that owes nothing", async () => {
    const made = await checkoutAtPayment(db, { now: start });
    await reduce(made.checkout.id, 1499, at(1));
    await receive(made.address, 14_990, at(2));
    const [order] = await db.select().from(orders).where(eq(orders.totalCents, 0));
    expect(order).toMatchObject({ paymentStatus: "paid", status: "processing" });
    expect(await db.select({ reason: paymentReviews.reason }).from(paymentReviews)).toEqual([
      { reason: "twice" },
    ]);
  });

  test("a confirmed checkout without a quote that stands has none to confirm", async () => {
    const made = await checkoutAtPayment(db, { now: start });
    await reduce(made.checkout.id, 500, at(1));
    expect(await confirm(made, at(2))).toEqual({ ok: false, error: "no-quote" });
  });
});
