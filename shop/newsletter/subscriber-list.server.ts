import { and, asc, count, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { escapeLike } from "#db/keyset-search.server.ts";
import type { CsvCell } from "#lib/csv.ts";
import { pageAt } from "#lib/paging.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { subscribers } from "./tables.ts";
import type { Subscriber, SubscriberPage, SubscriberQuery, SubscriberState } from "./subscriber.ts";
import {
  notifyNewsletters,
  isConfirmed,
  toSubscriber,
  withdrawNewsletterMails,
} from "./subscribers.server.ts";

/** Rows per query of an export. */
const BATCH = 1000;

const inState: Record<SubscriberState, SQL | undefined> = {
  confirmed: isConfirmed,
  pending: and(isNull(subscribers.confirmedAt), isNull(subscribers.unsubscribedAt)),
  unsubscribed: isNotNull(subscribers.unsubscribedAt),
};

/** Lists a page of subscribers, newest first. */
export async function listSubscribers(
  db: Db,
  query: SubscriberQuery & { perPage: number },
): Promise<SubscriberPage> {
  const { keys, previous, next } = await pageAt<string>(
    (page) => findIds(db, query, page),
    query.cursor,
    query.perPage,
  );
  return { subscribers: await subscribersById(db, keys), previous, next };
}

/** Counts the subscribers in each state. */
export async function countSubscribers(db: Db): Promise<Record<SubscriberState, number>> {
  const [row] = await db
    .select({
      confirmed: sql<number>`count(*) filter (where ${inState.confirmed})`.mapWith(Number),
      pending: sql<number>`count(*) filter (where ${inState.pending})`.mapWith(Number),
      unsubscribed: count(subscribers.unsubscribedAt),
    })
    .from(subscribers);
  return row ?? { confirmed: 0, pending: 0, unsubscribed: 0 };
}

/** Deletes a subscriber and their waiting mails. */
export async function removeSubscriber(
  db: Db,
  change: { id: string; actor: Actor; now: Date },
): Promise<Result<void, "forbidden" | "not-found">> {
  const { id, actor, now } = change;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const [row] = await tx.delete(subscribers).where(eq(subscribers.id, id)).returning();
    if (!row) return err("not-found");
    await withdrawNewsletterMails(tx, row.email);
    await recordAudit(tx, {
      actor,
      action: "newsletter.subscriber-removed",
      subject: "newsletter",
      subjectId: row.email,
      now,
    });
    await notifyNewsletters(tx);
    return ok(undefined);
  });
}

const columns: [head: string, cell: (subscriber: Subscriber) => CsvCell][] = [
  ["Email", ({ email }) => email],
  ["State", ({ state }) => state],
  ["Asked", ({ requestedAt }) => requestedAt],
  ["Confirmed", ({ confirmedAt }) => confirmedAt],
  ["Unsubscribed", ({ unsubscribedAt }) => unsubscribedAt],
  ["Page", ({ source }) => source],
];

export const subscriberHead: readonly string[] = columns.map(([head]) => head);

/** Exports subscribers as rows under `subscriberHead`, in batches. The audit log records it. */
export async function exportSubscribers(
  db: Db,
  options: { what: Pick<SubscriberQuery, "search" | "state">; actor: Actor; now: Date },
): Promise<Result<AsyncGenerator<CsvCell[][]>, "forbidden">> {
  const { what, actor, now } = options;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const data = { ...what };
    await recordAudit(tx, {
      actor,
      action: "newsletter.exported",
      subject: "newsletter",
      data,
      now,
    });
    return ok(rows(db, what));
  });
}

async function* rows(
  db: Db,
  what: Pick<SubscriberQuery, "search" | "state">,
): AsyncGenerator<CsvCell[][]> {
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await findIds(db, what, { after, backwards: false, limit: BATCH });
    const found = await subscribersById(db, ids);
    if (found.length > 0) yield found.map((one) => columns.map(([, cell]) => cell(one)));
    if (ids.length < BATCH) return;
    after = ids.at(-1) ?? null;
  }
}

async function findIds(
  db: Db,
  { search, state }: Pick<SubscriberQuery, "search" | "state">,
  { after, backwards, limit }: { after: string | null; backwards: boolean; limit: number },
): Promise<string[]> {
  const direction = backwards ? asc : desc;
  const found = await db
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(
      and(
        state ? inState[state] : undefined,
        matching(search),
        after === null ? undefined : afterSubscriber(after, backwards),
      ),
    )
    .orderBy(direction(subscribers.requestedAt), direction(subscribers.id))
    .limit(limit);
  return found.map(({ id }) => id);
}

async function subscribersById(db: Db, ids: readonly string[]): Promise<Subscriber[]> {
  const found = await db
    .select()
    .from(subscribers)
    .where(inArray(subscribers.id, [...ids]));
  const byId = new Map(found.map((row) => [row.id, toSubscriber(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function matching(search: string): SQL | undefined {
  const term = search
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .toLowerCase();
  if (!term) return undefined;
  return sql`${subscribers.email} like ${`%${escapeLike(term)}%`}`;
}

function afterSubscriber(id: string, backwards: boolean): SQL {
  return sql`(${subscribers.requestedAt}, ${subscribers.id}) ${backwards ? sql`>` : sql`<`} (
    select ${subscribers.requestedAt}, ${subscribers.id} from ${subscribers} where ${subscribers.id} = ${id})`;
}
