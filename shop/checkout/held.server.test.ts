import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { shownIn } from "#messages/current.server.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { deleteCheckouts, mira, roundRate, someVisitor, testKey } from "../../tests/make.ts";
import { packages } from "../catalog/tables.ts";
import { seedCatalog } from "../catalog/packages.server.ts";
import type { CheckoutChange } from "../checkouts/checkout.ts";
import { saveRecipient } from "../checkouts/lock-checkout.server.ts";
import { addCredit, readBalance } from "../credit/credit.server.ts";
import { actingAs, boss, insertBoss, insertSession, insertUser } from "../loyalty/test-orders.ts";
import type { Offer } from "../methods/methods.ts";
import { defaultPaymentPolicy as policy } from "../payments/model/payment.ts";
import { openQuote } from "../payments/quotes.server.ts";
import { coupons } from "../promotions/tables.ts";
import { createCoupon, setCouponActive, updateCoupon } from "../promotions/coupons.server.ts";
import { readSettings } from "../settings/settings.server.ts";
import { settings } from "../settings/tables.ts";
import { confirmOrder } from "./confirm-order.server.ts";
import { applyCode } from "./coupon.server.ts";
import { applyCredit } from "./credit.server.ts";
import { chooseMethod, findOpenCheckout, selectPackage } from "./steps.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const HALF = {
  ...({ code: "HALF", kind: "percent", percent: 50, cents: null } as const),
  ...{ startsOn: null, endsOn: null, minimumCents: 0, packageIds: null },
  ...{ totalLimit: 1, customerLimit: null, firstOrderOnly: false },
};
const both: readonly Offer[] = [
  { method: "bitcoin", how: "chain" },
  { method: "bank_transfer", how: "by-hand" },
];

/** What the owner or another buyer does. */
interface Meanwhile {
  do: (db: Db) => Promise<unknown>;
  offers?: readonly Offer[];
  perDollar?: number;
}

const edit = (values: Partial<typeof packages.$inferInsert>): Meanwhile => ({
  do: (db) => db.update(packages).set(values).where(eq(packages.id, "2")),
});
const order = { actor: boss, now: at(2) };

/**
 * Things that an amount is made of, and what changes them. `now` is what counts where nothing is held: the changes that are
 * shown instead of placing the order, or the reason why there is none.
 */
const cases: (Meanwhile & {
  name: string;
  now: CheckoutChange[] | "taken-off-sale" | "placed";
  binds?: object;
})[] = [
  {
    name: "price × the owner raises it",
    ...edit({ priceCents: 1999, discount: 0 }),
    now: [
      { kind: "price", beforeCents: 1499, afterCents: 1999 },
      { kind: "coupon", code: "HALF", beforeCents: 750, afterCents: 1000 },
    ],
    binds: { couponCents: 1000, creditCents: 200, totalCents: 799 },
  },
  {
    name: "discount × it ends, and the price with it",
    ...edit({ discount: 0, priceCents: 1500 }),
    now: [{ kind: "price", beforeCents: 1499, afterCents: 1500 }],
    binds: { couponCents: 750, creditCents: 200, totalCents: 550 },
  },
  {
    name: "package × the owner changes its coins",
    ...edit({ coins: 300 }),
    now: [{ kind: "package" }],
    binds: { package: { coins: 300 }, totalCents: 549 },
  },
  { name: "package × it sells out", ...edit({ soldOut: true }), now: "taken-off-sale" },
  { name: "package × it is deleted", ...edit({ deletedAt: at(2) }), now: "taken-off-sale" },
  {
    name: "coupon × the owner ends it",
    do: (db) => setCouponActive(db, { ...order, code: "HALF", version: 1, active: false }),
    now: [{ kind: "coupon", code: "HALF", beforeCents: 750, afterCents: 0 }],
    binds: { couponCode: null, couponCents: 0, creditCents: 200, totalCents: 1299 },
  },
  {
    name: "coupon × the owner edits it",
    do: (db) => updateCoupon(db, { ...order, values: { ...HALF, percent: 10 }, version: 1 }),
    now: [{ kind: "coupon", code: "HALF", beforeCents: 750, afterCents: 150 }],
    binds: { couponCents: 150, creditCents: 200, totalCents: 1149 },
  },
  {
    name: "coupon × another buyer takes the last use",
    do: async (db) => {
      const visitorHash = someVisitor();
      const selected = await selectPackage(db, { visitorHash, packageId: "3", now: at(2) });
      const checkoutId = selected.ok ? selected.value.id : "";
      await saveRecipient(db, checkoutId, { ...mira, email: "lena@example.com" }, at(2));
      await chooseMethod(db, checkoutId, "bank_transfer", at(2));
      await applyCode(db, { checkoutId, code: "HALF", now: at(2) });
      await confirmOrder(db, { visitorHash, checkoutId, offers: both, policy, now: at(2) });
    },
    now: [{ kind: "coupon", code: "HALF", beforeCents: 750, afterCents: 0 }],
    binds: { couponCode: null, totalCents: 1299 },
  },
  {
    name: "credit × the owner takes what is left of it",
    do: (db) => db.execute(sql`update credit_balances set cents = 0`),
    now: "placed",
  },
  {
    name: "VAT rate × the owner raises it",
    do: (db) =>
      db
        .insert(settings)
        .values({ name: "vatBasisPoints", value: 2500 })
        .onConflictDoUpdate({ target: settings.name, set: { value: 2500 } }),
    now: [{ kind: "vat" }],
    binds: { vatBasisPoints: 2500, totalCents: 549 },
  },
  {
    name: "method × the owner no longer offers it",
    do: async () => undefined,
    offers: [{ method: "paypal", how: "by-hand" }],
    now: [{ kind: "method" }],
    binds: { paymentMethod: "paypal", totalCents: 549 },
  },
  {
    name: "currency × its rate moves",
    do: async () => undefined,
    perDollar: 0.5,
    // It is shown beside dollars, as approximate.
    now: "placed",
    binds: { shownIn: { currency: "EUR", perDollar: 0.5 } },
  },
];

