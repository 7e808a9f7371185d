import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { mails } from "#db/schema/mail.server.ts";
import type { MailMessage } from "./mail.ts";

export type StoredMail = typeof mails.$inferSelect;

const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60 * 60_000;
/** How long a mail is ours once claimed; a server that dies while sending leaves it to the next after that. */
const CLAIM_MS = 60_000;

/** Puts a mail in the outbox, in the transaction that causes it. The same key twice is one mail. */
export async function enqueueMail(
  tx: Db,
  mail: { key: string; to: string; message: MailMessage; now: Date },
): Promise<void> {
  const { now, ...values } = mail;
  await tx
    .insert(mails)
    .values({ ...values, createdAt: now, nextTryAt: now })
    .onConflictDoNothing();
}

/** Takes the next mail that is due, so that no other instance sends it too; null when none is. */
export async function claimMail(db: Db, now: Date): Promise<StoredMail | null> {
  const due = db
    .select({ key: mails.key })
    .from(mails)
    .where(and(isNull(mails.sentAt), isNull(mails.failedAt), lte(mails.nextTryAt, now)))
    .orderBy(asc(mails.nextTryAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [mail] = await db
    .update(mails)
    .set({ nextTryAt: new Date(now.getTime() + CLAIM_MS), attempts: sql`${mails.attempts} + 1` })
    .where(eq(mails.key, due))
    .returning();
  return mail ?? null;
}

/** Notes that the mail server took it. */
export async function markSent(db: Db, key: string, now: Date): Promise<void> {
  await db.update(mails).set({ sentAt: now, lastError: null }).where(eq(mails.key, key));
}

/** Notes a failure: tried again after 5 s, 10 s, 20 s … at most hourly, and given up a day after it was written. */
export async function markFailed(
  db: Db,
  mail: StoredMail,
  error: string,
  now: Date,
): Promise<void> {
  const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (mail.attempts - 1));
  const givesUp = now.getTime() - mail.createdAt.getTime() >= GIVE_UP_AFTER_MS;
  await db
    .update(mails)
    .set({
      lastError: error,
      nextTryAt: new Date(now.getTime() + wait),
      ...(givesUp && { failedAt: now }),
    })
    .where(eq(mails.key, mail.key));
}
