import { desc, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { sessions, users } from "../accounts/tables.ts";
import { checkouts } from "../checkouts/tables.ts";
import { auditLog } from "../audit/tables.ts";
import { subscribers } from "../newsletter/tables.ts";
import { ledger } from "../loyalty/tables.ts";
import { orders } from "../orders/tables.ts";
import { customers } from "./tables.ts";
import { placeOrder } from "../orders/orders.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { checkoutAtPayment, placedOrder } from "../../tests/make.ts";
import type { Cursor } from "#lib/paging.ts";
import type { CustomerQuery } from "./customer.ts";
import { customerHead, exportCustomers } from "./customer-export.server.ts";
import { listCustomers, readCustomer } from "./customers.server.ts";

const now = new Date("2026-11-20T08:00:00Z");
const newest = {
  search: "",
  filter: null,
  sort: "since",
  descending: true,
  cursor: null,
  perPage: 10,
} as const;

describeOnBothDatabases("customers", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeEach(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterEach(() => database.close());

  const account = async (
    id: string,
    name: string,
    values: Partial<typeof users.$inferInsert> = {},
  ) =>
    db.insert(users).values({
      id,
      name,
      email: `${id}@example.com`,
      referralCode: id,
      createdAt: now,
      ...values,
    });
  /** As the triggers leave it, without the orders. */
  const guest = (email: string, values: Partial<typeof customers.$inferInsert> = {}) =>
    db.insert(customers).values({ email, orders: 1, since: now, ...values });
  const emails = async (query: Partial<CustomerQuery> & { perPage?: number } = {}) =>
    (await listCustomers(db, { ...newest, ...query })).customers.map(({ email }) => email);

  test("lists accounts and guests with what is known of each", async () => {
    await account("mira", "Mira Holt", { emailVerified: true });
    await account("sly", "Sly", { blockedAt: now, role: "customer" });
    await account("robin", "Robin Aker", { role: "admin" });
    await guest("guest@example.com", { orders: 3, spentCents: 4497 });
    await db.insert(ledger).values([
      { userId: "mira", kind: "order", points: 900, at: now },
      { userId: "mira", kind: "birthday", points: 100, at: now },
    ]);
    const { customers, previous, next } = await listCustomers(db, newest);
    expect(customers).toMatchObject([
      { email: "sly@example.com", accountState: "blocked", verified: false, tier: "bronze" },
      { email: "robin@example.com", accountState: "admin" },
      {
        email: "mira@example.com",
        name: "Mira Holt",
        accountState: "customer",
        verified: true,
        tier: "silver",
      },
      {
        email: "guest@example.com",
        name: null,
        accountState: null,
        tier: null,
        orders: 3,
        spentCents: 4497,
      },
    ]);
    expect({ previous, next }).toEqual({ previous: null, next: null });
  });

  test("is searched by any part of email and name, and by prefix for short terms", async () => {
    await account("mira", "Mira Holt");
    await account("oskar", "Oskar Ümit");
    await guest("100%_sure@example.org");
    expect(await emails({ search: "ira" })).toEqual(["mira@example.com"]);
    expect(await emails({ search: "  HOLT " })).toEqual(["mira@example.com"]);
    expect(await emails({ search: "Ümit" })).toEqual(["oskar@example.com"]);
    expect(await emails({ search: "example.com" })).toHaveLength(2);
    expect(await emails({ search: "00%_s" })).toEqual(["100%_sure@example.org"]);
    expect(await emails({ search: "%ample" })).toEqual([]);
    expect(await emails({ search: "ho" })).toEqual(["mira@example.com"]);
    expect(await emails({ search: "os" })).toEqual(["oskar@example.com"]);
    expect(await emails({ search: "lt" })).toEqual([]);
    expect(await emails({ search: "a H" })).toEqual(["mira@example.com"]);
    expect(await emails({ search: "holt MIRA" })).toEqual(["mira@example.com"]);
    expect(await emails({ search: "mira ümit" })).toEqual([]);
    expect(await emails({ search: "ÜMIT oskar@example" })).toEqual(["oskar@example.com"]);
    expect(await emails({ search: "@" })).toHaveLength(3);
    expect(await emails({ search: "mira@example.com\nmira" })).toEqual([]);
    expect(await emails({ search: "mi\u0000ra" })).toEqual(["mira@example.com"]);
  });

  test("every sort pages forward and back through the same list, also with equal values", async () => {
    const rows = Array.from({ length: 23 }, (_, index) => ({
      email: `c${String(index).padStart(2, "0")}@example.com`,
      orders: index % 4,
      spentCents: (index % 5) * 100,
      // Microseconds, which no Date holds.
      since: sql`timestamptz '2026-11-20 08:00:00' + ${index % 6} * interval '1 microsecond'`,
    }));
    await db.insert(customers).values(rows);
    for (const sort of ["since", "orders", "spent"] as const) {
      for (const descending of [true, false]) {
        for (const search of ["", "example", "c"]) {
          const query = { search, sort, descending };
          const all = await emails({ ...query, perPage: 100 });
          expect(all).toHaveLength(23);
          expect(new Set(all).size).toBe(23);
          const forth: string[] = [];
          const pages: string[][] = [];
          let cursor: Cursor<string> | null = null;
          do {
            const found = await listCustomers(db, { ...query, cursor, perPage: 5 });
            pages.push(found.customers.map(({ email }) => email));
            forth.push(...(pages.at(-1) ?? []));
            cursor = found.next;
          } while (cursor);
          expect(forth).toEqual(all);
          const back = await listCustomers(db, {
            ...query,
            cursor: { side: "before", key: pages[3]?.[0] ?? "" },
            perPage: 5,
          });
          expect(back.customers.map(({ email }) => email)).toEqual(pages[2]);
          expect(back.next).toEqual({ side: "after", key: pages[2]?.at(-1) });
        }
      }
    }
  });

  test("a rare character is found among many customers, in every sort", async () => {
    await db.execute(sql`
      insert into customers (email, orders, spent_cents, since)
      select 'c' || n || case when n % 1499 = 0 then '+' else '' end || '@example.com', n % 4, n % 5 * 100,
        timestamptz '2026-11-20 08:00:00' + n % 6 * interval '1 microsecond'
      from generate_series(1, 5000) n`);
    for (const sort of ["since", "orders", "spent"] as const) {
      for (const descending of [true, false]) {
        const all = await emails({ sort, descending, perPage: 5000 });
        const wanted = all.filter((email) => email.includes("+"));
        expect(wanted).toHaveLength(3);
        expect(await emails({ search: "+", sort, descending })).toEqual(wanted);
        const first = { search: "+", sort, descending, perPage: 2 };
        const { next } = await listCustomers(db, { ...newest, ...first });
        expect(next).toEqual({ side: "after", key: wanted[1] });
        expect(await emails({ ...first, cursor: next })).toEqual(wanted.slice(2));
      }
    }
    const signal = AbortSignal.abort(new Error("gone"));
    await expect(listCustomers(db, { ...newest, search: "+", signal })).rejects.toThrow("gone");
  });

  test("is filtered, with the last username of each, and exported like that", async () => {
    await account("robin", "Robin Aker", { role: "admin" });
    await account("sly", "Sly", { blockedAt: now });
    await guest("reader@example.com", { spentCents: 100 });
    await placedOrder(db, { now });
    await placedOrder(db, { now: new Date(now.getTime() + 1000) });
    await db.update(orders).set({ email: "Mira@Example.com" });
    const [second] = await db.select().from(orders).orderBy(desc(orders.createdAt)).limit(1);
    await db
      .update(orders)
      .set({ tiktokUsername: "mira.new" })
      .where(eq(orders.id, second?.id ?? ""));
    await db.insert(subscribers).values([
      { email: "reader@example.com", source: "/", requestedAt: now, confirmedAt: now },
      { email: "sly@example.com", source: "/", requestedAt: now },
    ]);
    const filtered = async (filter: CustomerQuery["filter"]) =>
      (await emails({ filter })).toSorted();
    expect(await filtered("bought")).toEqual(["reader@example.com"]);
    expect(await filtered("never-bought")).toEqual([
      "mira@example.com",
      "robin@example.com",
      "sly@example.com",
    ]);
    expect(await filtered("blocked")).toEqual(["sly@example.com"]);
    expect(await filtered("newsletter")).toEqual(["reader@example.com"]);
    expect(await emails({ filter: "never-bought", search: "example" })).toHaveLength(3);
    const { customers: listed } = await listCustomers(db, { ...newest, search: "mira" });
    expect(listed).toMatchObject([{ lastUsername: "mira.new", orders: 2 }]);

    const { cursor: _, ...what } = { ...newest, filter: "never-bought" as const, search: "mira" };
    const actor = { id: "robin", email: "robin@example.com", ip: null };
    const exported = await exportCustomers(db, { what, actor, now });
    if (!exported.ok) throw new Error(exported.error);
    const rows: unknown[][] = [];
    for await (const batch of exported.value) rows.push(...batch);
    expect(rows).toEqual([expect.arrayContaining(["mira@example.com", "guest", 2, "mira.new"])]);
    expect(rows[0]).toHaveLength(customerHead.length);
    const nobody = { ...actor, id: "sly" };
    expect(await exportCustomers(db, { what, actor: nobody, now })).toMatchObject({ ok: false });
    expect(await db.select().from(auditLog)).toMatchObject([
      { action: "customer.exported", data: { filter: "never-bought", search: "mira" } },
    ]);
  });

  test.each(["", "example"])(
    "an export goes on when an account is deleted between two batches (search %j)",
    async (search) => {
      await account("mira", "Mira Holt", { role: "admin" });
      for (let i = 0; i < 7; i += 1) await guest(`buyer${i}@example.com`);
      const { cursor: _, ...what } = { ...newest, search };
      const actor = { id: "mira", email: "mira@example.com", ip: null };
      const all = await emails({ search });
      const exported = await exportCustomers(db, { what, actor, now, batch: 2 });
      if (!exported.ok) throw new Error(exported.error);
      const rows: unknown[] = [];
      for await (const batch of exported.value) {
        rows.push(...batch.map(([email]) => email));
        // The last one of each batch is where the next begins.
        const last = String(rows.at(-1));
        if (last.startsWith("buyer")) await db.delete(orders).where(eq(orders.email, last));
      }
      expect(rows).toEqual(all);
    },
  );

  test("a page after a deleted customer is the first page", async () => {
    await guest("a@example.com");
    await guest("b@example.com");
    for (const side of ["after", "before"] as const)
      expect(await emails({ cursor: { side, key: "gone@example.com" } })).toHaveLength(2);
  });

  test("readCustomer returns account, sessions, points and latest orders", async () => {
    await account("mira", "Mira Holt", { role: "admin" });
    await account("friend", "A Friend", { referredBy: "mira" });
    await db.insert(sessions).values({
      id: "s",
      userId: "mira",
      token: "t",
      expiresAt: now,
      updatedAt: now,
    });
    const { checkout, address } = await checkoutAtPayment(db, { now });
    const [row] = await db.select().from(checkouts).where(eq(checkouts.id, checkout.id));
    if (!row) throw new Error("no checkout");
    await placeOrder(db, {
      checkout: row,
      placedBy: "payment",
      payment: { kind: "bitcoin-seen", address, seen: null, due: null },
      now,
    });
    await db.update(orders).set({ email: "Mira@Example.com", status: "completed" });
    const detail = await readCustomer(db, "MIRA@example.com");
    expect(detail).toMatchObject({
      email: "mira@example.com",
      orders: 1,
      spentCents: 1499,
      account: {
        name: "Mira Holt",
        accountState: "admin",
        sessions: 1,
        lastActiveAt: now,
        referrals: 1,
        points: 0,
        tier: "bronze",
        signInWith: [],
      },
      latest: [{ status: "completed", coins: 350, totalCents: 1499 }],
    });
    await db.delete(users).where(eq(users.id, "mira"));
    expect(await readCustomer(db, "mira@example.com")).toMatchObject({ account: null });
    expect(await readCustomer(db, "nobody@example.com")).toBeNull();
    expect(await readCustomer(db, "no\u0000body")).toBeNull();
  });
});
