import { createHash, randomUUID } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { verifications } from "./tables.ts";

/** Stores a mailed token until it is redeemed or expires. */
export async function storeMailLink(db: Db, token: string, expiresAt: Date): Promise<void> {
  const value = "a link in a mail";
  await db
    .insert(verifications)
    .values({ id: randomUUID(), identifier: identifierOf(token), value, expiresAt });
}

/** Redeems a token; false if it is unknown, expired or already redeemed. */
export async function redeemMailLink(db: Db, token: string, now: Date): Promise<boolean> {
  const redeemed = await db
    .delete(verifications)
    .where(and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, now)))
    .returning({ id: verifications.id });
  return redeemed.length > 0;
}

/** Returns the stored identifier, a hash: the table must not reveal tokens. */
function identifierOf(token: string): string {
  return `mail-link:${createHash("sha256").update(token).digest("hex")}`;
}
