import { and, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { newsletters, subscribers } from "./tables.ts";
import { normalizeEmail } from "#lib/email.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { subscribeByAddress, subscribeByEmail } from "../limits/limits.server.ts";
import { typedAddress } from "../mail/addresses.ts";
import { enqueueMail, withdrawNewsletters } from "../mail/mails.server.ts";
import {
  CONFIRM_DAYS,
  type Subscriber,
  type SubscriberLink,
  type SubscriberState,
  subscriberState,
} from "./subscriber.ts";
import {
  confirmPath,
  isConfirmLink,
  isUnsubscribeLink,
  unsubscribePaths,
} from "./subscriber-links.server.ts";
import { addMs, DAY_MS } from "#lib/time.ts";
import { currentLanguage } from "#messages/current.server.ts";

/** The condition for subscribers who get newsletters. */
export const isConfirmed: SQL =
  and(isNotNull(subscribers.confirmedAt), isNull(subscribers.unsubscribedAt)) ?? sql`true`;

/** Converts a row to a subscriber. */
export function toSubscriber(row: typeof subscribers.$inferSelect): Subscriber {
  return { ...row, state: subscriberState(row) };
}

/**
 * Mails a confirmation link, or a notice to those who are subscribed already. The response is the same, so that it does
 * not reveal who is subscribed.
 */
export async function requestSubscription(
  db: Db,
  request: { email: string; source: string; now: Date },
): Promise<void> {
  const { source, now } = request;
  const email = normalizeEmail(request.email);
  await db.transaction(async (tx) => {
    const language = currentLanguage();
    const [row] = await tx
      .insert(subscribers)
      .values({ email, source, requestedAt: now, language })
      .onConflictDoUpdate({
        target: subscribers.email,
        set: {
          requestedAt: sql`case when ${isConfirmed} then ${subscribers.requestedAt} else excluded.requested_at end`,
          language: sql`case when ${isConfirmed} then ${subscribers.language} else excluded.language end`,
        },
      })
      .returning();
    if (!row) throw new Error("the subscriber was not stored");
    const already = subscriberState(row) === "confirmed";
    const path = already
      ? ((await unsubscribePaths(tx, [row.id])).get(row.id) ?? "")
      : await confirmPath(tx, row.id, now);
    const template = already ? "newsletter-already" : "newsletter-confirm";
    const message = { template, path } as const;
    await enqueueMail(tx, {
      key: `${template}:${row.id}:${now.getTime()}`,
      to: typedAddress(email, [subscribeByEmail, subscribeByAddress]),
      message,
      now,
    });
    await notifyNewsletters(tx);
  });
}

/** Confirms a subscription by a mailed link; `invalid` if the link has expired. */
export async function confirmSubscription(
  db: Db,
  link: SubscriberLink,
  now: Date,
): Promise<Result<void, "invalid">> {
  if (!(await isConfirmLink(db, link, now))) return err("invalid");
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(subscribers)
      .set({
        confirmedAt: sql`case when ${isConfirmed} then ${subscribers.confirmedAt} else ${now.toISOString()}::timestamptz end`,
        unsubscribedAt: null,
      })
      .where(eq(subscribers.id, link.id))
      .returning({ id: subscribers.id });
    if (!row) return err("invalid");
    await notifyNewsletters(tx);
    return ok(undefined);
  });
}

/** Returns the subscriber of an unsubscribe link; a deleted one counts as unsubscribed. */
export async function findSubscription(
  db: Db,
  link: SubscriberLink,
): Promise<Result<{ email: string | null; state: SubscriberState }, "invalid">> {
  if (!(await isUnsubscribeLink(db, link))) return err("invalid");
  const [row] = await db.select().from(subscribers).where(eq(subscribers.id, link.id));
  return ok(
    row
      ? { email: row.email, state: subscriberState(row) }
      : { email: null, state: "unsubscribed" },
  );
}

/** Unsubscribes by a mailed link, and withdraws waiting newsletter mails. Idempotent. */
export async function unsubscribe(
  db: Db,
  link: SubscriberLink,
  now: Date,
): Promise<Result<void, "invalid">> {
  if (!(await isUnsubscribeLink(db, link))) return err("invalid");
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(subscribers)
      .set({
        unsubscribedAt: sql`coalesce(${subscribers.unsubscribedAt}, ${now.toISOString()}::timestamptz)`,
      })
      .where(eq(subscribers.id, link.id))
      .returning({ email: subscribers.email });
    if (row) await withdrawNewsletterMails(tx, row.email);
    await notifyNewsletters(tx);
    return ok(undefined);
  });
}

/** Subscribes again by the unsubscribe link, if the subscription had been confirmed. */
export async function subscribeAgain(
  db: Db,
  link: SubscriberLink,
  now: Date,
): Promise<Result<void, "invalid">> {
  if (!(await isUnsubscribeLink(db, link))) return err("invalid");
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(subscribers)
      .set({ unsubscribedAt: null, confirmedAt: now })
      .where(
        and(
          eq(subscribers.id, link.id),
          isNotNull(subscribers.confirmedAt),
          isNotNull(subscribers.unsubscribedAt),
        ),
      )
      .returning({ id: subscribers.id });
    if (!row) return err("invalid");
    await notifyNewsletters(tx);
    return ok(undefined);
  });
}

/** Returns the subscriber with this address, or null. */
export async function readSubscriber(db: Db, address: string): Promise<Subscriber | null> {
  const [row] = await db
    .select()
    .from(subscribers)
    .where(eq(subscribers.email, normalizeEmail(address)));
  return row ? toSubscriber(row) : null;
}

/** Deletes the subscriber with this address, and their waiting newsletter mails. */
export async function deleteSubscriber(db: Db, address: string): Promise<void> {
  const email = normalizeEmail(address);
  await db.transaction(async (tx) => {
    await tx.delete(subscribers).where(eq(subscribers.email, email));
    await withdrawNewsletterMails(tx, email);
    await notifyNewsletters(tx);
  });
}

/** Deletes unconfirmed subscribers whose link has expired. */
export async function deleteUnconfirmedSubscribers(db: Db, now: Date): Promise<void> {
  const ended = addMs(now, -CONFIRM_DAYS * DAY_MS);
  await db
    .delete(subscribers)
    .where(and(isNull(subscribers.confirmedAt), lt(subscribers.requestedAt, ended)));
}

/** Withdraws waiting newsletter mails to this address, and subtracts them from the progress of their newsletters. */
export async function withdrawNewsletterMails(tx: Db, email: string): Promise<void> {
  for (const id of await withdrawNewsletters(tx, email))
    await tx
      .update(newsletters)
      .set({
        queued: sql`${newsletters.queued} - 1`,
        recipients: sql`${newsletters.recipients} - 1`,
      })
      .where(eq(newsletters.id, id));
}

/** Notifies the open pages of the back office of a change. */
export async function notifyNewsletters(tx: Db): Promise<void> {
  await notify(tx, CHANGES_CHANNEL, "newsletters");
}
