import { and, asc, count, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { mails } from "../mail/tables.ts";
import { newsletters, subscribers } from "./tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { accountAddress } from "../mail/addresses.ts";
import { enqueueMails } from "../mail/mails.server.ts";
import { readSettings } from "../settings/settings.server.ts";
import {
  auditNewsletter,
  changeNewsletter,
  type NewsletterChange,
  type NewsletterError,
  type StoredNewsletter,
  writeNewsletter,
} from "./drafts.server.ts";
import { sliceOf } from "./newsletter.ts";
import { mailsOf } from "./newsletters.server.ts";
import { unsubscribePaths } from "./subscriber-links.server.ts";
import { notifyNewsletters, isConfirmed } from "./subscribers.server.ts";
import { addMs } from "#lib/time.ts";

/** Expected errors of sending: newsletters are switched off, another one is being sent, or there are no subscribers. */
export type SendingError = NewsletterError | "switched-off" | "busy" | "no-subscribers";

/** Starts sending a draft to all confirmed subscribers. */
export async function startSending(
  db: Db,
  change: NewsletterChange,
): Promise<Result<void, SendingError>> {
  const { id, now } = change;
  return changeNewsletter<void, SendingError>(db, change, async (tx, before) => {
    if (before.state !== "draft") return err("stale");
    const may = await maySend(tx);
    if (!may.ok) return may;
    const recipients = await tx.$count(subscribers, isConfirmed);
    if (recipients === 0) return err("no-subscribers");
    const values = { state: "sending", startedAt: now, nextSliceAt: now, recipients } as const;
    await writeNewsletter(tx, id, values, now);
    await auditNewsletter(tx, change, "newsletter.started", { recipients });
    return ok(undefined);
  });
}

/** Stops sending, also of mails that are in the outbox already. */
export async function stopSending(
  db: Db,
  change: NewsletterChange,
): Promise<Result<void, NewsletterError>> {
  return changeNewsletter(db, change, async (tx, before) => {
    if (before.state !== "sending") return err("stale");
    await writeNewsletter(tx, before.id, { state: "stopped" }, change.now);
    await auditNewsletter(tx, change, "newsletter.stopped", {});
    return ok(undefined);
  });
}

/** Continues a stopped newsletter with the remaining recipients. */
export async function continueSending(
  db: Db,
  change: NewsletterChange,
): Promise<Result<void, SendingError>> {
  return changeNewsletter<void, SendingError>(db, change, async (tx, before) => {
    if (before.state !== "stopped") return err("stale");
    const may = await maySend(tx);
    if (!may.ok) return may;
    // Does not wait for the rest of the old pause, whose rate may have changed.
    const nextSliceAt = before.nextSliceAt && change.now;
    await writeNewsletter(tx, before.id, { state: "sending", nextSliceAt }, change.now);
    await auditNewsletter(tx, change, "newsletter.continued", {});
    return ok(undefined);
  });
}

async function maySend(tx: Db): Promise<Result<void, "switched-off" | "busy">> {
  if (!(await readSettings(tx)).marketingEmails) return err("switched-off");
  const sending = await tx.$count(newsletters, eq(newsletters.state, "sending"));
  return sending > 0 ? err("busy") : ok(undefined);
}

/**
 * Runs one tick of the newsletter that is being sent: enqueues the next batch of mails, marks it as sent, or stops it if
 * newsletters were switched off. Returns the number of its waiting mails, with those just enqueued: the mailer may have
 * sent them before the next tick counts. Null if no newsletter is being sent.
 */
export async function sendNextBatch(db: Db, now: Date): Promise<number | null> {
  // A cheap query without transaction, because usually no newsletter is being sent.
  const [any] = await db
    .select({ id: newsletters.id })
    .from(newsletters)
    .where(eq(newsletters.state, "sending"))
    .limit(1);
  if (!any) return null;
  const { marketingEmails, newslettersPerMinute } = await readSettings(db);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(newsletters)
      .where(eq(newsletters.state, "sending"))
      .limit(1)
      // Skips it while another instance works on it.
      .for("no key update", { skipLocked: true });
    if (!row) return null;
    const waiting = (await mailsOf(tx, [row.id], "waiting")).get(row.id) ?? 0;
    if (!marketingEmails)
      await stopAutomatically(tx, row.id, "marketing emails were switched off", now);
    else if (row.nextSliceAt && row.nextSliceAt <= now)
      return waiting + (await queueSlice(tx, row, newslettersPerMinute, now));
    else if (!row.nextSliceAt && waiting === 0) await finish(tx, row, now);
    return waiting;
  });
}

