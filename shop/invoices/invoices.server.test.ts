import { asc, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { recordTip } from "#shop/payments/poller/watch.server.ts";
import { orders } from "../orders/tables.ts";
import { settings } from "../settings/tables.ts";
import { purgeDeletedOrders } from "../payments/purge-orders.server.ts";
import { findOrder, type StoredOrder } from "../orders/orders.server.ts";
import { recordOutputs } from "../payments/outputs.server.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { deleteCheckouts, placedOrder, seenOutput } from "../../tests/make.ts";
import { runs } from "../../tests/runs.ts";
import { invoices } from "./tables.ts";
import { invoiceOf, beginSeries } from "./invoices.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const DAY = 24 * 60 * 60;

describeWhereDatabasesDiffer("invoices", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    await db.execute(sql`truncate invoices, invoice_series, settings`);
    await recordTip(db, { height: 100, hash: "block-100" }, start);
  });

  const numbers = async () =>
    (await db.select({ number: invoices.number }).from(invoices).orderBy(asc(invoices.number))).map(
      ({ number }) => number,
    );
  const ordered = () => placedOrder(db, { now: start, confirmedAt: at(60) });
  const pay = (address: string, sats: number, seconds = 120) =>
    recordOutputs(db, {
      address,
      outputs: [seenOutput(sats, { height: 100, time: at(seconds) })],
      complete: true,
      policy,
      rateCents: 10_000_000,
      now: at(seconds),
    });
  const stored = async (orderId: string): Promise<StoredOrder> => {
    const order = await findOrder(db, orderId);
    if (!order) throw new Error(`no order ${orderId}`);
    return order;
  };
  const read = async (orderId: string) => invoiceOf(db, await stored(orderId), { sandbox: false });

  test("an order has a number once its payment has settled, and not before", async () => {
    const { address, sats, orderId } = await ordered();
    expect(await read(orderId)).toMatchObject({
      number: null,
      issuedAt: null,
      stamp: { text: "Awaiting payment" },
    });
    await pay(address, sats);
    expect(await read(orderId)).toMatchObject({
      number: "INV-000001",
      issuedAt: at(120),
      stamp: { text: "Paid" },
      bitcoin: { address, dueSats: sats, receivedSats: sats, rateCents: 10_000_000 },
    });
  });

  test("after a restore, and the next one, no number is printed that may have been given since the backup", async () => {
    const placed = [await ordered(), await ordered(), await ordered()] as const;
    const [before, after, later] = placed;
    await pay(before.address, before.sats);
    const first = await beginSeries(db, at(DAY));
    await pay(after.address, after.sats);
    const second = await beginSeries(db, at(2 * DAY));
    await pay(later.address, later.sats);
    expect(second).not.toBe(first);
    const printed = await Promise.all(placed.map(({ orderId }) => read(orderId)));
    expect(printed.map(({ number }) => number)).toEqual([
      "INV-000001",
      `INV-${first}-000002`,
      `INV-${second}-000003`,
    ]);
  });

  test("fifty orders that are paid at once have fifty numbers, without a gap", async () => {
    const placed = [];
    for (let i = 0; i < 50; i += 1) placed.push(await ordered());
    // Transactions of one customer would wait for each other before they assign the number.
    await db.execute(sql`update orders set email = id || '@example.com'`);
    await Promise.all(placed.map(({ address, sats }) => pay(address, sats)));
    expect(await numbers()).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    const issued = await db.select({ orderId: invoices.orderId }).from(invoices);
    expect(new Set(issued.map(({ orderId }) => orderId))).toEqual(
      new Set(placed.map(({ orderId }) => orderId)),
    );
  });

  test("numbers have no gaps and no duplicates with rollbacks and several settlements per transaction", async () => {
    const settle = (tx: Db, orderId: string) =>
      tx.update(orders).set({ settledAt: start }).where(eq(orders.id, orderId));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ size: fc.integer({ min: 1, max: 3 }), undone: fc.boolean() }), {
          minLength: 2,
          maxLength: 5,
        }),
        async (groups) => {
          await deleteCheckouts(db);
          await db.execute(sql`truncate invoices`);
          const ids: string[] = [];
          const all = groups.reduce((sum, { size }) => sum + size, 0);
          for (let i = 0; i < all; i += 1) ids.push((await ordered()).orderId);
          const results = await Promise.allSettled(
            groups.map(({ size, undone }) => {
              const own = ids.splice(0, size);
              return db.transaction(async (tx) => {
                for (const orderId of own) await settle(tx, orderId);
                if (undone) throw new Error("undone");
              });
            }),
          );
          expect(results.map(({ status }) => status)).toEqual(
            groups.map(({ undone }) => (undone ? "rejected" : "fulfilled")),
          );
          const committed = groups.reduce((sum, { size, undone }) => sum + (undone ? 0 : size), 0);
          expect(await numbers()).toEqual(Array.from({ length: committed }, (_, i) => i + 1));
        },
      ),
      { numRuns: runs(5) },
    );
  });

  test("an invoice is not dated before its predecessor by an instance whose clock is behind", async () => {
    const placed = [await ordered(), await ordered(), await ordered()] as const;
    const MINUTE = 60;
    for (const [i, seconds] of [30 * MINUTE, 20 * MINUTE, 40 * MINUTE].entries())
      await pay(placed[i]?.address ?? "", placed[i]?.sats ?? 0, seconds);
    const dates = async () =>
      (await db.select().from(invoices).orderBy(asc(invoices.number))).map((row) => row.issuedAt);
    expect(await dates()).toEqual([at(30 * MINUTE), at(30 * MINUTE), at(40 * MINUTE)]);
  });

  test("a clock that was far ahead once does not date all later invoices", async () => {
    const settle = (orderId: string, seconds: number) =>
      db
        .update(orders)
        .set({ settledAt: at(seconds) })
        .where(eq(orders.id, orderId));
    const placed = [await ordered(), await ordered()] as const;
    await settle(placed[0].orderId, DAY);
    await settle(placed[1].orderId, 60);
    expect((await read(placed[1].orderId)).issuedAt).toEqual(at(60));
  });

  test("money that is taken back takes no number back, and a later invoice has the next one", async () => {
    const first = await ordered();
    await pay(first.address, first.sats);
    await recordOutputs(db, {
      address: first.address,
      outputs: [],
      complete: true,
      policy,
      rateCents: null,
      now: at(180),
    });
    expect(await read(first.orderId)).toMatchObject({
      number: "INV-000001",
      // An invoice never changes: a credit note says what happened since.
      stamp: { text: "Paid" },
      bitcoin: { receivedSats: 14_990, transactions: [{ gone: false }] },
    });
    await pay(first.address, first.sats, 240);
    const second = await ordered();
    await pay(second.address, second.sats, 300);
    expect((await read(first.orderId)).number).toBe("INV-000001");
    expect((await read(second.orderId)).number).toBe("INV-000002");
  });

  test("an order that is completed by hand stays without a number until it is paid", async () => {
    const { address, sats, orderId } = await ordered();
    await db.update(orders).set({ status: "completed" }).where(eq(orders.id, orderId));
    expect(await read(orderId)).toMatchObject({
      number: null,
      stamp: { text: "No payment recorded" },
      bitcoin: { heldUntil: null },
    });
    await pay(address, sats);
    expect((await read(orderId)).number).toBe("INV-000001");
  });

  test("a purged order's number stays, with what it was for, and is not given again", async () => {
    const first = await ordered();
    await pay(first.address, first.sats);
    await db
      .update(orders)
      .set({ deletedAt: at(200) })
      .where(eq(orders.id, first.orderId));
    expect(await purgeDeletedOrders(db, at(200 + 31 * DAY))).toBe(1);
    const second = await ordered();
    await pay(second.address, second.sats);
    expect(await db.select().from(invoices).orderBy(asc(invoices.number))).toMatchObject([
      { number: 1, orderId: first.orderId, issuedAt: at(120), totalCents: 1499 },
      { number: 2, orderId: second.orderId },
    ]);
  });

  test("numbers cannot be changed or removed", async () => {
    const { address, sats } = await ordered();
    await pay(address, sats);
    await expect(db.delete(invoices)).rejects.toThrow();
    await expect(db.update(invoices).set({ number: 7 })).rejects.toThrow();
    expect(await numbers()).toEqual([1]);
  });

  test("an invoice keeps the seller of its time; one from before there was any takes today's", async () => {
    const save = (name: string, value: string) =>
      db
        .insert(settings)
        .values({ name, value })
        .onConflictDoUpdate({ target: settings.name, set: { value } });
    const early = await ordered();
    await pay(early.address, early.sats);
    await save("sellerName", "Mira Holt Ltd");
    const middle = await ordered();
    await pay(middle.address, middle.sats);
    await save("sellerName", "Holt & Daughters");
    await save("sellerTaxId", "VAT 7");
    expect((await read(early.orderId)).seller.sellerName).toBe("Holt & Daughters");
    expect((await read(middle.orderId)).seller).toEqual({
      sellerName: "Mira Holt Ltd",
      sellerAddress: "",
      sellerTaxId: "",
      invoiceNote: "",
    });
  });

  test("the same state gives the same invoice, also after a new block and at another time", async () => {
    const { address, sats, orderId } = await ordered();
    await pay(address, sats);
    const before = await read(orderId);
    await recordTip(db, { height: 105, hash: "block-105" }, at(3000));
    expect(await read(orderId)).toEqual(before);
  });
});
