import { and, count, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import type { MailMessage } from "../mail/mail.ts";
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

/** A list longer than this is one cause, not so many mails. */
const AT_MOST = 100;

// A newsletter says itself how many of its addresses are gone.
const single = isNull(mails.newsletterId);
const givenUp = and(single, isNotNull(mails.failedAt));
const undelivered = and(single, isNull(mails.sentAt), isNotNull(mails.lastError));

/** What the mail server did not take, newest first: 100 at the most, and how many there are. */
export async function listUndelivered(
  db: Db,
): Promise<{ mails: UndeliveredMail[]; total: number; givenUp: number }> {
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
      .limit(AT_MOST),
    db
      .select({ total: count(mails.lastError), givenUp: count(mails.failedAt) })
      .from(mails)
      .where(
        and(
          single,
          isNull(mails.sentAt),
          or(isNotNull(mails.lastError), isNotNull(mails.failedAt)),
        ),
      ),
  ]);
  return { mails: rows, total: counts?.total ?? 0, givenUp: counts?.givenUp ?? 0 };
}

/** Tries mails that were given up for another day: the one under this key, or with null all of them. Tells how many. */
export async function sendAgain(
  db: Db,
  { key, actor, now }: { key: string | null; actor: Actor; now: Date },
): Promise<Result<number, "forbidden" | "not-found">> {
  return change(db, { key, actor, now, action: "mail.retried" }, (tx, which) =>
    tx
      .update(mails)
      .set({ failedAt: null, lastError: null, attempts: 0, createdAt: now, nextTryAt: now })
      .where(which)
      .returning({ to: mails.to }),
  );
}

/** Forgets mails that were given up: the one under this key, or with null all of them. Tells how many. */
export async function discard(
  db: Db,
  { key, actor, now }: { key: string | null; actor: Actor; now: Date },
): Promise<Result<number, "forbidden" | "not-found">> {
  return change(db, { key, actor, now, action: "mail.discarded" }, (tx, which) =>
    tx.delete(mails).where(which).returning({ to: mails.to }),
  );
}

async function change(
  db: Db,
  doing: {
    key: string | null;
    actor: Actor;
    now: Date;
    action: "mail.retried" | "mail.discarded";
  },
  work: (tx: Db, which: SQL | undefined) => Promise<{ to: string }[]>,
): Promise<Result<number, "forbidden" | "not-found">> {
  const { key, actor, now, action } = doing;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const which = and(givenUp, key === null ? undefined : eq(mails.key, key));
    const done = await work(tx, which);
    if (done.length === 0) return err("not-found");
    const to = [...new Set(done.map((mail) => mail.to))];
    await recordAudit(tx, {
      actor,
      action,
      subject: "mail",
      subjectId: key,
      data: { count: done.length, to: to.length === 1 ? to[0] : `${to.length} addresses` },
      now,
    });
    return ok(done.length);
  });
}
