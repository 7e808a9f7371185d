import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { users } from "../accounts/tables.ts";
import { readBalance } from "../credit/credit.server.ts";
import { ledger } from "./tables.ts";
import { orders } from "../orders/tables.ts";
import { settings } from "../settings/tables.ts";
import type { OrderStatus } from "../orders/order.ts";
import { setOrderStatus } from "../orders/order-changes.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { grantBirthdays, loyaltyOf, reconcileOrder, reconcileUser } from "./loyalty.server.ts";
import { insertOrder, insertUser, boss, insertBoss } from "./test-orders.ts";
import { runs } from "../../tests/runs.ts";

const USERS = 4;
const ORDERS = 6;
/** Guests who may become the email of a user, too. */
const names = ["u0", "u1", "u2", "u3", "guest"];

const user = fc.nat({ max: USERS - 1 }).map((i) => `u${i}`);
const order = fc.nat({ max: ORDERS - 1 }).map((i) => `ORDER${i}`);
/** Around the weekend of 14 and 15 March 2026 in various time zones; repeated, so that orders tie. */
const instant = fc
  .constantFrom(-30, -14, -5, -1, 0, 1, 9, 20, 30, 43, 47, 48, 52, 72)
  .map((hours) => new Date(Date.UTC(2026, 2, 14, hours)));
const birthday = fc.constantFrom(null, "1990-03-14", "1988-03-15", "2004-02-29", "2000-03-01");
const day = fc
  .constantFrom("2026-03-01", "2026-03-14", "2026-03-15", "2027-03-14", "2028-02-29", "2028-03-01")
  .chain((date) => fc.nat({ max: 23 }).map((hour) => new Date(`${date}T${two(hour)}:30:00Z`)));
const status = fc.constantFrom<OrderStatus>("pending", "processing", "completed", "rejected");
const orderFacts = fc.record({
  buyer: fc.constantFrom(...names),
  shouted: fc.boolean(),
  totalCents: fc.oneof(
    fc.constantFrom(0, 9, 100, 199, 1499, 1510),
    fc.integer({ min: 100, max: 50_000 }),
  ),
  createdAt: instant,
  status,
});
const userFacts = fc.record({ emailVerified: fc.boolean(), birthday, createdAt: instant });

const reconcile = fc.oneof(
  fc.record({ act: fc.constant("reconcile order" as const), order }),
  fc.record({ act: fc.constant("reconcile user" as const), user }),
);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant("set status" as const), order, status }) },
  fc.record({ act: fc.constant("delete" as const), order }),
  fc.record({ act: fc.constant("verify" as const), user, verified: fc.boolean() }),
  fc.record({ act: fc.constant("refer" as const), user, by: fc.option(user) }),
  fc.record({ act: fc.constant("change email" as const), user, name: fc.constantFrom(...names) }),
  fc.record({ act: fc.constant("set birthday" as const), user, birthday }),
  fc.record({ act: fc.constant("birthdays" as const), now: day }),
  { weight: 4, arbitrary: reconcile },
);
type Reconcile = typeof reconcile extends fc.Arbitrary<infer T> ? T : never;
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const scenario = fc.record({
  timeZone: fc.constantFrom("UTC", "America/New_York", "Pacific/Kiritimati"),
  users: fc.array(userFacts, { minLength: USERS, maxLength: USERS }),
  orders: fc.array(orderFacts, { minLength: ORDERS, maxLength: ORDERS }),
  steps: fc.array(step, { minLength: 5, maxLength: 40 }),
  /** The order in which the reconciliations that are still due are made. */
  shuffle: fc.infiniteStream(fc.nat()),
});

describeOnBothDatabases("any sequence of events", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  test("ends with balances that are the sum of the ledger, and what the rules say", async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (story) => {
        await begin(db, story);
        const celebrated = new Set<string>();
        // What a change makes due is reconciled at some time later: here by chance, or at the end.
        const due: Reconcile[] = [];
        for (const step of story.steps) {
          if (step.act === "birthdays") await celebrate(db, story.timeZone, step.now, celebrated);
          due.push(...(await take(db, step)));
        }
        const before = await db.select().from(ledger).orderBy(ledger.id);
        const shuffled = due
          .map((one) => ({ one, key: story.shuffle.next().value }))
          .toSorted((a, b) => a.key - b.key);
        await Promise.all(shuffled.map(({ one }) => take(db, one)));
        const after = await db.select().from(ledger).orderBy(ledger.id);
        expect(after.slice(0, before.length)).toEqual(before);

        await expectByTheRules(db, story.timeZone, celebrated);
        await Promise.all(due.map((one) => take(db, one)));
        expect(await db.$count(ledger)).toBe(after.length);
      }),
      { numRuns: runs(25) },
    );
  }, 120_000);
});

