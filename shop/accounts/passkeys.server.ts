import { and, asc, eq, sql } from "drizzle-orm";
import { isIP } from "node:net";
import type { Db } from "#db/client.server.ts";
import type { Account } from "./account.ts";
import type { PasskeyView } from "./passkey.ts";
import { type Client, mailPasskeyChanged } from "./security-mails.server.ts";
import { passkeys } from "./tables.ts";

/**
 * Returns whether browsers make passkeys for a shop at this URL: at a host name by https, or at `localhost`, but not at
 * an IP address (WebAuthn, section 5.1.3).
 */
export function allowsPasskeys(appUrl: string): boolean {
  const { protocol, hostname } = new URL(appUrl);
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  return protocol === "https:" && isIP(hostname.replaceAll(/[[\]]/g, "")) === 0;
}

/** Lists the passkeys of a user, oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<PasskeyView[]> {
  const { id, name, createdAt, lastUsedAt } = passkeys;
  return db
    .select({ id, name, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(createdAt), asc(id));
}

/** Whether a user has a passkey, as a column of a query on `users`. Drizzle would leave the tables out before the names. */
export const hasPasskey = sql<boolean>`exists (select from passkeys where passkeys.user_id = users.id)`;

/** Returns the id of the user who owns the passkey with this credential id, or null. */
export async function findPasskeyOwner(db: Db, credentialId: string): Promise<string | null> {
  const [found] = await db
    .select({ userId: passkeys.userId })
    .from(passkeys)
    .where(eq(passkeys.credentialID, credentialId));
  return found?.userId ?? null;
}

/** Renames a passkey of this user; false if they have no such passkey. */
export async function renamePasskey(
  db: Db,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<boolean> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return renamed.length > 0;
}

/** Removes a passkey of this account, and notifies its user by mail; false if they have no such passkey. */
export async function removePasskey(
  db: Db,
  { account, id, client, now }: { account: Account; id: string; client: Client; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, account.id)))
      .returning({ name: passkeys.name });
    if (!removed) return false;
    await mailPasskeyChanged(tx, "passkey-removed", account, client, now);
    return true;
  });
}
