import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { receipts } from "../payments/tables.ts";
import { paymentReviews } from "../payments/review/tables.ts";
import { orders } from "../orders/tables.ts";
import { settings } from "../settings/tables.ts";
import { insertOrder } from "../loyalty/test-orders.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import type { OrderStatus } from "../orders/order.ts";
import { listOrderIds, listOrders, type OrderPage } from "./order-list.server.ts";
import type { OrderFilter, OrderQuery, OrderSort } from "./order-list.ts";
import { insertManyOrders } from "./test-many-orders.ts";

const now = new Date("2026-11-20T08:00:00Z");
const newestFirst: OrderSort = { by: "created", descending: true };
const everything: OrderFilter = {
  status: null,
  payment: null,
  search: "",
  period: "all",
  from: null,
  to: null,
};

type Query = Partial<OrderFilter> & {
  sort?: OrderSort;
  cursor?: OrderQuery["cursor"];
  perPage?: number;
};

describeOnBothDatabases("the list of orders", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.execute(sql`truncate checkouts, settings cascade`);
    await db.execute(sql`select rebuild_metrics()`);
  });

  const list = ({ sort = newestFirst, cursor = null, perPage = 10, ...filter }: Query = {}) =>
    listOrders(db, { filter: { ...everything, ...filter }, sort, cursor, perPage, now });
  const ids = (page: OrderPage) => page.orders.map(({ id }) => id);
  const place = (id: string, values: Partial<typeof orders.$inferInsert> = {}) => {
    const { createdAt = now } = values;
    return insertOrder(db, {
      id,
      buyer: id.toLowerCase(),
      createdAt,
      updatedAt: createdAt,
      ...values,
    });
  };
  test("a shop without orders has an empty list", async () => {
    expect(await list()).toEqual({
      orders: [],
      from: 1,
      total: { count: 0, more: false },
      counts: Object.fromEntries(
        ["all", "pending", "processing", "completed", "rejected"].map((status) => [
          status,
          { count: 0, more: false },
        ]),
      ),
      previous: null,
      next: null,
    });
  });

  test("a row has what the table shows, and no more", async () => {
    await place("7KQ2M9X", { status: "processing", paymentStatus: "paid", note: "secret" });
    expect((await list()).orders).toEqual([
      {
        id: "7KQ2M9X",
        tiktokUsername: "7kq2m9x",
        email: "7kq2m9x@example.com",
        createdAt: now,
        totalCents: 1499,
        paymentMethod: "bitcoin",
        byLightning: false,
        settledAt: null,
        paymentStatus: "paid",
        keptCents: 1499,
        sentBackCents: 0,
        creditedCents: 0,
        reviewReason: null,
        status: "processing",
        version: 1,
        mailsHeld: false,
      },
    ]);
  });

  test("by payment: underpaid from the first minute on, then with its reason, and in the counts", async () => {
    const pending = { status: "pending" } as const;
    const yesterday = { ...pending, createdAt: new Date("2026-11-19T00:00:00Z") };
    await place("PART111", { ...yesterday, paymentStatus: "partial" });
    await place("SHORT11", { ...pending, paymentStatus: "review" });
    await place("GONE111", { paymentStatus: "partial", status: "rejected" });
    await place("LATE111", { paymentStatus: "review", status: "completed" });
    await place("PAID111", { paymentStatus: "paid", status: "processing" });
    await place("OVER111", { paymentStatus: "overpaid", status: "processing" });
    const checkoutOf = async (id: string) => {
      const [order] = await db.select().from(orders).where(eq(orders.id, id));
      return order?.checkoutId ?? "";
    };
    const amounts = { receivedSats: 1, missingSats: 1, excessSats: 0, since: now };
    await db.insert(paymentReviews).values([
      { ...amounts, reason: "underpaid", checkoutId: await checkoutOf("SHORT11") },
      { ...amounts, reason: "late", checkoutId: await checkoutOf("LATE111") },
      { ...amounts, reason: "overpaid", checkoutId: await checkoutOf("OVER111") },
      // One that belongs to no order.
      { ...amounts, reason: "unclaimed", txid: "ab".repeat(32), vout: 0 },
    ]);
    const [receipt] = await db
      .insert(receipts)
      .values({
        method: "bank_transfer",
        reference: "R1",
        checkoutId: await checkoutOf("PAID111"),
        cents: 100,
        currency: "USD",
        receivedAt: now,
        recordedAt: now,
      })
      .returning();
    await db.insert(paymentReviews).values({
      ...amounts,
      reason: "twice",
      receiptId: receipt?.id ?? 0,
    });

    const underpaid = await list({ payment: "underpaid" });
    expect(ids(underpaid)).toEqual(["SHORT11", "PART111"]);
    expect(underpaid.orders.map(({ reviewReason }) => reviewReason)).toEqual(["underpaid", null]);
    expect(underpaid.counts).toMatchObject({ all: { count: 2 }, pending: { count: 2 } });
    expect(ids(await list({ payment: "underpaid", period: "yesterday" }))).toEqual(["PART111"]);
    expect(ids(await list({ payment: "late" }))).toEqual(["LATE111"]);
    expect(ids(await list({ payment: "late", status: "pending" }))).toEqual([]);
    expect(ids(await list({ payment: "overpaid" }))).toEqual(["OVER111"]);
    expect(ids(await list({ payment: "refunded" }))).toEqual([]);
    expect(ids(await list({ payment: "review" })).toSorted()).toEqual([
      "LATE111",
      "OVER111",
      "PAID111",
      "SHORT11",
    ]);
    expect(ids(await list({ payment: "review", search: "short" }))).toEqual(["SHORT11"]);
    expect(ids(await list({ payment: "review", perPage: 1 }))).toHaveLength(1);
  });

  test("by whose message is awaited, also in the counts", async () => {
    await place("ASKED11", { status: "processing", awaitedFrom: "buyer" });
    await place("WROTE11", { status: "completed", awaitedFrom: "shop" });
    await place("QUIET11", { status: "processing" });
    const unanswered = await list({ messages: "shop" });
    expect(ids(unanswered)).toEqual(["WROTE11"]);
    expect(unanswered.counts).toMatchObject({ all: { count: 1 }, processing: { count: 0 } });
    expect(ids(await list({ messages: "buyer", status: "processing" }))).toEqual(["ASKED11"]);
    expect(ids(await list({ messages: "buyer", search: "wrote" }))).toEqual([]);
  });

  describe("search", () => {
    beforeEach(async () => {
      await place("7KQ2M9X", { tiktokUsername: "mira.holt", email: "Mira@Example.com" });
      await place("R4T8WZ1", { tiktokUsername: "tobias_k", email: "tobias%k@example.org" });
      await place("B0NX5QJ", { tiktokUsername: "Ünal", email: "lena@example.com" });
    });

    test.each([
      ["part of an id, in any case", "q2m", ["7KQ2M9X"]],
      ["part of a username, in any case", "RA.HO", ["7KQ2M9X"]],
      ["part of an email, in any case", "example.COM", ["7KQ2M9X", "B0NX5QJ"]],
      ["a single letter", "z", ["R4T8WZ1"]],
      ["space around it", "  mira@  ", ["7KQ2M9X"]],
      ["a percent sign means itself", "s%k@", ["R4T8WZ1"]],
      ["an underscore means itself", "s_k", ["R4T8WZ1"]],
      ["a backslash means itself", "\\", []],
      ["the fields are not joined", "x\nm", []],
      ["a username as it is shown", "@tobias", ["R4T8WZ1"]],
      ["an id as it is shown, in any case", "#b0nx5qj", ["B0NX5QJ"]],
      ["the beginning of an id as it is shown", "#7K", ["7KQ2M9X"]],
      ["a # inside an id", "#KQ2", []],
      ["first and last name, in any case", "mira Holt", ["7KQ2M9X"]],
      ["words of several fields, in any order", "example.org r4t TOBIAS", ["R4T8WZ1"]],
      ["a word that does not fit", "mira lena", []],
      ["nothing fits", "zzz", []],
    ])("%s: %j", async (_what, search, found) => {
      const page = await list({ search });
      expect(ids(page).toSorted()).toEqual(found.toSorted());
      expect(page.total).toEqual({ count: found.length, more: false });
    });

    test("combines with status and period, and counts each status", async () => {
      await place("Y9D3HCE", {
        tiktokUsername: "mira.too",
        status: "pending",
        createdAt: new Date("2026-10-01T00:00:00Z"),
      });
      expect(ids(await list({ search: "mira" }))).toEqual(["7KQ2M9X", "Y9D3HCE"]);
      expect(ids(await list({ search: "mira", period: "week" }))).toEqual(["7KQ2M9X"]);
      const pending = await list({ search: "mira", status: "pending" });
      expect(ids(pending)).toEqual(["Y9D3HCE"]);
      expect(pending.counts).toMatchObject({
        all: { count: 2 },
        pending: { count: 1 },
        completed: { count: 1 },
        rejected: { count: 0 },
      });
      expect(ids(await list({ search: "mira", status: "pending", period: "today" }))).toEqual([]);
    });
  });

  describe("periods", () => {
    const times = {
      NOW0000: "2026-11-20T08:00:00Z",
      TODAY00: "2026-11-20T00:00:00Z",
      YESTER1: "2026-11-19T23:59:59.999Z",
      YESTER0: "2026-11-19T00:00:00Z",
      BEFORE0: "2026-11-18T23:59:59.999Z",
      WEEK000: "2026-11-13T00:00:00Z",
      OLDER00: "2026-11-12T23:59:59.999Z",
      MONTH00: "2026-10-20T00:00:00Z",
      ANCIENT: "2026-10-19T23:59:59.999Z",
    };
    const all = Object.keys(times);
    beforeEach(async () => {
      for (const [id, at] of Object.entries(times)) await place(id, { createdAt: new Date(at) });
    });

    test.each([
      ["all", all],
      ["today", all.slice(0, 2)],
      ["yesterday", all.slice(2, 4)],
      ["week", all.slice(0, 6)],
      ["month", all.slice(0, 8)],
    ] as const)("%s, and its count by the figures", async (period, expected) => {
      const page = await list({ period });
      expect(ids(page)).toEqual(expected);
      expect(page.counts.completed).toEqual({ count: expected.length, more: false });
      expect(page.total).toEqual({ count: expected.length, more: false });
    });

    test("a custom period has its first and its last day", async () => {
      const custom = { period: "custom", from: "2026-11-18", to: "2026-11-19" } as const;
      expect(ids(await list(custom))).toEqual(["YESTER1", "YESTER0", "BEFORE0"]);
      expect((await list(custom)).total.count).toBe(3);
    });

    test("begin and end at midnight where the shop is", async () => {
      await db.insert(settings).values({ name: "timeZone", value: "America/Los_Angeles" });
      await db.execute(sql`select rebuild_metrics()`);
      // In Los Angeles the 20th has just begun: its midnight is 08:00 UTC.
      expect(ids(await list({ period: "today" }))).toEqual(["NOW0000"]);
      const yesterday = await list({ period: "yesterday" });
      expect(ids(yesterday)).toEqual(["TODAY00", "YESTER1"]);
      expect(yesterday.total).toEqual({ count: 2, more: false });
    });
  });

  describe("pages", () => {
    const sorts: [string, OrderSort][] = [
      ["newest first", { by: "created", descending: true }],
      ["oldest first", { by: "created", descending: false }],
      ["largest first", { by: "total", descending: true }],
      ["smallest first", { by: "total", descending: false }],
    ];
    /** Reads all pages from the first to the last and back again; returns the ids in sequence. */
    const readAllPages = async (query: Query) => {
      const there: string[][] = [];
      let page = await list(query);
      for (;;) {
        there.push(ids(page));
        if (!page.next) break;
        const next = await list({ ...query, cursor: page.next.cursor });
        expect(next.orders[0]?.id).toBe(page.next.orderId);
        expect(next.from).toBe((page.from ?? 0) + page.orders.length);
        page = next;
      }
      const back: string[][] = [ids(page)];
      while (page.previous) {
        const previous = await list({ ...query, cursor: page.previous.cursor });
        expect(previous.orders.at(-1)?.id).toBe(page.previous.orderId);
        page = previous;
        back.unshift(ids(page));
      }
      expect(back).toEqual(there);
      return there.flat();
    };

    test.each(sorts)(
      "%s, forth and back, with equal amounts and equal times",
      async (_name, sort) => {
        await insertManyOrders(db, 23);
        await db
          .update(orders)
          .set({ createdAt: now })
          .where(sql`id < 'N000006'`);
        const expected = await db
          .select({ id: orders.id })
          .from(orders)
          .orderBy(
            sql`${sort.by === "total" ? sql`total_cents` : sql`created_at`} ${sql.raw(sort.descending ? "desc" : "asc")}, id ${sql.raw(sort.descending ? "desc" : "asc")}`,
          );
        const wanted = expected.map(({ id }) => id);
        expect(await readAllPages({ sort, perPage: 5 })).toEqual(wanted);
        expect(await readAllPages({ sort, perPage: 5, search: "buyer" })).toEqual(wanted);
        expect(await readAllPages({ sort, perPage: 4, status: "rejected" })).toEqual(
          wanted.filter((id) => Number(id.slice(1)) % 4 === 3),
        );
      },
    );

    test("microseconds count", async () => {
      await insertManyOrders(db, 6);
      await db.execute(sql`update orders set created_at = timestamptz '2026-11-20T08:00:00.000001Z'
        + substr(id, 2)::int * interval '1 microsecond'`);
      expect(await readAllPages({ perPage: 2 })).toEqual(
        [6, 5, 4, 3, 2, 1].map((n) => `N00000${n}`),
      );
    });

    test("an order that comes meanwhile moves nothing on the next page", async () => {
      await insertManyOrders(db, 6);
      const first = await list({ perPage: 3 });
      await place("NEWEST0");
      const second = await list({ perPage: 3, cursor: first.next?.cursor });
      expect(ids(second)).toEqual(["N000003", "N000002", "N000001"]);
      expect(second.from).toBe(5);
    });

    test("a page whose order is deleted goes on at its place, and one that is gone begins anew", async () => {
      await insertManyOrders(db, 6);
      const cursor = { side: "after", orderId: "N000004" } as const;
      await db.update(orders).set({ deletedAt: now }).where(eq(orders.id, "N000004"));
      expect(ids(await list({ perPage: 2, cursor }))).toEqual(["N000003", "N000002"]);
      await db.delete(orders).where(eq(orders.id, "N000004"));
      expect(ids(await list({ perPage: 2, cursor }))).toEqual(["N000006", "N000005"]);
    });
  });

  test("a reader to the end gets every order once, in batches", async () => {
    await insertManyOrders(db, 23);
    const batches: string[][] = [];
    const options = {
      filter: { ...everything, search: "buyer" },
      sort: newestFirst,
      batch: 10,
      now,
    };
    for await (const batch of listOrderIds(db, options)) batches.push(batch);
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 3]);
    expect(new Set(batches.flat()).size).toBe(23);
  });

  describe("more hits than are counted", () => {
    test("say at least how many, and still come page by page, frequent or not", async () => {
      // The newest 5,500 orders have one email domain, the 1,500 before them another.
      await insertManyOrders(
        db,
        7000,
        "case when n > 1500 then 'a@newer.example' else 'a@older.example' end",
      );
      const more = { count: 1000, more: true };

      const frequent = await list({ search: "newer" });
      expect(ids(frequent)[0]).toBe("N007000");
      expect(frequent).toMatchObject({ total: more, counts: { all: more }, from: 1 });
      expect(frequent.counts.pending).toBeUndefined();

      // No hit is among the orders that are scanned first.
      const older = await list({ search: "older" });
      expect(ids(older)).toEqual(
        [1500, 1499, 1498, 1497, 1496, 1495, 1494, 1493, 1492, 1491].map((n) => `N00${n}`),
      );
      expect(older.total).toEqual(more);
      const next = await list({ search: "older", cursor: older.next?.cursor });
      expect(ids(next)[0]).toBe("N001490");
      expect(next.from).toBeNull();
      expect(next.previous).toEqual({
        cursor: { side: "before", orderId: "N001490" },
        orderId: "N001491",
      });

      const status: OrderStatus = "rejected";
      expect(await list({ search: "older", status })).toMatchObject({
        total: { count: 375, more: false },
        counts: { all: more, rejected: { count: 375, more: false } },
      });

      // Two letters are too few for the trigram index.
      const short = await list({ search: "r@", perPage: 3 });
      expect(short).toMatchObject({ orders: [], total: { count: 0, more: false } });
      expect(ids(await list({ search: "@o", perPage: 2 }))).toEqual(["N001500", "N001499"]);
    });

    test("so do those of a sign that hardly any order has, and no index knows", async () => {
      await insertManyOrders(
        db,
        12_000,
        "case when n % 2999 = 0 then 'a+b@x.example' else 'a@x.example' end",
      );
      const query = { search: "+", perPage: 3 };
      const first = await list(query);
      expect(ids(first)).toEqual(["N011996", "N008997", "N005998"]);
      expect(first).toMatchObject({ total: { count: 2, more: true }, from: 1, previous: null });
      const second = await list({ ...query, cursor: first.next?.cursor });
      expect(ids(second)).toEqual(["N002999"]);
      expect(second).toMatchObject({ from: null, next: null });
      expect(second.previous?.orderId).toBe("N005998");

      const whole = await list({ search: "+" });
      expect(ids(whole)).toHaveLength(4);
      expect(whole).toMatchObject({ total: { count: 4, more: false }, next: null });
      const batches: string[][] = [];
      const filter = { ...everything, search: "+" };
      for await (const batch of listOrderIds(db, { filter, sort: newestFirst, batch: 3, now }))
        batches.push(batch);
      expect(batches).toEqual([ids(first), ids(second)]);
    });
  });
});
