import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addMs, DAY_MS, HOUR_MS } from "#lib/time.ts";
import type { LinkPurpose } from "./account.ts";
import { mailLinks, users } from "./tables.ts";

const LIFE_MS: Record<LinkPurpose, number> = {
  "verify-email": DAY_MS,
  "reset-password": HOUR_MS,
};

/** The account of a link, as it was when the link was requested. */
export interface LinkOwner {
  id: string;
  credentialVersion: number;
}

interface MailedToken {
  purpose: LinkPurpose;
  token: string;
  now: Date;
}

/** Stores a link that is mailed to this address; returns its token. */
export async function createMailLink(
  tx: Db,
  link: { owner: LinkOwner; purpose: LinkPurpose; email: string; now: Date },
): Promise<string> {
  const { owner, purpose, email, now } = link;
  const token = randomBytes(32).toString("base64url");
  await tx.insert(mailLinks).values({
    digest: digestOf(token),
    userId: owner.id,
    purpose,
    email,
    credentialVersion: owner.credentialVersion,
    expiresAt: addMs(now, LIFE_MS[purpose]),
  });
  return token;
}

/** Returns account and address of a link; null for an unknown, used, ended or expired one. */
export async function readMailLink(
  db: Db,
  link: MailedToken,
): Promise<{ userId: string; email: string } | null> {
  const [found] = await selectLink(db, link);
  return found ? { userId: found.user.id, email: found.email } : null;
}

/**
 * Redeems a link in a transaction, and ends all other links of its account; null for one that does not work. Returns
 * the account from before, which is locked.
 */
export async function redeemMailLink(
  tx: Db,
  link: MailedToken,
): Promise<{ user: typeof users.$inferSelect; email: string } | null> {
  // A concurrent request waits for the lock, and then finds another version.
  const [found] = await selectLink(tx, link).for("no key update", { of: users });
  if (found) await endMailLinks(tx, found.user.id);
  return found ?? null;
}

/** Ends all links of an account, also those that concurrent requests are making. */
export async function endMailLinks(tx: Db, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ credentialVersion: sql`${users.credentialVersion} + 1` })
    .where(eq(users.id, userId));
  await tx.delete(mailLinks).where(eq(mailLinks.userId, userId));
}

/** Deletes the links that have expired. */
export async function forgetOldMailLinks(db: Db, now: Date): Promise<void> {
  await db.delete(mailLinks).where(lt(mailLinks.expiresAt, now));
}

/** Returns what is stored of a token: the table must not reveal it. */
export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function selectLink(db: Db, { purpose, token, now }: MailedToken) {
  const isCurrent = and(
    eq(users.id, mailLinks.userId),
    eq(users.credentialVersion, mailLinks.credentialVersion),
  );
  return db
    .select({ user: users, email: mailLinks.email })
    .from(mailLinks)
    .innerJoin(users, isCurrent)
    .where(
      and(
        eq(mailLinks.digest, digestOf(token)),
        eq(mailLinks.purpose, purpose),
        gt(mailLinks.expiresAt, now),
      ),
    );
}
