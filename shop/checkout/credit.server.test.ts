import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import {
  checkoutAtPayment,
  deleteCheckouts,
  onlyBitcoin,
  roundRate,
  seenOutput,
  someVisitor,
  testKey,
} from "../../tests/make.ts";
import { seedCatalog } from "../catalog/packages.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { addCredit, creditHistory, readBalance } from "../credit/credit.server.ts";
import { actingAs, boss, insertBoss, insertSession, insertUser } from "../loyalty/test-orders.ts";
import { reconcileOrderCredit } from "../loyalty/order-credit.server.ts";
import { setOrderStatus } from "../orders/order-changes.server.ts";
import { orderOfCheckout } from "../orders/orders.server.ts";
import { defaultPaymentPolicy as policy } from "../payments/model/payment.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import { recordTip } from "../payments/poller/watch.server.ts";
import { openQuote } from "../payments/quotes.server.ts";
import { setReductions } from "../payments/reductions.server.ts";
import { reassess } from "../payments/payments.server.ts";
import { paymentReviews } from "../payments/review/tables.ts";
import { paymentAddresses } from "../payments/tables.ts";
import { releaseUnusedCredit } from "../payments/unused-credit.server.ts";
import { lockCheckout } from "../checkouts/lock-checkout.server.ts";
import { defaultSettings } from "../settings/settings.ts";
import { removeCredit, applyCredit } from "./credit.server.ts";
import { confirmOrder } from "./confirm-order.server.ts";
import { selectPackage } from "./steps.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

