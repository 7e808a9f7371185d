import { and, eq, gte, inArray, isNotNull, isNull, like, lt, or, type SQL, sql } from "drizzle-orm";
import { isLost, isNextDue, type LostClaims } from "#db/claim-due.server.ts";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { mails } from "./tables.ts";
import { newsletters } from "../newsletter/tables.ts";
import type { NewMail } from "./new-mail.ts";
import { mailLanguage } from "./mail-language.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { backoffMs } from "#lib/backoff.ts";

export type StoredMail = typeof mails.$inferSelect;

const GIVE_UP_AFTER_MS = DAY_MS;
const BACKOFF = { firstMs: 5 * SECOND_MS, longestMs: HOUR_MS };
/** How long a claim lasts while its process is connected. */
const CLAIM_MS = MINUTE_MS;
const DELETE_BATCH_SIZE = 1000;

/** Enqueues a mail in the transaction of its event. Does nothing if there is a mail with this key. */
export async function enqueueMail(
  tx: Db,
  { now, ...mail }: NewMail & { now: Date },
): Promise<void> {
  await enqueueMails(tx, [mail], now);
}

/** Enqueues several mails, as `enqueueMail` does, perhaps of a newsletter. */
export async function enqueueMails(
  tx: Db,
  batch: readonly NewMail[],
  now: Date,
  newsletterId: number | null = null,
): Promise<void> {
  if (batch.length === 0) return;
  await tx
    .insert(mails)
    .values(
      batch.map(({ dueAt = now, language, ...mail }) => ({
        ...mail,
        language: language ?? mailLanguage(tx, mail),
        newsletterId,
        createdAt: now,
        nextAttemptAt: dueAt,
      })),
    )
    .onConflictDoNothing();
}

/** Deletes a mail that no attempt was made to send; returns false if there was one. */
export async function withdrawMail(tx: Db, key: string): Promise<boolean> {
  await tx.delete(mails).where(and(waiting, eq(mails.key, key), eq(mails.attempts, 0)));
  return (await tx.$count(mails, eq(mails.key, key))) === 0;
}

/** Deletes mails that no attempt was made to send, with these keys or with those of several receivers after them. */
export async function withdrawMails(tx: Db, keys: readonly string[]): Promise<void> {
  // Without conditions, `or` would name all.
  if (keys.length === 0) return;
  const named = keys.flatMap((key) => [eq(mails.key, key), like(mails.key, `${key}:%`)]);
  await tx.delete(mails).where(and(waiting, or(...named), eq(mails.attempts, 0)));
}

/** Deletes unsent newsletter mails to this address; returns the newsletter id of each. */
export async function withdrawNewsletters(tx: Db, to: string): Promise<number[]> {
  const withdrawn = await tx
    .delete(mails)
    .where(and(waiting, isNotNull(mails.newsletterId), eq(mails.to, to)))
    .returning({ id: mails.newsletterId });
  return withdrawn.flatMap(({ id }) => id ?? []);
}

/** Deletes unsent test mails of a newsletter. */
export async function withdrawTests(tx: Db, newsletterId: number): Promise<void> {
  const isTest = sql`${mails.message} ->> 'newsletterId' = ${String(newsletterId)}`;
  await tx.delete(mails).where(and(waiting, isNull(mails.newsletterId), isTest));
}

/**
 * Marks all waiting mails as failed, except newsletters; returns how many. They are listed with this reason, and an
 * administrator retries or discards them.
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

/**
 * Claims the next due mail; null if there is none. Newsletter mails come after all others, and only while their
 * newsletter is being sent. With `createdSince` only those that are as new.
 */
export async function claimMail(
  db: Db,
  now: Date,
  { createdSince = null, holder }: { createdSince?: Date | null; holder?: number } = {},
): Promise<StoredMail | null> {
  const isNew = createdSince ? gte(mails.createdAt, createdSince) : undefined;
  const running = db
    .select({ id: newsletters.id })
    .from(newsletters)
    .where(eq(newsletters.state, "sending"));
  return (
    (await claimNext(db, and(isNull(mails.newsletterId), isNew), { now, holder })) ??
    (await claimNext(db, and(inArray(mails.newsletterId, running), isNew), { now, holder }))
  );
}

