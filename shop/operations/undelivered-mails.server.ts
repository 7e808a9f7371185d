import { and, count, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import type { MailMessage } from "../mail/mail.ts";
import { anotherDay } from "../mail/mails.server.ts";
import { mails } from "../mail/tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";

/** A mail that the mail server has not accepted: still retried, or given up. */
export interface UndeliveredMail {
  key: string;
  to: string;
  template: MailMessage["template"];
  attempts: number;
  error: string | null;
  createdAt: Date;
  /** Null while it is still retried. */
  failedAt: Date | null;
}

const LIST_LIMIT = 100;

// Newsletters have their own report of failed addresses.
const single = isNull(mails.newsletterId);
const failed = and(single, isNotNull(mails.failedAt));
const undelivered = and(single, isNull(mails.sentAt), isNotNull(mails.lastError));

/** Lists the newest 100 mails that the mail server refused, with the number of all. */
export async function listUndeliveredMails(
  db: Db,
): Promise<{ mails: UndeliveredMail[]; total: number; failed: number }> {
  const [rows, [counts]] = await Promise.all([
    db
      .select({
        key: mails.key,
        to: mails.to,
        template: sql<UndeliveredMail["template"]>`${mails.message} ->> 'template'`,
        attempts: mails.attempts,
        error: mails.lastError,
        createdAt: mails.createdAt,
        failedAt: mails.failedAt,
      })
      .from(mails)
      .where(undelivered)
      .orderBy(desc(mails.createdAt))
      .limit(LIST_LIMIT),
    db
      .select({ total: count(mails.lastError), failed: count(mails.failedAt) })
      .from(mails)
      .where(
        and(
          single,
          isNull(mails.sentAt),
          or(isNotNull(mails.lastError), isNotNull(mails.failedAt)),
        ),
      ),
  ]);
  return { mails: rows, total: counts?.total ?? 0, failed: counts?.failed ?? 0 };
}

/** Retries failed mails for another day: the one with this key, or all for null. Returns how many. */
export async function retryMails(
  db: Db,
  { key, actor, now }: { key: string | null; actor: Actor; now: Date },
): Promise<Result<number, "forbidden" | "not-found">> {
  return changeFailedMails(db, { key, actor, now, action: "mail.retried" }, (tx, where) =>
    tx.update(mails).set(anotherDay(now)).where(where).returning({ to: mails.to }),
  );
}

/** Deletes failed mails: the one with this key, or all for null. Returns how many. */
export async function discardMails(
  db: Db,
  { key, actor, now }: { key: string | null; actor: Actor; now: Date },
): Promise<Result<number, "forbidden" | "not-found">> {
  return changeFailedMails(db, { key, actor, now, action: "mail.discarded" }, (tx, where) =>
    tx.delete(mails).where(where).returning({ to: mails.to }),
  );
}

async function changeFailedMails(
  db: Db,
  input: {
    key: string | null;
    actor: Actor;
    now: Date;
    action: "mail.retried" | "mail.discarded";
  },
  apply: (tx: Db, where: SQL | undefined) => Promise<{ to: string }[]>,
): Promise<Result<number, "forbidden" | "not-found">> {
  const { key, actor, now, action } = input;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const changed = await apply(tx, and(failed, key === null ? undefined : eq(mails.key, key)));
    if (changed.length === 0) return err("not-found");
    const to = [...new Set(changed.map((mail) => mail.to))];
    await recordAudit(tx, {
      actor,
      action,
      subject: "mail",
      subjectId: key,
      data: { count: changed.length, to: to.length === 1 ? to[0] : `${to.length} addresses` },
      now,
    });
    return ok(changed.length);
  });
}
