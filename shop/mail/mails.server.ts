import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { prepared } from "#db/query.server.ts";
import { mails } from "./tables.ts";
import { newsletters } from "../newsletter/tables.ts";
import type { MailMessage, WordedMessage } from "./mail.ts";
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { backoffMs } from "#lib/backoff.ts";

export type StoredMail = typeof mails.$inferSelect;

const GIVE_UP_AFTER_MS = DAY_MS;
const BACKOFF = { firstMs: 5 * SECOND_MS, longestMs: HOUR_MS };
/** How long a mail is ours once claimed; a server that dies while sending leaves it to the next after that. */
const CLAIM_MS = MINUTE_MS;
const FORGET_AT_A_TIME = 1000;

/** A mail as it is put into the outbox. */
export interface NewMail {
  key: string;
  to: string;
  message: MailMessage;
}

/** Puts a mail in the outbox, in the transaction that causes it. The same key twice is one mail. */
export async function enqueueMail(
  tx: Db,
  { now, ...mail }: NewMail & { now: Date },
): Promise<void> {
  await enqueueMails(tx, [mail], now);
}

/** Puts several mails in the outbox, as `enqueueMail` does. */
export async function enqueueMails(tx: Db, batch: readonly NewMail[], now: Date): Promise<void> {
  if (batch.length === 0) return;
  await tx
    .insert(mails)
    .values(batch.map((mail) => ({ ...mail, createdAt: now, nextTryAt: now })))
    .onConflictDoNothing();
}

/** Puts the mails of a newsletter in the outbox; one that is there already stays as it is. */
export async function enqueueNewsletter(
  tx: Db,
  newsletterId: number,
  batch: readonly NewMail[],
  now: Date,
): Promise<void> {
  if (batch.length === 0) return;
  await tx
    .insert(mails)
    .values(batch.map((mail) => ({ ...mail, newsletterId, createdAt: now, nextTryAt: now })))
    .onConflictDoNothing();
}

/** Takes newsletters that were not sent yet to this address out of the outbox; the newsletter of each of them. */
export async function withdrawNewsletters(tx: Db, to: string): Promise<number[]> {
  const withdrawn = await tx
    .delete(mails)
    .where(and(waiting, isNotNull(mails.newsletterId), eq(mails.to, to)))
    .returning({ id: mails.newsletterId });
  return withdrawn.flatMap(({ id }) => id ?? []);
}

/** Takes tests of a newsletter that were not sent yet out of the outbox. */
export async function withdrawTests(tx: Db, newsletterId: number): Promise<void> {
  const isTest = sql`${mails.message} ->> 'newsletterId' = ${String(newsletterId)}`;
  await tx.delete(mails).where(and(waiting, isNull(mails.newsletterId), isTest));
}

/**
 * Gives up, unsent, all mails that wait but those of newsletters; returns how many. They are listed with this reason,
 * and an administrator sends or discards them.
 */
export async function holdMails(tx: Db, reason: string, now: Date): Promise<number> {
  const held = await tx
    .update(mails)
    .set({ failedAt: now, lastError: reason })
    .where(and(waiting, isNull(mails.newsletterId)))
    .returning({ key: mails.key });
  return held.length;
}

const waiting = and(isNull(mails.sentAt), isNull(mails.failedAt));

/** Claims the mail that has been due for longest, of some. */
const claimOf = (name: string, which: (db: Db) => SQL) =>
  prepared((db) => {
    const now = sql.param(sql.placeholder("now"), mails.nextTryAt);
    const due = db
      .select({ key: mails.key })
      .from(mails)
      .where(and(waiting, which(db), lte(mails.nextTryAt, now)))
      .orderBy(asc(mails.nextTryAt))
      .limit(1)
      .for("update", { skipLocked: true });
    const until = sql`${sql.param(sql.placeholder("until"), mails.nextTryAt)}`;
    return db
      .update(mails)
      .set({ nextTryAt: until, attempts: sql`${mails.attempts} + 1` })
      .where(eq(mails.key, due))
      .returning()
      .prepare(name);
  });
const claimOther = claimOf("claim_mail", () => isNull(mails.newsletterId));
const claimNewsletter = claimOf("claim_newsletter_mail", (db) => {
  const running = db
    .select({ id: newsletters.id })
    .from(newsletters)
    .where(eq(newsletters.state, "sending"));
  return inArray(mails.newsletterId, running);
});

/**
 * Takes the next mail that is due, so that no other instance sends it too; null when none is. Newsletters come
 * after everything else, and not while theirs is stopped.
 */
export async function claimMail(db: Db, now: Date): Promise<StoredMail | null> {
  const times = { now, until: addMs(now, CLAIM_MS) };
  const [other] = await claimOther(db).execute(times);
  if (other) return other;
  const [newsletter] = await claimNewsletter(db).execute(times);
  return newsletter ?? null;
}

/** The message with all its words: those of a newsletter are kept once, not in each of its mails. */
export async function wordedMessage(db: Db, message: MailMessage): Promise<WordedMessage> {
  if (message.template !== "newsletter") return message;
  const { newsletterId, ...rest } = message;
  const [words] = await db
    .select({ subject: newsletters.subject, markdown: newsletters.markdown })
    .from(newsletters)
    .where(eq(newsletters.id, newsletterId));
  if (!words) throw new Error(`newsletter ${newsletterId} is gone`);
  return { ...rest, ...words };
}

/** Forgets mails of newsletters that were finished before then, a slice at a time; true while there are more. */
export async function forgetNewsletterMails(db: Db, before: Date): Promise<boolean> {
  const old = db
    .select({ key: mails.key })
    .from(mails)
    .innerJoin(newsletters, eq(newsletters.id, mails.newsletterId))
    .where(lt(newsletters.finishedAt, before))
    .limit(FORGET_AT_A_TIME);
  const forgotten = await db
    .delete(mails)
    .where(inArray(mails.key, old))
    .returning({ key: mails.key });
  return forgotten.length === FORGET_AT_A_TIME;
}

/** Notes that the mail server took it. */
export async function markSent(db: Db, key: string, now: Date): Promise<void> {
  await db.update(mails).set({ sentAt: now, lastError: null }).where(eq(mails.key, key));
}

/**
 * Records a failed attempt: retried after about 5 s, 10 s, 20 s … at most hourly, and given up a day after the mail was
 * written. A newsletter with a permanent failure, such as an unknown mailbox, is given up at once. `chance` (0 to 1)
 * draws the jitter of the wait.
 */
export async function markFailed(
  db: Db,
  mail: StoredMail,
  error: string,
  now: Date,
  { permanent = false, chance }: { permanent?: boolean; chance?: number } = {},
): Promise<void> {
  const givesUp =
    now.getTime() - mail.createdAt.getTime() >= GIVE_UP_AFTER_MS ||
    (permanent && mail.newsletterId !== null);
  await db
    .update(mails)
    .set({
      lastError: error,
      nextTryAt: addMs(now, backoffMs(mail.attempts, BACKOFF, chance)),
      ...(givesUp && { failedAt: now }),
    })
    .where(eq(mails.key, mail.key));
}
