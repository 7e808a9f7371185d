import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "csv-parse/sync";
import type { Database, Db } from "#db/client.server.ts";
import { csvLine } from "#lib/csv.ts";
import { vatIn } from "#lib/vat.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { runs } from "../../tests/runs.ts";
import { seedPackages } from "../catalog/package.ts";
import { checkouts } from "../checkouts/tables.ts";
import { boss, insertBoss } from "../loyalty/test-orders.ts";
import { exportHead } from "../order-list/order-columns.ts";
import { exportOrders } from "../order-list/order-export.server.ts";
import { placeOrder } from "../orders/orders.server.ts";
import { orders } from "../orders/tables.ts";
import { settings } from "../settings/tables.ts";
import { vatFromExport } from "./test-vat-from-export.ts";
import { readFirstVat, readVat } from "./vat.server.ts";

const timeZone = "Europe/Berlin";

/** Sales and others. */
const states: Partial<typeof orders.$inferInsert>[] = [
  { paymentStatus: "paid" },
  { paymentStatus: "overpaid" },
  { status: "completed" },
  { status: "rejected", paymentStatus: "paid" },
  { paymentStatus: "refunded" },
  { status: "pending" },
];

describeOnBothDatabases("VAT by quarter and country", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
  });
  afterAll(() => database.close());
  beforeEach(() => clear());

  const clear = () => db.execute(sql`truncate checkouts, settings, mails, audit_log cascade`);
  const setRate = async (vatBasisPoints: number) => {
    const row = { name: "vatBasisPoints", value: vatBasisPoints };
    await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.name, set: row });
  };

  interface Placed {
    priceCents: number;
    couponCents?: number;
    creditCents?: number;
    country?: string | null;
    at: string;
  }

  /** Places the order of a checkout whose payment has arrived. */
  async function place({ at, priceCents, ...of }: Placed) {
    const [pkg] = seedPackages;
    if (!pkg) throw new Error("there is no package");
    const now = new Date(at);
    const [checkout] = await db
      .insert(checkouts)
      .values({
        ...of,
        visitorHash: crypto.randomUUID(),
        package: { ...pkg, priceCents },
        ...{ tiktokUsername: "mira", email: "mira@example.com" },
        ...{ createdAt: now, updatedAt: now },
      })
      .returning();
    if (!checkout) throw new Error("the checkout was not stored");
    const payment = { kind: "bitcoin-seen", address: null, seen: null, due: null } as const;
    const placedBy = "payment";
    const { order } = await db.transaction((tx) =>
      placeOrder(tx, { checkout, placedBy, payment, now }),
    );
    return order;
  }
  const change = (id: string, values: Partial<typeof orders.$inferInsert>) =>
    db.update(orders).set(values).where(eq(orders.id, id));

  /** The export of all orders, as a spreadsheet would open it. */
  async function exportAll(): Promise<Record<string, string>[]> {
    const exported = await exportOrders(db, {
      what: {
        filter: { status: null, search: "", period: "all", from: null, to: null },
        sort: { by: "created", descending: false },
      },
      actor: boss,
      now: new Date("2027-01-10T00:00:00Z"),
    });
    if (!exported.ok) throw new Error(exported.error);
    let text = "";
    for await (const rows of exported.value) text += rows.map(csvLine).join("");
    return parse(text).map((cells) =>
      Object.fromEntries(exportHead.map((head, i) => [head, cells[i] ?? ""])),
    );
  }

  test("an order keeps the rate and the cents of when it was placed", async () => {
    const before = await place({ priceCents: 1499, at: "2026-11-20T08:00:00Z" });
    await setRate(1900);
    const german = await place({ priceCents: 1499, country: "DE", at: "2026-11-20T08:01:00Z" });
    await setRate(770);
    const swiss = await place({ priceCents: 1499, country: "CH", at: "2026-11-20T08:02:00Z" });
    const free = await place({
      ...{ priceCents: 299, couponCents: 299 },
      at: "2026-11-20T08:03:00Z",
    });
    expect([before, german, swiss, free]).toMatchObject([
      { country: null, vatBasisPoints: 0, vatCents: 0 },
      { country: "DE", vatBasisPoints: 1900, vatCents: 239 },
      { country: "CH", vatBasisPoints: 770, vatCents: 107 },
      { vatBasisPoints: 770, vatCents: 0 },
    ]);
    await setRate(0);
    expect(await db.select().from(orders).where(eq(orders.id, german.id))).toMatchObject([
      { vatBasisPoints: 1900, vatCents: 239 },
    ]);
  });

  test("a coupon lowers the VAT, credit does not", async () => {
    await setRate(2000);
    const at = "2026-11-20T08:00:00Z";
    expect(await place({ priceCents: 1200, couponCents: 300, at })).toMatchObject({
      ...{ totalCents: 900, vatCents: 150 },
    });
    expect(await place({ priceCents: 1200, creditCents: 1200, at })).toMatchObject({
      ...{ totalCents: 0, vatCents: 200 },
    });
  });

  test("a quarter begins at midnight in the shop's time zone, and has only sales", async () => {
    await setRate(1900);
    const paid = { paymentStatus: "paid" } as const;
    const first = await place({ priceCents: 1499, country: "FR", at: "2026-03-31T21:59:59Z" });
    const second = await place({ priceCents: 1499, country: "DE", at: "2026-03-31T22:00:00Z" });
    const third = await place({ priceCents: 299, at: "2026-04-01T00:00:00Z" });
    for (const { id } of [first, second, third]) await change(id, paid);
    const rejected = await place({ priceCents: 1499, at: "2026-04-02T00:00:00Z" });
    await change(rejected.id, { ...paid, status: "rejected" });
    const refunded = await place({ priceCents: 1499, at: "2026-04-02T00:00:00Z" });
    await change(refunded.id, { paymentStatus: "refunded" });
    const deleted = await place({ priceCents: 1499, at: "2026-04-02T00:00:00Z" });
    await change(deleted.id, { ...paid, deletedAt: new Date("2026-05-01T00:00:00Z") });
    // Not paid.
    await place({ priceCents: 1499, at: "2026-04-02T00:00:00Z" });
    const sum = { vatBasisPoints: 1900, orders: 1 };
    expect(await readVat(db, 2026, timeZone)).toEqual([
      {
        ...{ quarter: 1, country: "FR", countryName: "France" },
        ...{ ...sum, grossCents: 1499, vatCents: 239 },
      },
      {
        ...{ quarter: 2, country: "DE", countryName: "Germany" },
        ...{ ...sum, grossCents: 1499, vatCents: 239 },
      },
      {
        ...{ quarter: 2, country: null, countryName: "Not given" },
        ...{ ...sum, grossCents: 299, vatCents: 48 },
      },
    ]);
    expect(await readVat(db, 2025, timeZone)).toEqual([]);
    expect(await readFirstVat(db)).toEqual(new Date("2026-03-31T21:59:59Z"));
  });

  test("the sums equal those of a program that knows only the export, to the cent", async () => {
    const someOrder = fc.record({
      rate: fc.constantFrom(0, 500, 770, 810, 1900, 2100, 2550, 2700),
      priceCents: fc.integer({ min: 1, max: 20_000 }),
      couponShare: fc.constantFrom(0, 0, 0.15, 1),
      creditShare: fc.constantFrom(0, 0, 0.5, 1),
      country: fc.constantFrom("DE", "FR", "AT", null),
      at: fc.date({
        min: new Date("2025-12-30T00:00:00Z"),
        max: new Date("2027-01-02T00:00:00Z"),
        noInvalidDate: true,
      }),
      state: fc.constantFrom(...states),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(someOrder, { minLength: 10, maxLength: 30 }), async (some) => {
        await clear();
        for (const { rate, priceCents, couponShare, creditShare, country, at, state } of some) {
          await setRate(rate);
          const couponCents = Math.floor(priceCents * couponShare);
          const creditCents = Math.floor((priceCents - couponCents) * creditShare);
          const reductions = { couponCents, creditCents };
          const order = await place({ priceCents, ...reductions, country, at: at.toISOString() });
          expect(order.vatCents).toBe(vatIn(priceCents - couponCents, rate));
          await change(order.id, state);
        }
        const sums = (await readVat(db, 2026, timeZone)).map(
          ({ quarter, country, vatBasisPoints, grossCents, vatCents }) =>
            [
              `${quarter} ${country ?? ""} ${vatBasisPoints / 100}`,
              { grossCents, vatCents },
            ] as const,
        );
        expect(new Map(sums)).toEqual(vatFromExport(await exportAll(), 2026, timeZone));
      }),
      { numRuns: runs(8) },
    );
  });
});