describeWhereDatabasesDiffer("what is held", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.execute(sql`truncate users, packages, orders cascade`);
    await db.delete(coupons);
    await db.delete(settings);
    await seedCatalog(db);
    await insertBoss(db);
    await insertUser(db, { id: "kim" });
    await insertSession(db, "kim");
    await db.insert(settings).values({ name: "vatBasisPoints", value: 1900 });
    await createCoupon(db, { values: HALF, actor: boss, now: start });
    const credit = { userId: "kim", cents: 200, kind: "gift-code", onceKey: "given" } as const;
    await db.transaction((tx) => addCredit(tx, { ...credit, now: start }));
  });

  const inEuro = <T>(perDollar: number, call: () => Promise<T>) =>
    shownIn({ currency: "EUR", perDollar }, call);

  /** 14.99 USD less half, less 2.00 of credit, with 19 % VAT, at step 3. */
  async function atStep3(method: "bitcoin" | "bank_transfer") {
    const visitorHash = someVisitor();
    const selected = await selectPackage(db, { visitorHash, packageId: "2", now: start });
    if (!selected.ok) throw new Error(selected.error);
    const checkoutId = selected.value.id;
    await saveRecipient(db, checkoutId, mira, start, actingAs("kim"));
    await chooseMethod(db, checkoutId, method, start);
    await applyCode(db, { checkoutId, code: "HALF", now: start });
    await applyCredit(db, { checkoutId, account: actingAs("kim"), now: start });
    if (method === "bitcoin") {
      const opened = await inEuro(0.9, async () =>
        openQuote(db, {
          ...{ checkoutId, rate: roundRate, addresses: { kind: "xpub", key: testKey } },
          ...{ settings: await readSettings(db), quoteSeconds: 3600, from: null, now: at(1) },
        }),
      );
      expect(opened).toMatchObject({ ok: true, value: { sats: 5490, priceCents: 549 } });
    }
    return { visitorHash, checkoutId, method };
  }
  type Made = Awaited<ReturnType<typeof atStep3>>;

  async function confirm(
    { visitorHash, checkoutId, method }: Made,
    { offers = both, perDollar = 0.9, shown = { method, vat: "1900" }, now = at(3) } = {},
  ) {
    const { vatBasisPoints } = await readSettings(db);
    const account = actingAs("kim");
    const terms = { ...shown, vatBasisPoints };
    return inEuro(perDollar, () =>
      confirmOrder(db, { visitorHash, checkoutId, offers, policy, account, terms, now }),
    );
  }

  test.each(cases)("held: $name", async ({ do: change, offers, perDollar }) => {
    const made = await atStep3("bitcoin");
    await change(db);
    const placed = await confirm(made, { offers, perDollar });
    expect(placed).toMatchObject({
      ok: true,
      value: {
        ...{ package: { priceCents: 1499, coins: 350 }, paymentMethod: "bitcoin" },
        ...{ couponCode: "HALF", couponCents: 750, creditCents: 200, totalCents: 549 },
        ...{ vatBasisPoints: 1900, vatCents: 120, shownIn: { currency: "EUR", perDollar: 0.9 } },
      },
    });
  });

  test.each(cases)("not held: $name", async ({ do: change, offers, perDollar, ...expected }) => {
    const made = await atStep3("bank_transfer");
    await change(db);
    const first = await confirm(made, { offers, perDollar });
    if (expected.now === "placed") {
      expect(first).toMatchObject({ ok: true, value: { totalCents: 549, ...expected.binds } });
      return;
    }
    if (expected.now === "taken-off-sale") {
      expect(first).toEqual({ ok: false, error: "taken-off-sale" });
      return;
    }
    expect(first).toEqual({ ok: false, error: "terms-changed" });
    const open = await findOpenCheckout(db, made.visitorHash);
    expect(open?.checkout.changes).toEqual(expected.now);
    // What is shown then binds.
    const [offer] = offers ?? [{ method: made.method }];
    const vat = String((await readSettings(db)).vatBasisPoints);
    const shown = { method: (offer?.method ?? made.method) as Made["method"], vat };
    const second = await confirm(made, { offers, perDollar, shown });
    expect(second).toMatchObject({ ok: true, value: { creditCents: 200, ...expected.binds } });
    expect((await readBalance(db, "kim")).cents).toBe(0);
  });

  test("a coupon of 100 % by mistake, edited before Confirm: nothing is free without being shown", async () => {
    await updateCoupon(db, { ...order, values: { ...HALF, percent: 100 }, version: 1 });
    const made = await atStep3("bank_transfer");
    await updateCoupon(db, { ...order, values: { ...HALF, percent: 10 }, version: 2 });
    expect(await confirm(made)).toEqual({ ok: false, error: "terms-changed" });
    expect(await confirm(made)).toMatchObject({ ok: true, value: { totalCents: 1349 } });
  });

  test.each([
    { minutes: 120, placed: true },
    { minutes: 122, placed: false },
  ])("an amount holds while a late payment counts: $minutes minutes", async (when) => {
    const made = await atStep3("bitcoin");
    await edit({ priceCents: 1999 }).do(db);
    expect((await confirm(made, { now: at(when.minutes) })).ok).toBe(when.placed);
  });
});