/** Claims the mail that has been due for longest and meets a condition; null if there is none. */
async function claimNext(
  db: Db,
  which: SQL | undefined,
  { now, holder = null }: { now: Date; holder: number | null | undefined },
): Promise<StoredMail | null> {
  const due = isNextDue(db, {
    table: mails,
    key: [mails.key],
    dueAt: mails.nextAttemptAt,
    now,
    where: and(waiting, which),
    limit: 1,
  });
  const [mail] = await db
    .update(mails)
    .set({
      nextAttemptAt: addMs(now, CLAIM_MS),
      claimedBy: holder,
      attempts: sql`${mails.attempts} + 1`,
    })
    .where(due)
    .returning();
  return mail ?? null;
}

/** Makes mails due whose claims are lost. */
export async function releaseLostMails(db: Db, lost: LostClaims, now: Date): Promise<void> {
  await db
    .update(mails)
    .set({ nextAttemptAt: now, claimedBy: null })
    .where(and(waiting, isLost(lost, { claimedBy: mails.claimedBy, key: mails.key })));
}

/** Deletes a mail that turned out to have no recipient. */
export async function dropMail(db: Db, key: string): Promise<void> {
  await db.delete(mails).where(eq(mails.key, key));
}

/** Deletes a batch of mails of newsletters that were finished before this time; returns whether there are more. */
export async function deleteNewsletterMails(db: Db, before: Date): Promise<boolean> {
  const old = db
    .select({ key: mails.key })
    .from(mails)
    .innerJoin(newsletters, eq(newsletters.id, mails.newsletterId))
    .where(lt(newsletters.finishedAt, before))
    .limit(DELETE_BATCH_SIZE);
  const deleted = await db
    .delete(mails)
    .where(inArray(mails.key, old))
    .returning({ key: mails.key });
  return deleted.length === DELETE_BATCH_SIZE;
}

const orderIdOf = sql<string | null>`(${mails.message} ->> 'orderId')`;

/**
 * Makes the outbox forget an address whose account was deleted. Sent mails about an order remain without address and
 * content, so that its events send no second mail; those that wait are sent, as the order continues.
 */
export async function forgetRecipient(db: Db, email: string): Promise<void> {
  const toThem = and(
    eq(sql`lower(${mails.to})`, normalizeEmail(email)),
    isNull(mails.newsletterId),
  );
  const sent = isNotNull(mails.sentAt);
  const ended = or(isNotNull(mails.failedAt), and(sent, sql`${orderIdOf} is null`));
  await db.delete(mails).where(and(toThem, ended));
  const rest = sql`jsonb_build_object('template', ${mails.message} ->> 'template', 'orderId', ${orderIdOf})`;
  await db.update(mails).set({ to: "", message: rest }).where(and(toThem, sent));
}

/** Deletes the mails about an order that is purged. */
export async function forgetOrder(tx: Db, id: string): Promise<void> {
  await tx.delete(mails).where(eq(orderIdOf, id));
}

/** Marks a mail as accepted by the mail server, unless it has got another address since it was claimed. */
export async function markSent(
  db: Db,
  mail: Pick<StoredMail, "key" | "to">,
  now: Date,
): Promise<void> {
  await db
    .update(mails)
    .set({ sentAt: now, claimedBy: null, lastError: null })
    .where(isSameMail(mail));
}

/** Returns the columns that have a failed mail sent at once, and retried for another day. */
export function anotherDay(now: Date) {
  const fresh = { failedAt: null, refused: false, lastError: null, attempts: 0 };
  return { ...fresh, createdAt: now, nextAttemptAt: now };
}

/**
 * Records a failed attempt. The mail is retried after about 5 s, 10 s, 20 s … at most hourly, and fails a day after it
 * was enqueued; with a permanent error, such as an unknown mailbox, at once. `chance` (0 to 1) determines the jitter.
 */
export async function markFailed(
  db: Db,
  mail: StoredMail,
  error: string,
  now: Date,
  { permanent = false, chance }: { permanent?: boolean; chance?: number } = {},
): Promise<void> {
  const givesUp = permanent || now.getTime() - mail.createdAt.getTime() >= GIVE_UP_AFTER_MS;
  await db
    .update(mails)
    .set({
      lastError: error,
      claimedBy: null,
      nextAttemptAt: addMs(now, backoffMs(mail.attempts, BACKOFF, chance)),
      refused: permanent,
      ...(givesUp && { failedAt: now }),
    })
    .where(isSameMail(mail));
  // The order's page says that its mail did not arrive.
  if (permanent && "orderId" in mail.message)
    await notify(db, CHANGES_CHANNEL, `order:${mail.message.orderId}`);
}

function isSameMail({ key, to }: Pick<StoredMail, "key" | "to">) {
  return and(eq(mails.key, key), eq(mails.to, to));
}
