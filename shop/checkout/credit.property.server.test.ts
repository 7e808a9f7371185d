import { eq, inArray, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { deleteCheckouts, mira, onlyBitcoin } from "../../tests/make.ts";
import { runs } from "../../tests/runs.ts";
import { seedCatalog } from "../catalog/packages.server.ts";
import { lockCheckout, saveRecipient } from "../checkouts/lock-checkout.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { readHeldCredit } from "../credit/checkout-credit.server.ts";
import { addCredit, readBalance } from "../credit/credit.server.ts";
import { creditEntries } from "../credit/tables.ts";
import { reconcileOrderCredit } from "../loyalty/order-credit.server.ts";
import { boss, insertBoss, insertUser } from "../loyalty/test-orders.ts";
import { deleteOrder, setOrderStatus } from "../orders/order-changes.server.ts";
import { orders } from "../orders/tables.ts";
import { defaultPaymentPolicy as policy } from "../payments/model/payment.ts";
import { setReductions } from "../payments/reductions.server.ts";
import { releaseUnusedCredit } from "../payments/unused-credit.server.ts";
import { confirmOrder } from "./confirm-order.server.ts";
import { applyCredit, removeCredit } from "./credit.server.ts";
import { selectPackage } from "./steps.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const users = ["u0", "u1"];
const visitors = ["v0", "v1"];

const step = fc.record({
  act: fc.constantFrom(
    ...(["give", "select", "use", "use", "use", "take off", "coupon"] as const),
    ...(["confirm", "reject", "go on", "delete", "reconcile", "leave"] as const),
  ),
  user: fc.constantFrom(...users),
  visitor: fc.constantFrom(...visitors),
  packageId: fc.constantFrom("1", "2"),
  cents: fc.integer({ min: 1, max: 1600 }),
  /** Which of the orders that there are then. */
  order: fc.nat({ max: 5 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const actor = fc.array(step, { minLength: 1, maxLength: 10 });

/** A story in which a checkout holds credit, whatever the random ones do. */
const giving: Step = {
  act: "give",
  user: "u0",
  visitor: "v0",
  packageId: "1",
  cents: 500,
  order: 0,
};
const using: Step[] = [giving, { ...giving, act: "select" }, { ...giving, act: "use" }];

describeOnBothDatabases(
  "credit of three actors at once, at checkouts and in orders",
  (openFresh) => {
    let database: Database;
    let db: Db;
    beforeAll(async () => {
      database = await openFresh();
      ({ db } = database);
      await seedCatalog(db);
    });
    afterAll(() => database.close());

    test("is given = left + held, never below zero, and each checkout holds what it shows", async () => {
      let held = 0;
      await fc.assert(
        fc.asyncProperty(actor, actor, actor, async (...actors) => {
          await deleteCheckouts(db);
          await db.execute(sql`truncate users cascade`);
          await insertBoss(db);
          for (const id of users) await insertUser(db, { id });
          await Promise.all(
            actors.map(async (steps, who) => {
              for (const [at, one] of steps.entries()) await take(db, one, `${who}:${at}`);
            }),
          );
          const placed = await db.select().from(orders);
          for (const { id } of placed) await reconcileOrderCredit(db, id, start);
          held += await expectAllAccounted(db);
        }),
        { numRuns: runs(60), examples: [[using, [giving], [giving]]] },
      );
      expect(held).toBeGreaterThan(0);
    }, 240_000);
  },
);

async function take(db: Db, step: Step, key: string): Promise<void> {
  const { act, user: userId, visitor: visitorHash, packageId, cents } = step;
  const now = start;
  if (act === "give") {
    const given = { userId, cents, kind: "gift-code", onceKey: `given:${key}`, now } as const;
    await db.transaction((tx) => addCredit(tx, given));
  }
  if (act === "select") await selectPackage(db, { visitorHash, packageId, recipient: mira, now });
  const checkoutId = await openCheckoutOf(db, visitorHash);
  if (checkoutId !== null) await changeCheckout(db, step, checkoutId);
  const placed = await db.select({ id: orders.id }).from(orders).orderBy(orders.id);
  const orderId = placed[step.order % Math.max(1, placed.length)]?.id;
  if (orderId === undefined) return;
  const change = { orderId, version: null, actor: boss, now };
  if (act === "reject") await setOrderStatus(db, { ...change, status: "rejected" });
  if (act === "go on") await setOrderStatus(db, { ...change, status: "processing" });
  if (act === "delete") await deleteOrder(db, change);
  if (act === "reconcile") await reconcileOrderCredit(db, orderId, now);
  if (act === "leave") await releaseUnusedCredit(db, new Date(start.getTime() + 86_400_000));
}

async function changeCheckout(db: Db, step: Step, checkoutId: string): Promise<void> {
  const { act, user: userId, visitor: visitorHash, cents } = step;
  const now = start;
  if (act === "use") await applyCredit(db, { checkoutId, userId, now });
  if (act === "take off") await removeCredit(db, { checkoutId, now });
  if (act === "coupon")
    await db.transaction(async (tx) => {
      const checkout = await lockCheckout(tx, checkoutId);
      if (checkout) await setReductions(tx, checkout, { couponCents: cents % 300, now });
    });
  if (act === "confirm") {
    await saveRecipient(db, checkoutId, mira, now);
    // What is left to pay is paid by hand, so that no quote is needed.
    const offers = [{ method: "bank_transfer", how: "by-hand" } as const, ...onlyBitcoin];
    await confirmOrder(db, { visitorHash, checkoutId, offers, policy, now });
  }
}

async function openCheckoutOf(db: Db, visitorHash: string): Promise<string | null> {
  const [open] = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(sql`${eq(checkouts.visitorHash, visitorHash)} and ${eq(checkouts.state, "open")}`);
  return open?.id ?? null;
}

/** Compares balances, entries, checkouts and orders; returns the cents that checkouts and orders hold. */
async function expectAllAccounted(db: Db): Promise<number> {
  const entries = await db.select().from(creditEntries).orderBy(creditEntries.id);
  expect(new Set(entries.map(({ onceKey }) => onceKey)).size).toBe(entries.length);
  let left = 0;
  for (const userId of users) {
    const sum = { cents: 0, owedCents: 0 };
    for (const entry of entries.filter((each) => each.userId === userId)) {
      sum.cents += entry.cents;
      sum.owedCents += entry.owedCents;
      expect(sum.cents).toBeGreaterThanOrEqual(0);
    }
    expect(await readBalance(db, userId)).toEqual(sum);
    left += sum.cents - sum.owedCents;
  }
  let held = 0;
  const waiting = await db
    .select()
    .from(checkouts)
    .where(inArray(checkouts.state, ["open", "left"]));
  for (const { id, creditCents, couponCents, package: pkg } of waiting) {
    expect((await readHeldCredit(db, id))?.cents ?? 0).toBe(creditCents);
    expect(creditCents).toBeLessThanOrEqual(pkg.priceCents - couponCents);
    held += creditCents;
  }
  for (const order of await db.select().from(orders)) {
    const ended = order.status === "rejected" || order.deletedAt !== null;
    const cents = ended ? 0 : order.creditCents;
    expect((await readHeldCredit(db, order.checkoutId))?.cents ?? 0).toBe(cents);
    expect(order.totalCents + order.couponCents + order.creditCents).toBe(order.package.priceCents);
    held += cents;
  }
  const given = entries
    .filter(({ kind }) => kind === "gift-code")
    .reduce((sum, { cents }) => sum + cents, 0);
  expect(given).toBe(left + held);
  return held;
}
