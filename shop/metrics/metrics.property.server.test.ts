import { eq, inArray, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addDays } from "#lib/days.ts";
import { users } from "../accounts/tables.ts";
import { checkouts } from "../checkouts/tables.ts";
import { orders } from "../orders/tables.ts";
import { settings } from "../settings/tables.ts";
import { seedPackages } from "../catalog/package.ts";
import { insertOrder, insertUser } from "../loyalty/test-orders.ts";
import type { OrderStatus } from "../orders/order.ts";
import type { PaymentStatus } from "../orders/payment-status.ts";
import { readSettings } from "../settings/settings.server.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import { runs } from "../../tests/runs.ts";
import { metricSnapshots, dailyMetrics } from "./tables.ts";
import { recountMetrics } from "./metrics-recount.server.ts";
import {
  foldMetrics,
  readMetricDays,
  rebuildMetrics,
  requestMetricsRecount,
} from "./metrics.server.ts";
import { expectByCounting } from "./test-metrics.ts";

const ORDERS = 9;
const zones = ["UTC", "America/New_York", "Pacific/Kiritimati", "Asia/Kathmandu"];

const order = fc.nat({ max: ORDERS - 1 }).map((i) => `ORDER${i}`);
const some = fc.uniqueArray(order, { minLength: 1, maxLength: 4 });
const email = fc.constantFrom("a@example.com", "A@Example.com", "b@example.com", "c@example.com");
/** Around a few midnights, of various time zones; repeated, so that orders tie. */
const instant = fc
  .constantFrom(-800, -49, -24, -14, -6, -1, 0, 1, 4, 5, 12, 18, 19, 24, 40, 72, 73, 900)
  .map((hours) => new Date(Date.UTC(2026, 2, 8, hours)));
/** Of a day, of a few, over the end of a month, of whole months. */
const span = fc
  .tuple(fc.integer({ min: -45, max: 45 }), fc.constantFrom(0, 1, 2, 5, 30, 60))
  .map(([first, more]) => ({
    from: addDays("2026-03-08", first),
    to: addDays("2026-03-08", first + more),
  }));
