import { and, asc, count, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { mails } from "../mail/tables.ts";
import { newsletters, subscribers } from "./tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { enqueueNewsletter } from "../mail/mails.server.ts";
import { readSettings } from "../settings/settings.server.ts";
import {
  auditNewsletter,
  changeNewsletter,
  type NewsletterChange,
  type NewsletterRefusal,
  type StoredNewsletter,
  writeNewsletter,
} from "./drafts.server.ts";
import { sliceOf } from "./newsletter.ts";
import { mailsOf } from "./newsletters.server.ts";
import { unsubscribePaths } from "./subscriber-links.server.ts";
import { changed, isConfirmed } from "./subscribers.server.ts";
import { addMs } from "#lib/time.ts";

/** Further reasons: newsletters are switched off, another one is being sent, or nobody would get it. */
export type SendingRefusal = NewsletterRefusal | "switched-off" | "busy" | "nobody";

/** Starts to send a draft to all who have confirmed by now. */
export async function startSending(
  db: Db,
  change: NewsletterChange,
): Promise<Result<void, SendingRefusal>> {
  const { id, now } = change;
  return changeNewsletter<void, SendingRefusal>(db, change, async (tx, before) => {
    if (before.state !== "draft") return err("stale");
    const may = await maySend(tx);
    if (!may.ok) return may;
    const recipients = await tx.$count(subscribers, isConfirmed);
    if (recipients === 0) return err("nobody");
    const values = { state: "sending", startedAt: now, nextSliceAt: now, recipients } as const;
    await writeNewsletter(tx, id, values, now);
    await auditNewsletter(tx, change, "newsletter.started", { recipients });
    return ok(undefined);
  });
}

/** Stops: from then on no mail of it is handed to the mail server, also none that is in the outbox already. */
export async function stopSending(
  db: Db,
  change: NewsletterChange,
): Promise<Result<void, NewsletterRefusal>> {
  return changeNewsletter(db, change, async (tx, before) => {
    if (before.state !== "sending") return err("stale");
    await writeNewsletter(tx, before.id, { state: "stopped" }, change.now);
    await auditNewsletter(tx, change, "newsletter.stopped", {});
    return ok(undefined);
  });
}

/** Goes on where it was stopped, to the same people. */
export async function continueSending(
  db: Db,
  change: NewsletterChange,
): Promise<Result<void, SendingRefusal>> {
  return changeNewsletter<void, SendingRefusal>(db, change, async (tx, before) => {
    if (before.state !== "stopped") return err("stale");
    const may = await maySend(tx);
    if (!may.ok) return may;
    // The pause that was left is over, or was of another pace.
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
 * Does what is due for the newsletter that is being sent: puts the next slice of its mails into the outbox, notes
 * that it is sent, or stops it when newsletters were switched off. Returns how many of its mails wait there, or null.
 */
export async function sendOn(db: Db, now: Date): Promise<number | null> {
  // Nearly always there is none, and this is asked all the time.
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
      // Another instance is at it.
      .for("no key update", { skipLocked: true });
    if (!row) return null;
    const waiting = (await mailsOf(tx, [row.id], "waiting")).get(row.id) ?? 0;
    if (!marketingEmails) await stopByItself(tx, row.id, "marketing emails were switched off", now);
    else if (row.nextSliceAt && row.nextSliceAt <= now)
      await queueSlice(tx, row, newslettersPerMinute, now);
    else if (!row.nextSliceAt && waiting === 0) await finish(tx, row, now);
    return waiting;
  });
}

async function stopByItself(tx: Db, id: number, reason: string, now: Date): Promise<void> {
  await writeNewsletter(tx, id, { state: "stopped" }, now);
  const actor = { id: null, email: "the shop", ip: null };
  await auditNewsletter(tx, { id, actor, now }, "newsletter.stopped", { reason });
  await changed(tx);
}

/** Stops whatever is being sent, until an administrator has it go on. */
export async function stopAllSending(tx: Db, reason: string, now: Date): Promise<void> {
  const sending = await tx
    .select({ id: newsletters.id })
    .from(newsletters)
    .where(eq(newsletters.state, "sending"));
  for (const { id } of sending) await stopByItself(tx, id, reason, now);
}

async function finish(tx: Db, { id, queued }: StoredNewsletter, now: Date): Promise<void> {
  const failed = (await mailsOf(tx, [id], "failed")).get(id) ?? 0;
  // Without those who left before it was their turn.
  const values = { state: "sent", finishedAt: now, failed, recipients: queued } as const;
  await writeNewsletter(tx, id, values, now);
  await changed(tx);
}

async function queueSlice(
  tx: Db,
  row: StoredNewsletter,
  perMinute: number,
  now: Date,
): Promise<void> {
  const { size, pauseMs } = sliceOf(perMinute);
  // A mail server that is slower than that gets no longer queue: what waits there can still be stopped and left.
  if ((await countUntried(tx, row.id)) >= size) return;
  const slice = await nextRecipients(tx, row, size);
  const paths = await unsubscribePaths(
    tx,
    slice.map(({ id }) => id),
  );
  const batch = slice.map(({ id, email }) => ({
    key: `newsletter:${row.id}:${id}`,
    to: email,
    message: {
      template: "newsletter" as const,
      newsletterId: row.id,
      unsubscribePath: paths.get(id) ?? null,
    },
  }));
  await enqueueNewsletter(tx, row.id, batch, now);
  const queuedTo = slice.at(-1)?.id ?? row.queuedTo;
  // Fewer came also when some of them unsubscribed in this moment.
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
  await changed(tx);
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

/** Locked until the transaction ends: whoever unsubscribes in this moment finds their mail, and takes it back. */
function nextRecipients(tx: Db, row: StoredNewsletter, limit: number) {
  return tx
    .select({ id: subscribers.id, email: subscribers.email })
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
