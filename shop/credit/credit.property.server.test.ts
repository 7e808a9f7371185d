import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { runs } from "../../tests/runs.ts";
import { users as accounts } from "../accounts/tables.ts";
import { insertUser } from "../loyalty/test-orders.ts";
import { addCredit, creditOf, readBalance, spendCredit, takeBackCredit } from "./credit.server.ts";
import { creditEntries } from "./tables.ts";

const users = ["u0", "u1"];

/** Keys are few, so that actors often try to write the same entry. */
const step = fc.record({
  act: fc.constantFrom("add", "spend", "take back"),
  user: fc.constantFrom(...users),
  key: fc.nat({ max: 11 }),
  cents: fc.integer({ min: 1, max: 500 }),
  fails: fc.boolean(),
});
const actor = fc.array(step, { maxLength: 8 });
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describeOnBothDatabases("credit of three actors at once", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  test("is the sum of its entries, never below zero at any commit, and nothing is written twice", async () => {
    await fc.assert(
      fc.asyncProperty(actor, actor, actor, async (...actors) => {
        await db.delete(accounts);
        for (const id of users) await insertUser(db, { id });
        await Promise.all(actors.map((steps) => act(db, steps)));

        // Entries of one user take their ids under the lock of the balance, so their order is that of the commits.
        const all = await db.select().from(creditEntries).orderBy(creditEntries.id);
        expect(new Set(all.map(({ onceKey }) => onceKey)).size).toBe(all.length);
        for (const userId of users) {
          const sum = { cents: 0, owedCents: 0 };
          for (const entry of all.filter((each) => each.userId === userId)) {
            sum.cents += entry.cents;
            sum.owedCents += entry.owedCents;
            expect(sum.cents).toBeGreaterThanOrEqual(0);
            expect(sum.owedCents).toBeGreaterThanOrEqual(0);
          }
          expect(await readBalance(db, userId)).toEqual(sum);
          expect((await creditOf(db, userId)).cents).toBe(sum.cents);
        }
      }),
      { numRuns: runs(200) },
    );
  }, 240_000);
});

async function act(db: Db, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const rolledBack = new Error("rolled back");
    await db
      .transaction(async (tx) => {
        await take(tx, step);
        if (step.fails) throw rolledBack;
      })
      .catch((error: unknown) => {
        if (error !== rolledBack) throw error;
      });
  }
}

async function take(tx: Db, { act, user: userId, key, cents }: Step): Promise<void> {
  const change = { userId, cents, onceKey: `${userId}:${key}`, now: new Date() };
  if (act === "add") await addCredit(tx, { ...change, kind: "gift-code" });
  if (act === "spend") await spendCredit(tx, { ...change, kind: "spent" });
  if (act === "take back") await takeBackCredit(tx, { ...change, kind: "referral" });
}
