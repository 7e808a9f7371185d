import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.server.ts";
import { escapeLike } from "#db/keyset-search.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { pageAt } from "#lib/paging.ts";
import { newsletters } from "../newsletter/tables.ts";
import {
  type ListedMail,
  type MailAudience,
  type MailFilter,
  type MailPage,
  type MailQuery,
  mailState,
} from "./mail-list.ts";
import { isResendable, labelOf, subjectOf } from "./render.server.tsx";
import { mails } from "./tables.ts";

/** How many mails of one order are shown. */
const PANEL_LIMIT = 20;

const template = sql<string>`${mails.message} ->> 'template'`;
const orderId = sql<string | null>`(${mails.message} ->> 'orderId')`;
const toAdministrators = sql`(${template} like 'admin-%' or ${template} = 'test-mail')`;

const inState: Record<MailFilter, SQL | undefined> = {
  waiting: and(isNull(mails.sentAt), isNull(mails.failedAt), isNull(mails.lastError)),
  sent: isNotNull(mails.sentAt),
  undelivered: and(isNull(mails.sentAt), or(isNotNull(mails.lastError), isNotNull(mails.failedAt))),
};

const toAudience: Record<MailAudience, SQL> = {
  customers: sql`not ${toAdministrators}`,
  administrators: toAdministrators,
};

/** Lists a page of mails, newest first. Newsletters have reports of their own. */
export async function listMails(db: Db, query: MailQuery & { perPage: number }): Promise<MailPage> {
  const where = and(
    isNull(mails.newsletterId),
    query.state ? inState[query.state] : undefined,
    query.audience ? toAudience[query.audience] : undefined,
    matching(query.search),
  );
  const { keys, ...neighbours } = await pageAt<string>(
    async ({ after, backwards, limit }) => {
      const direction = backwards ? asc : desc;
      const found = await db
        .select({ key: mails.key })
        .from(mails)
        .where(and(where, after === null ? undefined : beyond(after, backwards)))
        .orderBy(direction(mails.createdAt), direction(mails.key))
        .limit(limit);
      return found.map(({ key }) => key);
    },
    query.cursor,
    query.perPage,
  );
  const rows = await readMails(db, inArray(mails.key, keys), query.perPage);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return { mails: keys.flatMap((key) => byKey.get(key) ?? []), ...neighbours };
}

/** Counts the mails that wait, that the mail server refused, and those of them that failed; without newsletters. */
export async function countMails(
  db: Db,
): Promise<{ waiting: number; undelivered: number; failed: number }> {
  const [counts] = await db
    .select({
      all: count(),
      undelivered: sql<number>`count(*) filter (where ${inState.undelivered})`.mapWith(Number),
      failed: count(mails.failedAt),
    })
    .from(mails)
    .where(and(isNull(mails.newsletterId), isNull(mails.sentAt)));
  const { all = 0, undelivered = 0, failed = 0 } = counts ?? {};
  return { waiting: all - undelivered, undelivered, failed };
}

/** Returns the newest mails to the customer about an order. */
export async function mailsOfOrder(db: Db, id: string): Promise<ListedMail[]> {
  return readMails(db, and(eq(orderId, id), toAudience.customers), PANEL_LIMIT);
}

/** Returns the newest mails to an address, newsletters included. */
export async function mailsTo(db: Db, email: string, limit: number): Promise<ListedMail[]> {
  return readMails(db, eq(sql`lower(${mails.to})`, normalizeEmail(email)), limit);
}

async function readMails(db: Db, where: SQL | undefined, limit: number): Promise<ListedMail[]> {
  const resent = alias(mails, "resent");
  const newsletterId = sql`coalesce(${mails.newsletterId}, (${mails.message} ->> 'newsletterId')::bigint)`;
  const rows = await db
    .select({ mail: mails, title: newsletters.subject, resent: resent.key })
    .from(mails)
    .leftJoin(newsletters, eq(newsletters.id, newsletterId))
    .leftJoin(resent, eq(resent.key, sql`${mails.key} || ':again'`))
    .where(where)
    .orderBy(desc(mails.createdAt), desc(mails.key))
    .limit(limit);
  return rows.map(({ mail, title, ...row }) => {
    const { key, to, message, attempts, lastError, createdAt, sentAt } = mail;
    const state = mailState(mail);
    const hasRecipient = to !== "" && mail.newsletterId === null && row.resent === null;
    return {
      key,
      to,
      template: message.template,
      label: title === null ? labelOf(message) : `${labelOf(message)}: ${title}`,
      subject: title ?? (to === "" ? null : subjectOf(message)),
      orderId: "orderId" in message ? message.orderId : null,
      state,
      attempts,
      error: lastError,
      createdAt,
      sentAt,
      at: sentAt ?? mail.failedAt ?? createdAt,
      canResend: hasRecipient && isResendable(state, message.template),
    };
  });
}

function matching(search: string): SQL | undefined {
  const text = search.replaceAll(/\p{Cc}/gu, "").trim();
  if (!text) return undefined;
  const beginning = `${escapeLike(text.toLowerCase())}%`;
  return or(
    sql`lower(${mails.to}) like ${beginning}`,
    eq(orderId, text.replace(/^#/, "").toUpperCase()),
  );
}

function beyond(key: string, backwards: boolean): SQL {
  return sql`(${mails.createdAt}, ${mails.key}) ${backwards ? sql`>` : sql`<`} (
    select ${mails.createdAt}, ${mails.key} from ${mails} where ${mails.key} = ${key})`;
}