async function begin(db: Db, story: typeof scenario extends fc.Arbitrary<infer T> ? T : never) {
  await db.execute(sql`truncate checkouts, users, settings cascade`);
  await db.insert(settings).values({ name: "timeZone", value: story.timeZone });
  await insertBoss(db);
  for (const [i, facts] of story.users.entries()) await insertUser(db, { id: `u${i}`, ...facts });
  for (const [i, { shouted, ...facts }] of story.orders.entries()) {
    const email = `${facts.buyer}@example.com`;
    await insertOrder(db, {
      id: `ORDER${i}`,
      ...facts,
      email: shouted ? email.toUpperCase() : email,
    });
  }
  for (const i of story.orders.keys())
    await take(db, { act: "reconcile order", order: `ORDER${i}` });
}

/** Makes one step; returns which reconciliations it makes due. */
async function take(db: Db, step: Step): Promise<Reconcile[]> {
  const now = new Date("2026-04-01T12:00:00Z");
  if (step.act === "reconcile order") await reconcileOrder(db, step.order, now);
  if (step.act === "reconcile user") await reconcileUser(db, step.user, now);
  if (step.act === "set status" || step.act === "delete") {
    const { order: orderId } = step;
    if (step.act === "delete")
      await db.update(orders).set({ deletedAt: now }).where(eq(orders.id, orderId));
    else
      await setOrderStatus(db, { orderId, status: step.status, version: null, actor: boss, now });
    return [{ act: "reconcile order", order: orderId }];
  }
  const change = changeOfUser(step);
  if (!change) return [];
  const { id, ...values } = change;
  const others = values.email ? await db.$count(users, eq(users.email, values.email)) : 0;
  if (others === 0) await db.update(users).set(values).where(eq(users.id, id));
  return [{ act: "reconcile user", user: id }];
}

function changeOfUser(step: Step): (Partial<typeof users.$inferInsert> & { id: string }) | null {
  if (step.act === "verify") return { id: step.user, emailVerified: step.verified };
  if (step.act === "refer") return { id: step.user, referredBy: step.by };
  if (step.act === "set birthday") return { id: step.user, birthday: step.birthday };
  if (step.act === "change email") return { id: step.user, email: `${step.name}@example.com` };
  return null;
}

/** Grants birthdays, and notes for whom that is right, by reckoning of its own. */
async function celebrate(db: Db, timeZone: string, now: Date, celebrated: Set<string>) {
  const dayIn = (moment: Date) => moment.toLocaleDateString("sv-SE", { timeZone });
  const today = dayIn(now);
  const year = today.slice(0, 4);
  for (const { id, birthday, createdAt } of await db.select().from(users)) {
    if (!birthday || dayIn(createdAt) >= today) continue;
    // 29 February of a year without one is 1 March to JavaScript.
    const [month, date] = birthday.split("-").slice(1).map(Number);
    const day = new Date(Date.UTC(Number(year), Number(month) - 1, date)).toISOString();
    if (day.startsWith(today)) celebrated.add(`${id} ${year}`);
  }
  await grantBirthdays(db, now);
}

/** Computes everybody's balance from the rules in the plainest way, and compares. */
async function expectByTheRules(db: Db, timeZone: string, celebrated: Set<string>) {
  const everybody = await db.select().from(users);
  const placed = await db.select().from(orders);
  const booked = await db.select().from(ledger);
  const countedOf = (email: string) =>
    placed.filter(
      (order) =>
        order.email.toLowerCase() === email && order.status === "completed" && !order.deletedAt,
    );
  for (const { id, email, emailVerified } of everybody) {
    let points = [...celebrated].filter((entry) => entry.startsWith(`${id} `)).length * 100;
    for (const { totalCents, createdAt } of emailVerified ? countedOf(email) : []) {
      const day = createdAt.toLocaleDateString("en-US", { weekday: "short", timeZone });
      points += Math.trunc(totalCents / 100) * (["Sat", "Sun"].includes(day) ? 20 : 10);
    }
    let cents = 0;
    const referred = everybody.filter((other) => other.referredBy === id && other.id !== id);
    for (const friend of referred) {
      let first: (typeof placed)[number] | null = null;
      for (const order of friend.emailVerified ? countedOf(friend.email) : []) {
        if (order.createdAt < friend.createdAt) continue;
        const earlier =
          !first ||
          order.createdAt < first.createdAt ||
          (Number(order.createdAt) === Number(first.createdAt) && order.id < first.id);
        if (earlier) first = order;
      }
      cents += Math.round((first?.totalCents ?? 0) / 20);
    }
    const mine = booked.filter(({ userId }) => userId === id);
    expect(await loyaltyOf(db, id)).toMatchObject({
      points,
      referralEarningsCents: cents,
      referralCount: referred.length,
    });
    expect(mine.reduce((sum, row) => sum + row.points, 0)).toBe(points);
    expect(mine.reduce((sum, row) => sum + row.cents, 0)).toBe(cents);
    expect(await readBalance(db, id)).toEqual({ cents, owedCents: 0 });
  }
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}
