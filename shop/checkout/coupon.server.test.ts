import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import type { Actor } from "../audit/audit.ts";
import { seedCatalog } from "../catalog/packages.server.ts";
import type { Checkout } from "../checkouts/checkout.ts";
import { saveRecipient } from "../checkouts/lock-checkout.server.ts";
import { boss, insertBoss } from "../loyalty/test-orders.ts";
import type { Offer } from "../methods/methods.ts";
import { couponSums, useBeyondLimit } from "../payments/coupon-uses.server.ts";
import { deleteOrder, setOrderStatus } from "../orders/order-changes.server.ts";
import { orders } from "../orders/tables.ts";
import { defaultPaymentPolicy as policy } from "../payments/model/payment.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import { recordTip } from "../payments/poller/watch.server.ts";
import { openQuote } from "../payments/quotes.server.ts";
import type { CouponValues } from "../promotions/coupon-form.ts";
import {
  createCoupon,
  listCoupons,
  setCouponActive,
  updateCoupon,
} from "../promotions/coupons.server.ts";
import { defaultSettings } from "../settings/settings.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import {
  checkoutAtPayment,
  mira,
  onlyBitcoin,
  roundRate,
  seenOutput,
  someVisitor,
  testKey,
} from "../../tests/make.ts";
import { applyCode, removeCode, whyCodeRefused } from "./coupon.server.ts";
import { bringUpToDate } from "./terms-of-now.server.ts";
import { confirmOrder } from "./confirm-order.server.ts";
import { chooseMethod, findOpenCheckout, selectPackage } from "./steps.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const offers: readonly Offer[] = [{ method: "bank_transfer", how: "by-hand" }, ...onlyBitcoin];

const spring: CouponValues = {
  code: "SPRING15",
  kind: "percent",
  percent: 15,
  cents: null,
  startsOn: null,
  endsOn: null,
  minimumCents: 0,
  packageIds: null,
  totalLimit: null,
  customerLimit: null,
  firstOrderOnly: false,
};

