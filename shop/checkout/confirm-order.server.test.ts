import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { err } from "#lib/result.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { seedCatalog } from "../catalog/packages.server.ts";
import { detailsOf } from "../checkouts/checkout.ts";
import { saveRecipient } from "../checkouts/lock-checkout.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { mails } from "../mail/tables.ts";
import { orderOfCheckout } from "../orders/orders.server.ts";
import { orders } from "../orders/tables.ts";
import { openQuote } from "../payments/quotes.server.ts";
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
import { findOpenCheckout, selectPackage } from "./steps.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const unknownId = "00000000-0000-4000-8000-000000000000";

describeWhereDatabasesDiffer("confirming", (openFresh) => {
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
  const quote = (checkoutId: string) =>
    openQuote(db, {
      checkoutId,
      rate: roundRate,
      addresses: { kind: "xpub", key: testKey },
      settings: defaultSettings,
      quoteSeconds: 3600,
      from: null,
      now: start,
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

  test("places the order and closes the checkout", async () => {
    const { checkout, visitorHash, address } = await checkoutAtPayment(db, { now: start });
    const confirmed = await confirm(visitorHash, checkout.id, at(30));
    if (!confirmed.ok) throw new Error(confirmed.error);
    expect(confirmed.value).toMatchObject({
      ...mira,
      status: "pending",
      paymentStatus: "pending",
      bitcoinWallet: address,
      totalCents: 1499,
      createdAt: at(30),
    });
    expect(await findOpenCheckout(db, visitorHash)).toBeNull();
    expect(await orderOfCheckout(db, checkout.id)).toMatchObject({ id: confirmed.value.id });
    // The next package begins from the start.
    expect(await select(visitorHash, "1", at(40))).toMatchObject({ recipient: null });
  });

  test("is refused without a recipient or without a quote", async () => {
    const visitor = someVisitor();
    const { id } = await select(visitor, "2");
    await quote(id);
    expect(await confirm(visitor, id)).toEqual({ ok: false, error: "no-recipient" });

    const second = someVisitor();
    const { id: unquoted } = await select(second, "2");
    await saveRecipient(db, unquoted, mira, start);
    expect(await confirm(second, unquoted)).toEqual({ ok: false, error: "no-quote" });
    expect(await ordersOf(visitor)).toEqual([]);
    expect(await ordersOf(second)).toEqual([]);
    expect((await findOpenCheckout(db, second))?.checkout).toMatchObject({ id: unquoted });
  });

  test("is refused once another tab has changed what the buyer saw", async () => {
    const { checkout, visitorHash } = await checkoutAtPayment(db, { now: start });
    const request = {
      offers: onlyBitcoin,
      visitorHash,
      checkoutId: checkout.id,
      policy,
      now: start,
    };
    const seen = (await findOpenCheckout(db, visitorHash))!.checkout;
    await saveRecipient(db, checkout.id, { ...mira, tiktokUsername: "someone.else" }, start);
    expect(await confirmOrder(db, { ...request, details: detailsOf(seen) })).toEqual(
      err("changed"),
    );
    expect(await ordersOf(visitorHash)).toHaveLength(0);
    const now = (await findOpenCheckout(db, visitorHash))!.checkout;
    const placed = await confirmOrder(db, { ...request, details: detailsOf(now) });
    expect(placed).toMatchObject({ ok: true, value: { tiktokUsername: "someone.else" } });
  });

  test("is refused for another visitor's checkout", async () => {
    const { checkout, visitorHash } = await checkoutAtPayment(db, { now: start });
    const stranger = someVisitor();
    expect(await confirm(stranger, checkout.id)).toEqual({ ok: false, error: "no-checkout" });
    expect(await ordersOf(visitorHash)).toEqual([]);
  });

  test.each([unknownId, "", "2", "\u0000", "'; drop table orders"])(
    "%j, which is no checkout, is refused",
    async (checkoutId) => {
      expect(await confirm(someVisitor(), checkoutId)).toEqual({
        ok: false,
        error: "no-checkout",
      });
    },
  );

  test("twenty times concurrently creates one order and one mail, and returns the same order", async () => {
    const { checkout, visitorHash } = await checkoutAtPayment(db, { now: start });
    const confirmed = await twentyTimes(() => confirm(visitorHash, checkout.id, at(30)));
    const ids = new Set(confirmed.map((result) => (result.ok ? result.value.id : result.error)));
    expect([...ids]).toEqual((await ordersOf(visitorHash)).map(({ id }) => id));
    const [id] = ids;
    const sent = await db
      .select()
      .from(mails)
      .where(eq(mails.key, `order-placed:${id}`));
    expect(sent).toHaveLength(1);
  });

  test("later input from a stale tab changes nothing", async () => {
    const { checkout, visitorHash } = await checkoutAtPayment(db, { now: start });
    const confirmed = await confirm(visitorHash, checkout.id, at(30));
    await saveRecipient(db, checkout.id, { ...mira, email: "eve@example.com" }, at(40));
    expect(await confirm(visitorHash, checkout.id, at(50))).toEqual(confirmed);
    expect(await rowsOf(visitorHash)).toMatchObject([{ email: mira.email }]);
  });

  test("while selecting another package leaves the order and one open checkout", async () => {
    const { checkout, visitorHash } = await checkoutAtPayment(db, { now: start });
    await twentyTimes(async (i) => {
      if (i % 2 === 0) await confirm(visitorHash, checkout.id, at(30));
      else await select(visitorHash, "3", at(30));
    });
    expect(await ordersOf(visitorHash)).toHaveLength(1);
    expect((await findOpenCheckout(db, visitorHash))?.checkout).toMatchObject({
      package: { id: "3" },
    });
    expect((await rowsOf(visitorHash)).filter(({ state }) => state === "open")).toHaveLength(1);
  });
});