async function stopAutomatically(tx: Db, id: number, reason: string, now: Date): Promise<void> {
  await writeNewsletter(tx, id, { state: "stopped" }, now);
  const actor = { id: null, email: "the shop", ip: null };
  await auditNewsletter(tx, { id, actor, now }, "newsletter.stopped", { reason });
  await notifyNewsletters(tx);
}

/** Stops all newsletters until an administrator continues them. */
export async function stopAllSending(tx: Db, reason: string, now: Date): Promise<void> {
  const sending = await tx
    .select({ id: newsletters.id })
    .from(newsletters)
    .where(eq(newsletters.state, "sending"));
  for (const { id } of sending) await stopAutomatically(tx, id, reason, now);
}

async function finish(tx: Db, { id, queued }: StoredNewsletter, now: Date): Promise<void> {
  const failed = (await mailsOf(tx, [id], "failed")).get(id) ?? 0;
  // The final number excludes those who unsubscribed before their mail was enqueued.
  const values = { state: "sent", finishedAt: now, failed, recipients: queued } as const;
  await writeNewsletter(tx, id, values, now);
  await notifyNewsletters(tx);
}

/** Enqueues the next mails, as many as the rate allows; returns how many. */
async function queueSlice(
  tx: Db,
  row: StoredNewsletter,
  perMinute: number,
  now: Date,
): Promise<number> {
  const { size, pauseMs } = sliceOf(perMinute);
  // Keeps the queue short if the mail server is slower than the rate, so that stopping and unsubscribing take effect.
  if ((await countUntried(tx, row.id)) >= size) return 0;
  const slice = await nextRecipients(tx, row, size);
  const paths = await unsubscribePaths(
    tx,
    slice.map(({ id }) => id),
  );
  const batch = slice.map(({ id, email, language }) => ({
    key: `newsletter:${row.id}:${id}`,
    to: accountAddress({ email }),
    language,
    message: {
      template: "newsletter" as const,
      newsletterId: row.id,
      unsubscribePath: paths.get(id) ?? null,
    },
  }));
  await enqueueMails(tx, batch, now, row.id);
  const queuedTo = slice.at(-1)?.id ?? row.queuedTo;
  // A short batch does not mean the end: some may have unsubscribed concurrently.
  const [more] = await tx
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(recipientsAfter(row, queuedTo))
    .limit(1);
  await tx
    .update(newsletters)
    .set({
      queued: sql`${newsletters.queued} + ${slice.length}`,
      queuedTo,
      nextSliceAt: more ? addMs(now, pauseMs) : null,
    })
    .where(eq(newsletters.id, row.id));
  await notifyNewsletters(tx);
  return slice.length;
}

function countUntried(tx: Db, id: number): Promise<number> {
  return tx
    .select({ count: count() })
    .from(mails)
    .where(
      and(
        eq(mails.newsletterId, id),
        isNull(mails.sentAt),
        isNull(mails.failedAt),
        eq(mails.attempts, 0),
      ),
    )
    .then(([row]) => row?.count ?? 0);
}

/** Locks the next recipients until the transaction ends, so that a concurrent unsubscribe withdraws their mails. */
function nextRecipients(tx: Db, row: StoredNewsletter, limit: number) {
  return tx
    .select({ id: subscribers.id, email: subscribers.email, language: subscribers.language })
    .from(subscribers)
    .where(recipientsAfter(row, row.queuedTo))
    .orderBy(asc(subscribers.id))
    .limit(limit)
    .for("share");
}

function recipientsAfter({ startedAt }: StoredNewsletter, id: string | null) {
  return and(
    isConfirmed,
    startedAt ? lte(subscribers.confirmedAt, startedAt) : sql`false`,
    id === null ? undefined : gt(subscribers.id, id),
  );
}
