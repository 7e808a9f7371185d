import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "csv-parse/sync";
import type { Database, Db } from "#db/client.server.ts";
import { csvLine } from "#lib/csv.ts";
import { auditLog } from "../audit/tables.ts";
import { coupons } from "../promotions/tables.ts";
import { orders } from "../orders/tables.ts";
import { boss, insertBoss, insertOrder } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import type { OrderStatus } from "../orders/order.ts";
import { EXPORT_BATCH, type ExportedOrders, exportOrders } from "./order-export.server.ts";
import { exportHead } from "./order-columns.ts";

const now = new Date("2026-11-20T08:00:00Z");
const everything: ExportedOrders = {
  filter: { status: null, search: "", period: "all", from: null, to: null },
  sort: { by: "created", descending: true },
};

describeOnBothDatabases("orders as a file", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertBoss(db);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts, audit_log cascade`);
    await insertOrder(db, {
      id: "AAAAAAA",
      buyer: "mira",
      createdAt: new Date("2026-11-01T00:00:00Z"),
    });
    await insertOrder(db, { id: "BBBBBBB", buyer: "=lena", status: "pending", createdAt: now });
  });

  const textOf = async (what: ExportedOrders) => {
    const result = await exportOrders(db, { what, actor: boss, now });
    if (!result.ok) throw new Error(result.error);
    let text = "";
    for await (const rows of result.value) text += rows.map(csvLine).join("");
    return text;
  };
  const rowsOf = async (what: ExportedOrders) => {
    const text = await textOf(what);
    return parse(text).map((cells) =>
      Object.fromEntries(exportHead.map((head, i) => [head, cells[i]])),
    );
  };

  test("has every column of the orders that are listed, in their order", async () => {
    const rows = await rowsOf(everything);
    expect(rows.map((row) => row["Order ID"])).toEqual(["BBBBBBB", "AAAAAAA"]);
    expect(rows[1]).toEqual({
      "Order ID": "AAAAAAA",
      Placed: "2026-11-01T00:00:00.000Z",
      "Last updated": "2026-03-11T12:00:00.000Z",
      Status: "completed",
      Reason: "",
      "TikTok username": "mira",
      "TikTok UID": "",
      Email: "mira@example.com",
      Coins: "70",
      "Amount (USD)": "14.99",
      "Payment method": "bitcoin",
      "Bitcoin paid by": "",
      "Payment status": "pending",
      "Bitcoin address": "bc1qexample",
      Note: "",
      Coupon: "",
      "Coupon (USD)": "",
      "Credit (USD)": "",
      Country: "",
      "VAT (%)": "",
      "VAT (USD)": "",
      Kind: "Coins",
      "Gift code sent to": "",
      ...{ "Sent back (USD)": "", "Became credit (USD)": "", "Kept (USD)": "14.99" },
    });
  });

  test("says what coupon and credit took off the price", async () => {
    await db.insert(coupons).values({
      ...{ code: "SPRING15", kind: "percent", percent: 15 },
      ...{ createdAt: now, updatedAt: now },
    });
    await db
      .update(orders)
      .set({ couponCode: "SPRING15", couponCents: 225, creditCents: 420 })
      .where(eq(orders.id, "AAAAAAA"));
    expect(await rowsOf({ orderIds: ["AAAAAAA"] })).toMatchObject([
      { Coupon: "SPRING15", "Coupon (USD)": "2.25", "Credit (USD)": "4.2" },
    ]);
  });

  test("says how a settled order was paid in Bitcoin", async () => {
    const paidBy = async (order: Partial<typeof orders.$inferInsert>) => {
      await db.update(orders).set(order).where(eq(orders.id, "AAAAAAA"));
      return (await rowsOf({ orderIds: ["AAAAAAA"] }))[0]?.["Bitcoin paid by"];
    };
    expect(await paidBy({ settledAt: now })).toBe("chain");
    expect(await paidBy({ byLightning: true })).toBe("lightning");
    expect(await paidBy({ byLightning: false, paymentMethod: "stripe" })).toBe("");
  });

  test("follows the filter, or what was ticked, and leaves deleted ones out", async () => {
    const pending: ExportedOrders = {
      ...everything,
      filter: { status: "pending", search: "LENA", period: "week", from: null, to: null },
    };
    expect((await rowsOf(pending)).map((row) => row["Order ID"])).toEqual(["BBBBBBB"]);
    const ticked = { orderIds: ["AAAAAAA", "BBBBBBB", "GONE000"] };
    expect((await rowsOf(ticked)).map((row) => row["TikTok username"])).toEqual(["mira", "'=lena"]);
    await db
      .update(orders)
      .set({ deletedAt: now })
      .where(sql`id = 'AAAAAAA'`);
    expect(await rowsOf(ticked)).toHaveLength(1);
    expect(await rowsOf(everything)).toHaveLength(1);
  });

  test("longer than a batch it has every order once, in the order of the list", async () => {
    await insertMany(EXPORT_BATCH);
    for (const by of ["created", "updated", "total"] as const) {
      const column = {
        created: orders.createdAt,
        updated: orders.updatedAt,
        total: orders.totalCents,
      }[by];
      const listed = await db
        .select({ id: orders.id })
        .from(orders)
        .orderBy(desc(column), desc(orders.id));
      const written = await rowsOf({ ...everything, sort: { by, descending: true } });
      expect(written).toHaveLength(EXPORT_BATCH + 2);
      expect(written.map((row) => row["Order ID"])).toEqual(listed.map(({ id }) => id));
    }
  });

  test("has its columns also where a cell is empty, and texts as they were written", async () => {
    const note = 'said "no",\r\nand = 2';
    await db.update(orders).set({ bitcoinWallet: null, paymentMethod: "bank", note });
    const written = await textOf({ orderIds: ["AAAAAAA"] });
    expect(written).toMatch(
      /,"bank",,"pending",,"said ""no"",\r\nand = 2",,,,,,,"Coins",,,,14.99\r\n$/,
    );
    expect(await textOf({ ...everything, filter: { ...everything.filter, search: "mira" } })).toBe(
      written,
    );
  });

  test("can be left before its end, which frees the database connection", async () => {
    await insertMany(EXPORT_BATCH);
    const result = await exportOrders(db, { what: everything, actor: boss, now });
    if (!result.ok) throw new Error(result.error);
    const first = await result.value.next();
    expect(first.done).toBe(false);
    await result.value.return(undefined);
    expect(await result.value.next()).toEqual({ done: true, value: undefined });
    expect(await rowsOf({ orderIds: ["AAAAAAA"] })).toHaveLength(1);
  });

  test("treats the search as text only", async () => {
    for (const text of ["'; drop table orders; --", String.raw`\'; --`, "$1", "' or '1' = '1"]) {
      const { filter } = everything;
      expect(await rowsOf({ ...everything, filter: { ...filter, search: text } })).toEqual([]);
      const status = text as OrderStatus;
      expect(await rowsOf({ ...everything, filter: { ...filter, status } })).toEqual([]);
      const ticked = await rowsOf({ orderIds: [text, "AAAAAAA", "BBBBBBB,AAAAAAA"] });
      expect(ticked.map((row) => row["Order ID"])).toEqual(["AAAAAAA"]);
    }
  });

  /** Inserts many orders of the same millisecond and amount, so that their IDs decide the sequence. */
  async function insertMany(count: number): Promise<void> {
    const tables = [sql`checkouts`, sql`orders`];
    // Without the metrics triggers, which would take most of the test's time.
    for (const table of tables) await db.execute(sql`alter table ${table} disable trigger user`);
    await db.execute(sql`
      insert into checkouts (id, visitor_hash, state, package, tiktok_username, email, created_at, updated_at)
      select gen_random_uuid(), 'many', 'done', package, 'many', 'many@example.com', created_at, updated_at
      from (select * from checkouts limit 1) one, generate_series(1, ${count})`);
    await db.execute(sql`
      insert into orders (id, checkout_id, package, tiktok_username, email, payment_method, bitcoin_wallet,
        total_cents, created_at, updated_at)
      select 'M' || lpad(n::text, 6, '0'), id, package, 'many', email, 'bitcoin', 'bc1qexample',
        100 + n % 7, '2026-10-01T00:00:00Z'::timestamptz + n / 900 * interval '1 microsecond',
        updated_at + n % 3 * interval '1 microsecond'
      from (select *, row_number() over () as n from checkouts where visitor_hash = 'many') numbered`);
    for (const table of tables) await db.execute(sql`alter table ${table} enable trigger user`);
  }

  test("is audited, and forbidden to others than administrators", async () => {
    await rowsOf({ orderIds: ["AAAAAAA"] });
    await rowsOf(everything);
    const customer = { id: "customer", email: "customer@example.com", ip: null };
    expect(await exportOrders(db, { what: everything, actor: customer, now })).toEqual({
      ok: false,
      error: "forbidden",
    });
    expect(await db.select().from(auditLog).orderBy(auditLog.id)).toMatchObject([
      { action: "order.exported", actorEmail: boss.email, data: { orderIds: ["AAAAAAA"] } },
      { action: "order.exported", data: { period: "all", search: "", status: null } },
    ]);
  });
});
