import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { packages } from "../catalog/tables.ts";
import { checkouts } from "../checkouts/tables.ts";
import { orders } from "../orders/tables.ts";
import { seedCatalog } from "../catalog/packages.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { openQuote } from "../payments/quotes.server.ts";
import { orderOfCheckout } from "../orders/orders.server.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import {
  checkoutAtPayment,
  mira,
  onlyBitcoin,
  roundRate,
  someVisitor,
  testKey,
} from "../../tests/make.ts";
import { confirmOrder } from "./confirm-order.server.ts";
import {
  findOpenCheckout,
  readRecentOrderId,
  selectPackage,
  findTakenOffSale,
} from "./steps.server.ts";
import { saveRecipient } from "../checkouts/lock-checkout.server.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { runs } from "../../tests/runs.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);

describeWhereDatabasesDiffer("checkouts", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await seedCatalog(db);
  });
  afterAll(() => database.close());

  const select = async (visitorHash: string, packageId: string, now = start) => {
    const selected = await selectPackage(db, { visitorHash, packageId, now });
    if (!selected.ok) throw new Error(selected.error);
    return selected.value;
  };
  const quote = (checkoutId: string, now = start) =>
    openQuote(db, {
      checkoutId,
      rate: roundRate,
      addresses: { kind: "xpub", key: testKey },
      settings: defaultSettings,
      quoteSeconds: 3600,
      from: null,
      now,
    });
  const confirm = (visitorHash: string, checkoutId: string, now = start) =>
    confirmOrder(db, { offers: onlyBitcoin, visitorHash, checkoutId, policy, now });
  const rowsOf = (visitorHash: string) =>
    db.select().from(checkouts).where(eq(checkouts.visitorHash, visitorHash));
  const ordersOf = (visitorHash: string) =>
    db
      .select({ id: orders.id })
      .from(orders)
      .innerJoin(checkouts, eq(checkouts.id, orders.checkoutId))
      .where(eq(checkouts.visitorHash, visitorHash));
  const twentyTimes = <T>(work: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 20 }, (_, i) => work(i)));

  describe("selecting a package", () => {
    test("copies it into the visitor's checkout", async () => {
      const [visitor, other] = [someVisitor(), someVisitor()];
      const checkout = await select(visitor, "2");
      expect(checkout).toMatchObject({
        package: { id: "2", coins: 350, priceCents: 1499 },
        recipient: null,
        paymentMethod: null,
      });
      expect((await findOpenCheckout(db, visitor))?.checkout).toEqual(checkout);
      expect(await findOpenCheckout(db, other)).toBeNull();
    });

    test("selecting it twice gives the same checkout, before and after a quote", async () => {
      const visitor = someVisitor();
      const first = await select(visitor, "2");
      expect(await select(visitor, "2")).toEqual(first);
      await saveRecipient(db, first.id, mira, start);
      await quote(first.id);
      expect(await select(visitor, "2")).toEqual({ ...first, recipient: mira });
      expect(await rowsOf(visitor)).toHaveLength(1);
    });

    test("twenty concurrent clicks create one checkout", async () => {
      const visitor = someVisitor();
      const selected = await twentyTimes(() => select(visitor, "2"));
      expect(new Set(selected.map(({ id }) => id)).size).toBe(1);
      expect(await rowsOf(visitor)).toHaveLength(1);
    });

    test("another package replaces it before a quote", async () => {
      const visitor = someVisitor();
      const first = await select(visitor, "2");
      await saveRecipient(db, first.id, mira, start);
      const second = await select(visitor, "3");
      expect(second).toMatchObject({ id: first.id, package: { id: "3" }, recipient: mira });
      expect(await rowsOf(visitor)).toHaveLength(1);
    });

    test("another package after a quote opens a new checkout with the same recipient; the old quote stays valid", async () => {
      const { checkout, visitorHash } = await checkoutAtPayment(db, { now: start });
      const second = await select(visitorHash, "3", at(60));
      expect(second.id).not.toBe(checkout.id);
      expect(second).toMatchObject({ package: { id: "3" }, recipient: mira });
      expect((await findOpenCheckout(db, visitorHash))?.checkout).toEqual(second);
      expect((await quote(checkout.id, at(61))).ok).toBe(true);
      const order = await confirm(visitorHash, checkout.id, at(62));
      expect(order).toMatchObject({ ok: true, value: { package: { id: "2" } } });
      expect((await findOpenCheckout(db, visitorHash))?.checkout).toEqual(second);
    });

    test("twenty concurrent clicks on another package after a quote open one new checkout", async () => {
      const { checkout, visitorHash } = await checkoutAtPayment(db, { now: start });
      const selected = await twentyTimes(() => select(visitorHash, "3", at(60)));
      expect(new Set(selected.map(({ id }) => id)).size).toBe(1);
      const rows = await rowsOf(visitorHash);
      expect(rows.map(({ state }) => state).toSorted()).toEqual(["left", "open"]);
      expect(rows.find(({ id }) => id === checkout.id)).toMatchObject({ state: "left" });
    });

    test("concurrent clicks on different packages leave one open checkout", async () => {
      const visitor = someVisitor();
      await twentyTimes((i) => select(visitor, String(1 + (i % 5))));
      const open = await db
        .select()
        .from(checkouts)
        .where(and(eq(checkouts.visitorHash, visitor), eq(checkouts.state, "open")));
      expect(open).toHaveLength(1);
      expect((await findOpenCheckout(db, visitor))?.checkout).toMatchObject({ id: open[0]?.id });
    });

    test.each(["6", "", "\u0000", "1 or 1=1"])(
      "%j, which is not for sale, is refused",
      async (id) => {
        const visitor = someVisitor();
        const before = await select(visitor, "1");
        expect(
          await selectPackage(db, { visitorHash: visitor, packageId: id, now: start }),
        ).toEqual({
          ok: false,
          error: "unknown",
        });
        expect((await findOpenCheckout(db, visitor))?.checkout).toEqual(before);
      },
    );

    test("a checkout without a quote ends when its package sells out or is taken off sale; one with a quote keeps it", async () => {
      const visitor = someVisitor();
      const open = await select(visitor, "3");
      const { checkout: quoted } = await checkoutAtPayment(db, { now: start, packageId: "3" });
      const change = (values: Partial<typeof packages.$inferInsert>) =>
        db.update(packages).set(values).where(eq(packages.id, "3"));
      expect(await findTakenOffSale(db, open, start)).toBeNull();
      await change({ soldOut: true });
      expect(await findTakenOffSale(db, open, start)).toEqual({
        reason: "sold-out",
        isKept: false,
      });
      expect(await findTakenOffSale(db, quoted, start)).toEqual({
        reason: "sold-out",
        isKept: true,
      });
      await change({ soldOut: false, validUntil: "2020-01-01" });
      expect(await findTakenOffSale(db, open, start)).toEqual({ reason: "gone", isKept: false });
      await change({ validUntil: null });
    });

    test("a price change does not affect an existing quote", async () => {
      const { checkout, visitorHash } = await checkoutAtPayment(db, { now: start, packageId: "4" });
      await db.update(packages).set({ priceCents: 9_999 }).where(eq(packages.id, "4"));
      expect(await select(visitorHash, "4", at(60))).toEqual(checkout);
      const fresh = await select(someVisitor(), "4", at(60));
      expect(fresh.package.priceCents).toBe(9_999);
      await db.update(packages).set({ priceCents: 5_999 }).where(eq(packages.id, "4"));
    });
  });

  test("readRecentOrderId returns the visitor's latest order for an hour", async () => {
    const visitorHash = someVisitor();
    expect(await readRecentOrderId(db, visitorHash, start)).toBeNull();
    expect(await readRecentOrderId(db, null, start)).toBeNull();

    const place = async (seconds: number) => {
      const { checkout } = await checkoutAtPayment(db, { now: at(seconds), visitorHash });
      expect(await orderOfCheckout(db, checkout.id)).toBeNull();
      const confirmed = await confirm(visitorHash, checkout.id, at(seconds));
      if (!confirmed.ok) throw new Error(confirmed.error);
      return confirmed.value.id;
    };
    const first = await place(0);
    expect(await readRecentOrderId(db, visitorHash, at(1))).toBe(first);
    const second = await place(60);
    expect(await readRecentOrderId(db, visitorHash, at(61))).toBe(second);
    expect(await readRecentOrderId(db, visitorHash, at(60 + 3599))).toBe(second);
    expect(await readRecentOrderId(db, visitorHash, at(60 + 3600))).toBeNull();
    expect(await readRecentOrderId(db, someVisitor(), at(61))).toBeNull();
  });

  test("any sequence of actions leaves at most one open checkout, and one order per checkout", async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom("1", "2").map((id) => ({ select: id })) },
      { weight: 2, arbitrary: fc.constant("account" as const) },
      { weight: 2, arbitrary: fc.constant("quote" as const) },
      { weight: 2, arbitrary: fc.constant("confirm" as const) },
      { weight: 1, arbitrary: fc.constant("confirm an earlier one" as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const visitor = someVisitor();
        const seen: string[] = [];
        let confirmed = 0;
        for (const [i, action] of steps.entries()) {
          const open = (await findOpenCheckout(db, visitor))?.checkout;
          if (typeof action === "object") {
            const { id } = await select(visitor, action.select, at(i));
            if (!seen.includes(id)) seen.push(id);
          } else if (action === "account" && open) await saveRecipient(db, open.id, mira, at(i));
          else if (action === "quote" && open) await quote(open.id, at(i));
          else if (action.startsWith("confirm")) {
            const id = action === "confirm" ? open?.id : seen[0];
            if (id && (await confirm(visitor, id, at(i))).ok) confirmed += 1;
          }
          const rows = await rowsOf(visitor);
          expect(rows.map((row) => row.id).toSorted()).toEqual(seen.toSorted());
          const states = rows.map(({ state }) => state);
          expect(states.filter((state) => state === "open").length).toBeLessThanOrEqual(1);
          const placed = await ordersOf(visitor);
          expect(placed).toHaveLength(states.filter((state) => state === "done").length);
          expect(placed.length).toBeLessThanOrEqual(confirmed);
        }
      }),
      { numRuns: runs(15) },
    );
  });
});
