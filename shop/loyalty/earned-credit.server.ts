import { eq, sql, sum } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { users } from "../accounts/tables.ts";
import { addCredit, takeBackCredit } from "../credit/credit.server.ts";
import { creditEntries } from "../credit/tables.ts";
import { readSettings } from "../settings/settings.server.ts";
import { type ConvertiblePoints, convertiblePoints } from "./loyalty.ts";
import { ledger } from "./tables.ts";

/** Has credit follow the referral earnings of new ledger rows, in the same transaction. */
export async function creditEarnings(
  tx: Db,
  rows: readonly (typeof ledger.$inferSelect)[],
): Promise<void> {
  for (const { id, userId, cents, orderId, at: now } of rows) {
    const change = { userId, kind: "referral", onceKey: `loyalty:${id}`, orderId, now } as const;
    if (cents > 0) await addCredit(tx, { ...change, cents });
    if (cents < 0) await takeBackCredit(tx, { ...change, cents: -cents });
  }
}

/** Returns which points of a user can become credit now; null where the owner has no rate for it. */
export async function readConvertiblePoints(
  db: Db,
  userId: string,
  pointsPerDollar: number,
): Promise<ConvertiblePoints | null> {
  if (pointsPerDollar === 0) return null;
  const [[earned], [converted]] = await Promise.all([
    db
      .select({ points: total(ledger.points) })
      .from(ledger)
      .where(eq(ledger.userId, userId)),
    db
      .select({ points: total(creditEntries.points) })
      .from(creditEntries)
      .where(eq(creditEntries.userId, userId)),
  ]);
  return convertiblePoints((earned?.points ?? 0) - (converted?.points ?? 0), pointsPerDollar);
}

/** Turns all points that can become credit into whole dollars of it; returns the cents. */
export async function convertPoints(
  db: Db,
  userId: string,
  now: Date,
): Promise<Result<number, "not-enough">> {
  return db.transaction(async (tx) => {
    // Serialises conversions of one user, and with the reconciliation of the ledger.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
    const { pointsPerDollar } = await readSettings(tx);
    const convertible = await readConvertiblePoints(tx, userId, pointsPerDollar);
    if (!convertible || convertible.cents === 0) return err("not-enough");
    const { cents, points } = convertible;
    const before = await tx.$count(creditEntries, eq(creditEntries.userId, userId));
    const onceKey = `points:${userId}:${before}`;
    await addCredit(tx, { userId, kind: "points", cents, points, onceKey, now });
    return ok(cents);
  });
}

function total(column: typeof ledger.points | typeof creditEntries.points) {
  return sql<number>`coalesce(${sum(column)}, 0)`.mapWith(Number);
}
