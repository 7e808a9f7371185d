import { createHash, randomUUID } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { verifications } from "./tables.ts";

/** Remembers that a link with this token is on its way to somebody, until it is used or too old. */
export async function keepMailLink(db: Db, token: string, expiresAt: Date): Promise<void> {
  const value = "a link in a mail";
  await db
    .insert(verifications)
    .values({ id: randomUUID(), identifier: nameOf(token), value, expiresAt });
}

/** Uses up the link with this token; false if it was used before, is too old, or was never sent. */
export async function useUpMailLink(db: Db, token: string, now: Date): Promise<boolean> {
  const used = await db
    .delete(verifications)
    .where(and(eq(verifications.identifier, nameOf(token)), gt(verifications.expiresAt, now)))
    .returning({ id: verifications.id });
  return used.length > 0;
}

/** Names the token without telling it. */
function nameOf(token: string): string {
  return `mail-link:${createHash("sha256").update(token).digest("hex")}`;
}