describeWhereDatabasesDiffer("credit at checkout", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.execute(sql`truncate users cascade`);
    await insertBoss(db);
    await insertUser(db, { id: "kim" });
    await insertSession(db, "kim");
    await recordTip(db, { height: 100, hash: "block-100" }, start);
  });

  let given = 0;
  const give = (cents: number, userId = "kim") =>
    db.transaction((tx) =>
      addCredit(tx, {
        ...{ userId, cents, kind: "gift-code", onceKey: `given:${(given += 1)}`, now: start },
      }),
    );
  const use = (checkoutId: string, now = at(1), userId = "kim") =>
    applyCredit(db, { checkoutId, account: actingAs(userId), now });
  const quote = (checkoutId: string, now: Date) =>
    openQuote(db, {
      checkoutId,
      rate: roundRate,
      addresses: { kind: "xpub", key: testKey },
      settings: defaultSettings,
      quoteSeconds: 3600,
      from: null,
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
      account: actingAs("kim"),
      now,
    });
  const creditOf = async (checkoutId: string) => {
    const [row] = await db.select().from(checkouts).where(eq(checkouts.id, checkoutId));
    return row?.creditCents;
  };
  const balance = async (userId = "kim") => (await readBalance(db, userId)).cents;
  const kinds = async () =>
    (await creditHistory(db, "kim")).map(({ kind, cents }) => [kind, cents]);

  test("of 50 checkouts that use the last $5 at once, exactly one has it", async () => {
    await give(500);
    await seedCatalog(db);
    const ids: string[] = [];
    for (let i = 0; i < 50; i += 1) {
      const selection = { visitorHash: someVisitor(), packageId: "2", now: start };
      const selected = await selectPackage(db, selection);
      if (selected.ok) ids.push(selected.value.id);
    }
    const results = await Promise.all(ids.map((id) => use(id)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.error === "no-credit")).toHaveLength(49);
    const [sum] = await db
      .select({ cents: sql<number>`sum(${checkouts.creditCents})`.mapWith(Number) })
      .from(checkouts);
    expect(sum?.cents).toBe(500);
    expect(await balance()).toBe(0);
  });

  test("pays a part; the rest is paid with money, and a rejected order returns it", async () => {
    await give(420);
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    const used = { ok: true, value: { creditCents: 420 } };
    expect(await use(checkout.id)).toMatchObject(used);
    expect(await use(checkout.id)).toMatchObject(used);
    expect(await balance()).toBe(0);
    expect(await quote(checkout.id, at(1))).toMatchObject({ ok: true, value: { sats: 10_790 } });
    await receive(address, 10_790, at(2));
    const order = await orderOfCheckout(db, checkout.id);
    expect(order).toMatchObject({ totalCents: 1079, creditCents: 420, paymentStatus: "paid" });
    const orderId = order?.id ?? "";
    await reconcileOrderCredit(db, orderId, at(3));
    expect(await balance()).toBe(0);

    const set = async (status: "rejected" | "processing") => {
      await setOrderStatus(db, { orderId, status, version: null, actor: boss, now: at(4) });
      await Promise.all([
        reconcileOrderCredit(db, orderId, at(4)),
        reconcileOrderCredit(db, orderId, at(4)),
      ]);
    };
    await set("rejected");
    expect(await balance()).toBe(420);
    await set("processing");
    expect(await balance()).toBe(0);
    await set("rejected");
    expect(await kinds()).toEqual([
      ["gift-code", 420],
      ["spent", -420],
      ["returned", 420],
      ["spent", -420],
      ["returned", 420],
    ]);
    expect((await creditHistory(db, "kim")).at(-1)).toMatchObject({ orderId });
  });

  test("credit leaves no rest that no payment method takes, and is not bound in such an order", async () => {
    await give(1480);
    const made = await checkoutAtPayment(db, { now: start });
    const use = { checkoutId: made.checkout.id, account: actingAs("kim"), now: at(1) };
    expect(await applyCredit(db, { ...use, leastCents: 50 })).toMatchObject({
      ok: true,
      value: { creditCents: 1449 },
    });
    // The owner switches to a method that takes more, meanwhile.
    const limits = { leastCents: 100, mostCents: null };
    const offers = [{ method: "stripe", how: "page", limits }] as const;
    const { visitorHash, checkout } = made;
    const confirmed = { visitorHash, checkoutId: checkout.id, policy, account: actingAs("kim") };
    const refused = await confirmOrder(db, { ...confirmed, offers, now: at(2) });
    expect(refused).toEqual({ ok: false, error: "not-payable" });
    expect(await orderOfCheckout(db, checkout.id)).toBeNull();
  });

  test("credit that covers the price pays the order at Confirm", async () => {
    await give(5000);
    const made = await checkoutAtPayment(db, { now: start });
    await use(made.checkout.id);
    expect(await balance()).toBe(3501);
    expect(await confirm(made, at(2))).toMatchObject({
      ok: true,
      value: { totalCents: 0, creditCents: 1499, paymentMethod: "credit" },
    });
    expect(await releaseUnusedCredit(db, at(10_000))).toBe(0);
  });

  test("is returned when it is taken off, when another package is chosen, and beyond the price", async () => {
    await give(1000);
    const made = await checkoutAtPayment(db, { now: start });
    await use(made.checkout.id);
    expect(await removeCredit(db, { checkoutId: made.checkout.id, now: at(2) })).toMatchObject({
      ok: true,
    });
    expect([await balance(), await creditOf(made.checkout.id)]).toEqual([1000, 0]);

    await use(made.checkout.id, at(3));
    const reduced = await db.transaction(async (tx) => {
      const checkout = await lockCheckout(tx, made.checkout.id);
      if (!checkout) throw new Error("no checkout");
      return setReductions(tx, checkout, { couponCents: 1099, now: at(4) });
    });
    expect(reduced).toMatchObject({ ok: true, value: { creditCents: 400 } });
    expect([await balance(), await creditOf(made.checkout.id)]).toEqual([600, 400]);

    const { visitorHash } = made;
    const other = await selectPackage(db, { visitorHash, packageId: "3", now: at(5) });
    expect(other).toMatchObject({ ok: true, value: { creditCents: 0 } });
    expect([await balance(), await creditOf(made.checkout.id)]).toEqual([1000, 0]);
  });

  test("500 satoshis for $4.99 place no order by themselves, and do not keep the credit of a checkout that was left", async () => {
    await give(1000);
    const made = await checkoutAtPayment(db, { now: start });
    const { id: checkoutId } = made.checkout;
    await use(checkoutId);
    await quote(checkoutId, at(1));
    await receive(made.address, 500, at(2));
    await db.update(paymentAddresses).set({ lastCheckedAt: at(130) });
    await db.transaction((tx) => reassess(tx, checkoutId, policy, at(130)));
    expect(await orderOfCheckout(db, checkoutId)).toBeNull();
    expect(await releaseUnusedCredit(db, at(130))).toBe(1);
    expect([await balance(), await creditOf(checkoutId)]).toEqual([1000, 0]);
    await db.transaction((tx) => reassess(tx, checkoutId, policy, at(131)));
    expect(await orderOfCheckout(db, checkoutId)).toBeNull();
    expect(await db.select().from(paymentReviews)).toMatchObject([{ checkoutId }]);
  });

  test("stays with a payment that has arrived", async () => {
    await give(1000);
    const made = await checkoutAtPayment(db, { now: start });
    const { id: checkoutId } = made.checkout;
    await use(checkoutId);
    await quote(checkoutId, at(1));
    await receive(made.address, 1000, at(2));
    const refused = { ok: false, error: "money-seen" };
    expect(await removeCredit(db, { checkoutId, now: at(3) })).toEqual(refused);
    expect(await use(checkoutId, at(3))).toEqual(refused);
    await selectPackage(db, { visitorHash: made.visitorHash, packageId: "3", now: at(4) });
    expect(await releaseUnusedCredit(db, at(10_000))).toBe(0);
    expect(await creditOf(checkoutId)).toBe(1000);
  });

  test("returns with the checkout that is left after a payment of dust, which places no order", async () => {
    await give(1000);
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    await use(checkout.id);
    await quote(checkout.id, at(1));
    await receive(address, 500, at(2));
    await db.update(paymentAddresses).set({ lastCheckedAt: at(122) });
    expect(await releaseUnusedCredit(db, at(123))).toBe(1);
    expect([await balance(), await creditOf(checkout.id)]).toEqual([1000, 0]);
    expect(await orderOfCheckout(db, checkout.id)).toBeNull();
  });

  test("of a checkout that was left returns after the quote and its grace, once the chain was asked", async () => {
    await give(1000);
    const { checkout, address } = await checkoutAtPayment(db, { now: start });
    await use(checkout.id);
    await quote(checkout.id, at(1));
    // The quote ends after 60 minutes, and late money counts for 60 more.
    const polled = async (minutes: number) =>
      db
        .update(paymentAddresses)
        .set({ lastCheckedAt: at(minutes) })
        .where(eq(paymentAddresses.address, address));
    await polled(59);
    expect(await releaseUnusedCredit(db, at(119))).toBe(0);
    expect(await releaseUnusedCredit(db, at(121))).toBe(0);
    await polled(120);
    expect(await releaseUnusedCredit(db, at(121))).toBe(1);
    expect([await balance(), await creditOf(checkout.id)]).toEqual([1000, 0]);
    // Money that comes later waits for a decision, as the amount that was asked for is no longer due.
    await receive(address, 4990, at(130));
    expect(await orderOfCheckout(db, checkout.id)).toMatchObject({
      totalCents: 1499,
      paymentStatus: "review",
    });
  });

  test("of another account on the same device is returned to that", async () => {
    await insertUser(db, { id: "lea" });
    await give(500);
    await give(300, "lea");
    const { checkout } = await checkoutAtPayment(db, { now: start });
    await use(checkout.id);
    await use(checkout.id, at(2), "lea");
    expect([await balance("kim"), await balance("lea")]).toEqual([500, 0]);
    expect(await creditOf(checkout.id)).toBe(300);
    await insertUser(db, { id: "max" });
    expect(await use(checkout.id, at(3), "max")).toEqual({ ok: false, error: "no-credit" });
    expect([await balance("lea"), await creditOf(checkout.id)]).toEqual([300, 0]);
  });
});
