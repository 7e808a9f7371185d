import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { users } from "../accounts/tables.ts";
import { addCredit, takeBackCredit } from "./credit.server.ts";
import { creditEntries } from "./tables.ts";

/** Returns the account that the orders of this email belong to, which can get credit for them; null for none. */
export async function accountOfOrders(db: Db, email: string): Promise<string | null> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, normalizeEmail(email)), users.emailVerified));
  return user?.id ?? null;
}

/** Adds the credit of a refund that was decided. */
export async function creditRefund(
  tx: Db,
  refund: { userId: string; decisionId: number; orderId: string; cents: number; now: Date },
): Promise<void> {
  const { decisionId, ...change } = refund;
  await addCredit(tx, { ...change, kind: "refund", onceKey: keyOf(decisionId) });
}

/** Takes the credit of a refund back whose decision is undone; what was spent of it is owed. */
export async function undoCreditedRefund(tx: Db, decisionId: number, now: Date): Promise<void> {
  const [credited] = await tx
    .select()
    .from(creditEntries)
    .where(eq(creditEntries.onceKey, keyOf(decisionId)));
  // The account was deleted, and its credit with it.
  if (!credited) return;
  const { userId, cents, orderId } = credited;
  const onceKey = `${keyOf(decisionId)}:undone`;
  await takeBackCredit(tx, { userId, kind: "refund", cents, onceKey, orderId, now });
}

const keyOf = (decisionId: number) => `refund:${decisionId}`;
