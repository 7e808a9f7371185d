import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, type Db, queryRows } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { orderStatuses } from "../orders/order.ts";
import { runs } from "../../tests/runs.ts";
import type { OrderSort } from "./order-list.ts";
import { findOrderKeys } from "./order-search.server.ts";
import { insertManyOrders } from "./test-many-orders.ts";

/** More than two scans. */
const ORDERS = 11_000;

/** Rare and frequent texts, some found only far down the list, some too short for the trigram index. */
const search = fc.constantFrom(
  "+",
  "+1",
  "~",
  "r~",
  "#",
  "@o",
  "r@",
  "7",
  "buyer",
  "older",
  "r.10",
  "r 10",
  "older ~",
);
const sort = fc.record({
  by: fc.constantFrom<OrderSort["by"]>("created", "updated", "total"),
  descending: fc.boolean(),
});
const pageRequest = fc.record({
  sort,
  search,
  status: fc.option(fc.constantFrom(...orderStatuses)),
  days: fc.constantFrom({ from: null, until: null }, { from: "2026-11-02", until: "2026-11-08" }),
  from: fc.option(fc.nat({ max: ORDERS - 1 })),
  backwards: fc.boolean(),
  limit: fc.constantFrom(1, 3, 26, 1000, 2000),
});

interface Row {
  id: string;
  status: string;
  text: string;
  isDeleted: boolean;
  day: string;
  created: number;
  updated: number;
  total: number;
}

describeOnBothDatabases("a search in the list of orders", (openFresh) => {
  let database: Database;
  let db: Db;
  let all: Row[];
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    await insertManyOrders(
      db,
      ORDERS,
      `'buyer' || n || case when n % 1511 = 0 then '+' || n % 3 when n = 4007 then '~' else '' end
        || case when n > 1500 then '@newer.example' else '@older.example' end`,
    );
    await db.execute(sql`alter table orders disable trigger user`);
    // Many orders are equal in each sort, and some are deleted.
    await db.execute(sql`update orders set created_at = date_trunc('hour', created_at),
      updated_at = date_trunc('day', created_at) + total_cents * interval '1 microsecond',
      deleted_at = case when id like '%3' then now() end`);
    await db.execute(sql`alter table orders enable trigger user`);
    all = await queryRows<Row>(
      db,
      sql`select id, status, lower(id || ' ' || tiktok_username || ' ' || email) as text,
        deleted_at is not null as "isDeleted",
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, total_cents::float8 as total,
        (extract(epoch from created_at) * 1000000)::float8 as created,
        (extract(epoch from updated_at) * 1000000)::float8 as updated
      from orders order by id`,
    );
  });
  afterAll(() => database.close());

  test("finds what a plain filter finds, in the same order, wherever it begins", async () => {
    await fc.assert(
      fc.asyncProperty(pageRequest, async (requested) => {
        const { status, days, from, backwards, limit } = requested;
        const start = from === null ? null : all[from];
        const found = await findOrderKeys(
          db,
          { status, search: requested.search, days, timeZone: "UTC" },
          {
            sort: requested.sort,
            after: start ? { value: start[requested.sort.by], id: start.id } : null,
            backwards,
            limit,
          },
        );
        const { by, descending } = requested.sort;
        const direction = descending === backwards ? 1 : -1;
        const compare = (a: Row, b: Row) =>
          direction * (a[by] - b[by] || (a.id < b.id ? -1 : Number(a.id > b.id)));
        const expected = all
          .filter(
            (row) =>
              !row.isDeleted &&
              requested.search.split(" ").every((word) => row.text.includes(word)),
          )
          .filter((row) => !days.from || (row.day >= days.from && row.day < days.until))
          .filter(
            (row) => (!status || row.status === status) && (!start || compare(row, start) > 0),
          )
          .toSorted(compare)
          .slice(0, limit);
        expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }),
      { numRuns: runs(60) },
    );
  });

  test("stops when the signal is aborted", async () => {
    const find = (text: string) =>
      findOrderKeys(
        db,
        { status: null, search: text, days: { from: null, until: null }, timeZone: "UTC" },
        {
          sort: { by: "created", descending: true },
          after: null,
          backwards: false,
          limit: 10,
          signal: AbortSignal.abort(new Error("gone")),
        },
      );
    await expect(find("~")).rejects.toThrow("gone");
    expect(await find("zzz")).toEqual([]);
    expect(await find("@n")).toHaveLength(10);
  });
});
