import { and, eq, isNotNull, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import { users } from "../accounts/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { resendByEmail } from "../limits/limits.server.ts";
import { takeOnce } from "../limits/attempts.server.ts";
import { mailState, resentKey } from "../mail/mail-list.ts";
import { isResendable } from "../mail/render.server.tsx";
import { anotherDay } from "../mail/mails.server.ts";
import { mails } from "../mail/tables.ts";
import { renewMail, type RenewError } from "./renew-mail.server.ts";

/**
 * Expected errors of sending a mail again. `on-its-way`: it waits, or was sent again; `blocked`: the account of the
 * recipient is; `limited`: the recipient was sent too many in the last hour.
 */
export type ResendError =
  | "forbidden"
  | "not-found"
  | "on-its-way"
  | "blocked"
  | "limited"
  | RenewError;

// Newsletters have their own report of failed addresses.
const failed = and(isNull(mails.newsletterId), isNotNull(mails.failedAt));

const isBlocked = (email: SQL) => and(eq(users.email, email), isNotNull(users.blockedAt));

/**
 * Sends a mail again, with new links and only if it still tells the truth: one that failed for another day, one that was
 * sent as a mail of its own.
 */
export async function resendMail(
  db: Db,
  { key, actor, appUrl, now }: { key: string; actor: Actor; appUrl: string; now: Date },
): Promise<Result<void, ResendError>> {
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const [mail] = await tx
      .select()
      .from(mails)
      .where(and(eq(mails.key, key), isNull(mails.newsletterId)))
      .for("update");
    if (!mail) return err("not-found");
    const state = mailState(mail);
    if (state === "waiting" || state === "refused") return err("on-its-way");
    if (!isResendable(state, mail.message.template)) return err("not-found");
    if ((await tx.$count(mails, eq(mails.key, resentKey(key)))) > 0) return err("on-its-way");
    const renewed = await renewMail(tx, mail, { appUrl, now });
    if (!renewed.ok) return renewed;
    const { to, message } = renewed.value;
    if ((await tx.$count(users, isBlocked(sql`${normalizeEmail(to)}`))) > 0) return err("blocked");
    if ((await takeOnce(tx, resendByEmail, normalizeEmail(to), now)) > 0) return err("limited");

    const queued = { to, message, ...anotherDay(now) };
    if (state === "failed") await tx.update(mails).set(queued).where(eq(mails.key, key));
    // Mail programs hide a second mail with the same Message-ID, which is made of the key.
    else await tx.insert(mails).values({ ...queued, key: resentKey(key) });
    await recordAudit(tx, {
      actor,
      action: "mail.resent",
      subject: "mail",
      subjectId: key,
      data: { to },
      now,
    });
    return ok(undefined);
  });
}

interface FailedChange {
  actor: Actor;
  now: Date;
}

/** Retries all failed mails for another day, except those to blocked accounts. Returns how many. */
export async function retryMails(
  db: Db,
  { actor, now }: FailedChange,
): Promise<Result<number, "forbidden" | "not-found">> {
  return changeFailedMails(db, { key: null, actor, now, action: "mail.retried" }, (tx, where) =>
    tx
      .update(mails)
      .set(anotherDay(now))
      .where(
        and(
          where,
          notExists(
            tx
              .select()
              .from(users)
              .where(isBlocked(sql`lower(${mails.to})`)),
          ),
        ),
      )
      .returning({ to: mails.to }),
  );
}

/** Deletes failed mails: the one with this key, or all for null. Returns how many. */
export async function discardMails(
  db: Db,
  { key, actor, now }: FailedChange & { key: string | null },
): Promise<Result<number, "forbidden" | "not-found">> {
  return changeFailedMails(db, { key, actor, now, action: "mail.discarded" }, (tx, where) =>
    tx.delete(mails).where(where).returning({ to: mails.to }),
  );
}

async function changeFailedMails(
  db: Db,
  input: FailedChange & { key: string | null; action: "mail.retried" | "mail.discarded" },
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