const wholeMonths = { from: "2026-02-01", to: "2026-04-30" };
const status = fc.constantFrom<OrderStatus>("pending", "processing", "completed", "rejected");
const paymentStatus = fc.constantFrom<PaymentStatus>(
  "pending",
  "paid",
  "overpaid",
  "refunded",
  "reversed",
);
const facts = fc.record({
  email,
  status,
  paymentStatus,
  totalCents: fc.integer({ min: 1, max: 60_000 }),
  createdAt: instant,
  paymentMethod: fc.constantFrom("bitcoin", "stripe"),
  byLightning: fc.boolean(),
  settledAt: fc.constantFrom(null, new Date("2026-03-08T12:00:00Z")),
  package: fc.constantFrom(...seedPackages),
});
type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant("place" as const), order, facts }) },
  fc.record({ act: fc.constant("place many" as const), some, facts }),
  { weight: 3, arbitrary: fc.record({ act: fc.constant("status" as const), some, status }) },
  fc.record({
    act: fc.constant("payment" as const),
    some,
    paymentStatus,
    byLightning: fc.boolean(),
  }),
  { weight: 2, arbitrary: fc.record({ act: fc.constant("delete" as const), some }) },
  fc.record({ act: fc.constant("restore" as const), some }),
  { weight: 2, arbitrary: fc.record({ act: fc.constant("purge" as const), some }) },
  fc.record({ act: fc.constant("email" as const), some, email }),
  fc.record({ act: fc.constant("time" as const), some, instant }),
  fc.record({ act: fc.constant("amount" as const), order, cents: fc.nat({ max: 9999 }) }),
  fc.record({
    act: fc.constant("refund" as const),
    some,
    sentBackCents: fc.nat({ max: 30_000 }),
    creditedCents: fc.constantFrom(0, 0, 500, 30_000),
  }),
  { weight: 2, arbitrary: fc.record({ act: fc.constant("fold" as const) }) },
  fc.record({ act: fc.constant("zone" as const), zone: fc.constantFrom(...zones) }),
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant("want" as const), zone: fc.constantFrom(...zones) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant("count" as const),
      most: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({ act: fc.constant("undone" as const), some, status }),
  fc.record({ act: fc.constant("register" as const), email, instant }),
  fc.record({ act: fc.constant("move account" as const), email, to: email }),
  fc.record({ act: fc.constant("leave" as const), email }),
  fc.record({ act: fc.constant("empty" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describeWhereDatabasesDiffer("daily metrics after any changes of orders", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  test("equal the count of all orders, and a recount", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...zones),
        fc.array(step, { minLength: 3, maxLength: 30 }),
        fc.array(span, { minLength: 4, maxLength: 4 }),
        async (zone, steps, someSpans) => {
          const spans = [wholeMonths, ...someSpans];
          await db.execute(sql`truncate checkouts, users, settings cascade`);
          await setZone(db, zone);
          await rebuildMetrics(db);
          for (const step of steps) await take(db, step);
          await expectByCounting(db, spans);
          await recountMetrics(db, { atMostMs: 60_000 });
          expect((await readMetricDays(db)).zone).toBe((await readSettings(db)).timeZone);
          await expectByCounting(db, spans);
          await rebuildMetrics(db);
          await expectByCounting(db, spans);
          expect(await otherSnapshots(db)).toEqual([]);
        },
      ),
      { numRuns: runs(30) },
    );
  }, 180_000);

  test("are correct after concurrent changes by one customer", async () => {
    await db.execute(sql`truncate checkouts, users, settings cascade`);
    const ids = Array.from({ length: 24 }, (_, i) => `ORDER${i}`);
    const at = (i: number) => new Date(Date.UTC(2026, 2, 1 + ((i * 7) % 24), 12));
    await Promise.all(
      ids.map((id, i) => insertOrder(db, { id, buyer: "a", createdAt: at(i), status: "pending" })),
    );
    await expectByCounting(db, [wholeMonths]);
    await Promise.all(
      ids.map((id, i) => {
        if (i % 4 === 0) return db.delete(orders).where(eq(orders.id, id));
        if (i % 4 === 1) return foldMetrics(db);
        const values = i % 4 === 2 ? { email: "b@example.com" } : { status: "completed" as const };
        return db.update(orders).set(values).where(eq(orders.id, id));
      }),
    );
    await expectByCounting(db, [wholeMonths]);
  });

  test("are correct after changes during a recount", async () => {
    await db.execute(sql`truncate checkouts, users, settings cascade`);
    await rebuildMetrics(db);
    const at = (i: number) => new Date(Date.UTC(2026, 2, 1 + ((i * 7) % 24), (i * 5) % 24));
    const place = async (i: number) =>
      insertOrder(db, { id: `ORDER${i}`, buyer: `b${i % 5}`, createdAt: at(i), status: "pending" });
    await Promise.all(Array.from({ length: 60 }, (_, i) => place(i)));
    await requestMetricsRecount(db, "Asia/Kathmandu");
    let counting = true;
    const counted = (async () => {
      while ((await readMetricDays(db)).next !== null)
        await db.execute(sql`select recount_metrics(3)`);
      counting = false;
    })();
    let next = 60;
    const writing = Array.from({ length: 4 }, async (_, nth) => {
      for (let i = nth; counting && i < 400; i += 4) {
        await place(next++);
        const change = i % 3 === 0 ? { email: "c@example.com" } : { status: "completed" as const };
        await db
          .update(orders)
          .set(change)
          .where(eq(orders.id, `ORDER${i % 50}`));
        await db.delete(orders).where(eq(orders.id, `ORDER${50 + (i % 9)}`));
      }
    });
    await Promise.all([counted, ...writing]);
    expect((await readMetricDays(db)).zone).toBe("Asia/Kathmandu");
    await expectByCounting(db, [wholeMonths]);
  });
});

/** Returns the snapshots with stored metrics that are not the current one. */
async function otherSnapshots(db: Db) {
  return db
    .selectDistinct({ snapshot: dailyMetrics.snapshot })
    .from(dailyMetrics)
    .leftJoin(metricSnapshots, eq(metricSnapshots.snapshot, dailyMetrics.snapshot))
    .where(sql`${metricSnapshots.state} is distinct from 'current'`);
}