describeWhereDatabasesDiffer("coupons", (openFresh) => {
  let database: Database;
  let db: Db;
  const actor: Actor = boss;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
    await seedCatalog(db);
    await recordTip(db, { height: 100, hash: "block-100" }, now);
  });
  afterEach(() => database.close());

  const create = async (over: Partial<CouponValues> = {}) => {
    const created = await createCoupon(db, { values: { ...spring, ...over }, actor, now });
    if (!created.ok) throw new Error(created.error);
  };

  /** A checkout at step 2 that is to be paid by bank transfer, without a quote. */
  const atStep2 = async (email = mira.email) => {
    const visitorHash = someVisitor();
    const selected = await selectPackage(db, { visitorHash, packageId: "2", now });
    if (!selected.ok) throw new Error(selected.error);
    const { id } = selected.value;
    await saveRecipient(db, id, { ...mira, email }, now);
    await chooseMethod(db, id, "bank_transfer", now);
    return { id, visitorHash };
  };
  const confirm = (made: { id: string; visitorHash: string }, on: Db = db) =>
    confirmOrder(on, { ...made, checkoutId: made.id, offers, policy, now: later(5) });
  const apply = (checkoutId: string, code = "spring 15") =>
    applyCode(db, { checkoutId, code, now: later(1) });
  const quote = async (checkoutId: string, at: Date) => {
    const opened = await openQuote(db, {
      checkoutId,
      rate: { ...roundRate, rateCents: 5_000_000 },
      addresses: { kind: "xpub", key: testKey },
      settings: defaultSettings,
      quoteSeconds: 3600,
      from: null,
      now: at,
    });
    if (!opened.ok) throw new Error(opened.error);
    return opened.value;
  };
  const refresh = async (checkout: Checkout, at: Date) =>
    (await bringUpToDate(db, checkout.id, {
      account: null,
      opensAmount: true,
      now: at,
    })) as Checkout;
  const reasonOf = (result: Awaited<ReturnType<typeof apply>>) =>
    !result.ok && typeof result.error === "object" ? result.error.reason : null;
  const placed = async (email?: string) => {
    const made = await atStep2(email);
    expect(await apply(made.id)).toMatchObject({ ok: true });
    const order = await confirm(made);
    if (!order.ok) throw new Error(order.error);
    return order.value;
  };

  test("an applied code is on the order, whose total is what is paid with money", async () => {
    await create();
    const order = await placed();
    expect(order).toMatchObject({ couponCode: "SPRING15", couponCents: 225, totalCents: 1274 });
    expect(await couponSums(db, now)).toEqual(
      new Map([
        ["SPRING15", { uses: 1, held: 0, paidOrders: 0, discountCents: 0, revenueCents: 0 }],
      ]),
    );
  });

  test("a quote follows the code at its rate and until its end, and back", async () => {
    await create();
    const { checkout } = await checkoutAtPayment(db, { now });
    await apply(checkout.id);
    expect(await quote(checkout.id, later(2))).toMatchObject({
      sats: 12_740,
      expiresAt: later(60),
    });
    expect(await removeCode(db, { checkoutId: checkout.id, now: later(3) })).toMatchObject({
      ok: true,
      value: { couponCode: null, couponCents: 0 },
    });
    expect(await quote(checkout.id, later(4))).toMatchObject({
      sats: 14_990,
      expiresAt: later(60),
    });
  });

  test("unknown, ended and refused codes change nothing", async () => {
    await create({ minimumCents: 2000 });
    const { id } = await atStep2();
    expect(reasonOf(await apply(id, "OTHER"))).toBe("unknown");
    expect(reasonOf(await apply(id, "\u0000"))).toBe("unknown");
    expect(reasonOf(await apply(id))).toBe("minimum");
    await updateCoupon(db, { values: spring, version: 1, actor, now });
    await setCouponActive(db, { code: "SPRING15", active: false, version: 2, actor, now });
    expect(reasonOf(await apply(id))).toBe("ended");
    await setCouponActive(db, { code: "SPRING15", active: true, version: 3, actor, now });
    expect(await apply(id)).toMatchObject({ ok: true });
    expect(await listCoupons(db)).toEqual([{ ...spring, active: true, version: 4 }]);
  });

  test("of two who change a coupon at the same version, the second changes nothing", async () => {
    await create();
    const change = { values: { ...spring, percent: 20 }, version: 1, actor, now };
    expect(await updateCoupon(db, change)).toMatchObject({ ok: true });
    const stale = { ok: false, error: "stale" };
    const second = { ...change, values: { ...spring, percent: 30 } };
    expect(await updateCoupon(db, second)).toEqual(stale);
    const end = { code: "SPRING15", active: false, actor, now };
    expect(await setCouponActive(db, { ...end, version: 1 })).toEqual(stale);
    expect(await listCoupons(db)).toMatchObject([{ percent: 20, active: true, version: 2 }]);
    expect(await updateCoupon(db, { ...second, version: 2 })).toMatchObject({ ok: true });
  });

  test("the revenue of a coupon is what its orders have kept, in part as in whole", async () => {
    await create();
    const order = await placed();
    await confirm(await atStep2("lena@example.com"));
    const sums = async () => (await couponSums(db, now)).get("SPRING15");
    const paid = { uses: 1, held: 0, paidOrders: 1, discountCents: 225 };
    const settled = { paymentStatus: "paid", status: "processing", settledAt: now } as const;
    const set = (values: Partial<typeof orders.$inferInsert>) =>
      db.update(orders).set(values).where(eq(orders.id, order.id));
    await set(settled);
    expect(await sums()).toEqual({ ...paid, revenueCents: 1274 });
    await set({ sentBackCents: 100, paymentStatus: "refunded" });
    expect(await sums()).toEqual({ ...paid, revenueCents: 1174 });
    await set({ creditedCents: 74 });
    expect(await sums()).toEqual({ ...paid, revenueCents: 1100 });
    await set({ sentBackCents: 1200 });
    const none = { paidOrders: 0, discountCents: 0, revenueCents: 0 };
    expect(await sums()).toEqual({ ...paid, ...none });
    await set({ sentBackCents: 0, creditedCents: 0, paymentStatus: "paid" });
    expect(await sums()).toEqual({ ...paid, revenueCents: 1274 });
  });

  test("a restored order takes its use again, and the one beyond the limit is named", async () => {
    await create({ totalLimit: 1, customerLimit: 1 });
    const beyond = async () => {
      const all = await db.select().from(orders).where(eq(orders.couponCode, "SPRING15"));
      const uses = await Promise.all(all.map((order) => useBeyondLimit(db, order)));
      return uses.filter((use) => use !== null);
    };
    const first = await placed();
    expect(await beyond()).toEqual([]);
    const change = { orderId: first.id, version: null, actor, now };
    await setOrderStatus(db, { ...change, status: "rejected" });
    await placed();
    expect(await beyond()).toEqual([]);
    await setOrderStatus(db, { ...change, status: "pending" });
    expect(await beyond()).toEqual([{ use: 2, limit: 1, ofCustomer: false }]);
    await updateCoupon(db, { values: { ...spring, customerLimit: 1 }, version: 1, actor, now });
    expect(await beyond()).toEqual([{ use: 2, limit: 1, ofCustomer: true }]);
    await updateCoupon(db, { values: spring, version: 2, actor, now });
    expect(await beyond()).toEqual([]);
  });

  test("limits count the customer's orders, and a rejected or deleted order gives its use back", async () => {
    await create({ customerLimit: 1, totalLimit: 2 });
    const first = await placed();
    const { id } = await atStep2("MIRA@example.com");
    expect(reasonOf(await apply(id))).toBe("customer-limit");
    const change = { orderId: first.id, version: null, actor, now };
    await setOrderStatus(db, { ...change, status: "rejected" });
    expect(await apply(id)).toMatchObject({ ok: true });
    const second = await placed("lena@example.com");
    await placed("tom@example.com");
    const { id: third } = await atStep2("ada@example.com");
    expect(reasonOf(await apply(third))).toBe("used-up");
    await deleteOrder(db, { ...change, orderId: second.id });
    expect(await apply(third)).toMatchObject({ ok: true });
  });

  test.each([
    { totalLimit: 1, reason: "used-up" },
    { customerLimit: 1, reason: "customer-limit" },
    { firstOrderOnly: true, reason: "not-first-order" },
  ] as const)(
    "of five amounts that one buyer opens, one has the coupon: $reason",
    async ({ reason, ...limits }) => {
      await create(limits);
      const made = [];
      for (let i = 0; i < 5; i += 1) made.push(await checkoutAtPayment(db, { now }));
      const ids = made.map(({ checkout }) => checkout.id);
      // All apply before the first amount is held.
      for (const id of ids) expect(await apply(id)).toMatchObject({ ok: true });
      const held = await Promise.all(ids.map((id) => quote(id, later(2))));
      expect(held.map(({ sats }) => sats).toSorted((a, b) => a - b)).toEqual([
        12_740,
        ...Array(4).fill(14_990),
      ]);
      expect(reasonOf(await apply(ids[held.findIndex(({ sats }) => sats === 14_990)] ?? ""))).toBe(
        reason,
      );
      // The time in which a late payment counts is over.
      const { id } = await atStep2();
      const ended = await applyCode(db, { checkoutId: id, code: "SPRING15", now: later(121) });
      expect(ended).toMatchObject({ ok: true });
    },
  );

  test("a code for the first order is refused to a customer with any order", async () => {
    await create({ firstOrderOnly: true });
    await confirm(await atStep2());
    expect(reasonOf(await apply((await atStep2()).id))).toBe("not-first-order");
  });

  test("another package keeps the code, which is applied to its price", async () => {
    await create();
    const { id, visitorHash } = await atStep2();
    await apply(id);
    await selectPackage(db, { visitorHash, packageId: "3", now: later(2) });
    const open = await findOpenCheckout(db, visitorHash);
    expect(open?.checkout).toMatchObject({ couponCode: "SPRING15", couponCents: 0 });
    const refreshed = await refresh(open?.checkout as Checkout, later(3));
    expect(refreshed).toMatchObject({ couponCents: 450, package: { priceCents: 2999 } });
  });

  test("the code of a link is applied to the package that has an amount already", async () => {
    await create();
    const { checkout, visitorHash } = await checkoutAtPayment(db, { now });
    await selectPackage(db, {
      ...{ visitorHash, packageId: "2", couponCode: "SPRING15" },
      now: later(1),
    });
    const open = await findOpenCheckout(db, visitorHash);
    expect(open?.checkout).toMatchObject({ id: checkout.id, couponCode: "SPRING15" });
    expect(await refresh(open?.checkout as Checkout, later(2))).toMatchObject({
      couponCents: 225,
    });
    expect(await quote(checkout.id, later(3))).toMatchObject({ sats: 12_740 });
  });

  test("a code that ended is taken off before the next amount, with its reason until it is removed, but not while one is held", async () => {
    await create();
    const { checkout, visitorHash } = await checkoutAtPayment(db, { now });
    await apply(checkout.id);
    await quote(checkout.id, later(2));
    await setCouponActive(db, { code: "SPRING15", active: false, version: 1, actor, now });
    const read = async () => (await findOpenCheckout(db, visitorHash))?.checkout as Checkout;
    expect(await refresh(await read(), later(3))).toMatchObject({ couponCents: 225 });
    const refreshed = await refresh(await read(), later(61));
    expect(refreshed).toMatchObject({ couponCode: "SPRING15", couponCents: 0 });
    expect(await whyCodeRefused(db, refreshed, later(61))).toBe("The code SPRING15 has ended.");

    await removeCode(db, { checkoutId: checkout.id, now: later(62) });
    expect(await read()).toMatchObject({ couponCode: null });
    expect(await whyCodeRefused(db, await read(), later(62))).toBeNull();
  });

  test("a held amount takes the last use, and money for it settles the order", async () => {
    await create({ totalLimit: 1 });
    const { checkout, address } = await checkoutAtPayment(db, { now });
    await apply(checkout.id);
    await quote(checkout.id, later(2));
    expect(reasonOf(await apply((await atStep2("lena@example.com")).id))).toBe("used-up");
    expect(await couponSums(db, later(3))).toMatchObject(
      new Map([["SPRING15", { uses: 0, held: 1 }]]),
    );
    await recordOutputs(db, {
      address,
      outputs: [seenOutput(12_740, { height: 100, time: later(3) })],
      complete: true,
      policy,
      rateCents: null,
      now: later(3),
    });
    expect(await db.select().from(orders).where(eq(orders.email, mira.email))).toMatchObject([
      { paymentStatus: "paid", totalCents: 1274, couponCents: 225 },
    ]);
  });

  test("50 buyers with a coupon that one of them may use: exactly one gets it, and no other loses anything", async () => {
    await create({ totalLimit: 1 });
    const buyers = [];
    for (let i = 0; i < 50; i += 1) {
      const made = await atStep2(`buyer${i}@example.com`);
      expect(await apply(made.id)).toMatchObject({ ok: true });
      buyers.push(made);
    }
    const results = await Promise.all(buyers.map((made) => confirm(made)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.error === "terms-changed")).toHaveLength(
      49,
    );
    expect(await db.$count(orders)).toBe(1);
    const loser = buyers[results.findIndex(({ ok }) => !ok)];
    const open = loser && (await findOpenCheckout(db, loser.visitorHash));
    expect(open?.checkout).toMatchObject({ couponCode: "SPRING15", couponCents: 0 });
    expect(loser && (await confirm(loser))).toMatchObject({
      ok: true,
      value: { couponCode: null, couponCents: 0, totalCents: 1499 },
    });
  });

  test("a coupon that covers the price pays the order at Confirm", async () => {
    await create({ kind: "fixed", percent: null, cents: 5000 });
    const order = await placed();
    const [stored] = await db.select().from(orders).where(eq(orders.id, order.id));
    expect(stored).toMatchObject({
      ...{ totalCents: 0, couponCents: 1499, paymentMethod: "coupon" },
      ...{ paymentStatus: "paid", status: "processing" },
    });
  });
});