async function setZone(db: Db, zone: string): Promise<void> {
  await db
    .insert(settings)
    .values({ name: "timeZone", value: zone })
    .onConflictDoUpdate({ target: settings.name, set: { value: zone } });
}

async function take(db: Db, step: Step): Promise<void> {
  switch (step.act) {
    case "place":
      return place(db, step.order, step.facts);
    case "place many": {
      await db.delete(orders).where(inArray(orders.id, step.some));
      return placeAtOnce(db, step.some, step.facts);
    }
    case "status":
    case "payment":
    case "delete":
    case "restore":
    case "email":
    case "time":
    case "amount":
    case "refund":
      return change(db, "some" in step ? step.some : [step.order], changeOf(step));
    case "purge":
      await db.delete(orders).where(inArray(orders.id, step.some));
      return;
    case "fold":
      return foldMetrics(db);
    case "zone":
      return db.transaction(async (tx) => {
        await setZone(tx, step.zone);
        await rebuildMetrics(tx);
      });
    case "want":
      return db.transaction(async (tx) => {
        await setZone(tx, step.zone);
        await requestMetricsRecount(tx, step.zone);
      });
    case "count":
      await db.execute(sql`select recount_metrics(${step.most})`);
      return;
    case "undone":
      return db
        .transaction(async (tx) => {
          await change(tx, step.some, { status: step.status, email: "undone@example.com" });
          throw new Error("undone");
        })
        .catch(() => undefined);
    case "register":
      if ((await db.$count(users, eq(users.email, step.email.toLowerCase()))) === 0)
        await insertUser(db, {
          id: `u${await db.$count(users)}-${step.instant.getTime()}-${step.email}`,
          email: step.email.toLowerCase(),
          createdAt: step.instant,
        });
      return;
    case "move account":
      if ((await db.$count(users, eq(users.email, step.to.toLowerCase()))) === 0)
        await db
          .update(users)
          .set({ email: step.to.toLowerCase(), name: "Moved" })
          .where(eq(users.email, step.email.toLowerCase()));
      return;
    case "leave":
      await db.delete(users).where(eq(users.email, step.email.toLowerCase()));
      return;
    case "empty":
      await db.execute(sql`truncate orders cascade`);
  }
}

type Change = Partial<typeof orders.$inferInsert>;

function changeOf(step: Step): Change {
  if (step.act === "status") return { status: step.status };
  if (step.act === "payment")
    return { paymentStatus: step.paymentStatus, byLightning: step.byLightning };
  if (step.act === "delete") return { deletedAt: new Date() };
  if (step.act === "restore") return { deletedAt: null };
  if (step.act === "email") return { email: step.email };
  if (step.act === "time") return { createdAt: step.instant };
  if (step.act === "refund")
    return { sentBackCents: step.sentBackCents, creditedCents: step.creditedCents };
  return step.act === "amount" ? { totalCents: step.cents } : {};
}

async function change(db: Db, ids: string[], values: Change): Promise<void> {
  await db.update(orders).set(values).where(inArray(orders.id, ids));
}

async function place(db: Db, id: string, facts: Facts): Promise<void> {
  if ((await db.$count(orders, eq(orders.id, id))) > 0) return;
  await insertOrder(db, { id, buyer: "unknown", ...facts });
}

/** Many rows of one customer in one statement. */
async function placeAtOnce(db: Db, ids: string[], facts: Facts): Promise<void> {
  const times = { createdAt: facts.createdAt, updatedAt: facts.createdAt };
  const visits = await db
    .insert(checkouts)
    .values(
      ids.map((id) => ({
        visitorHash: id,
        state: "done" as const,
        package: facts.package,
        ...times,
      })),
    )
    .returning();
  await db.insert(orders).values(
    ids.map((id, i) => ({
      id,
      checkoutId: visits[i]?.id ?? "",
      tiktokUsername: "many",
      bitcoinWallet: "bc1qexample",
      updatedAt: facts.createdAt,
      ...facts,
      createdAt: new Date(facts.createdAt.getTime() + (i % 3) * 20 * 3_600_000),
    })),
  );
}
