import { type SQLWrapper, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.server.ts";
import { centsCell, csvRow, momentCell, textCell } from "#db/csv.server.ts";
import { rowsOf } from "#db/rows.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { type Result, ok, refuse } from "#lib/result.ts";
import { isAdministrator } from "#shop/accounts/admins.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { recordAudit } from "#shop/audit/audit.server.ts";
import type { OrderFilter, OrderSort } from "./order-list.ts";
import { listedKeys, scopeOf } from "./order-list.server.ts";
import { columnOf, type Key, valueOf, walk } from "./order-search.server.ts";

/**
 * So many orders are one statement: on the embedded database, which does one thing at a time, others wait for no
 * more than that.
 */
const BATCH = 2000;

/** So many lines come as one text: a longer one the driver gathers in buffers that it copies again and again. */
const PART = 100;

/** What is written as a file: a list as it is filtered and sorted, or the orders that were ticked. */
export type ExportedOrders = { filter: OrderFilter; sort: OrderSort } | { orderIds: string[] };

/** What people write is made harmless; IDs, addresses and the like are the shop's own words. */
const columns: [head: string, cell: SQLWrapper][] = [
  ["Order ID", orders.id],
  ["Placed", momentCell(orders.createdAt)],
  ["Last updated", momentCell(orders.updatedAt)],
  ["Status", orders.status],
  ["Reason", textCell(orders.statusReason)],
  ["TikTok username", textCell(orders.tiktokUsername)],
  ["TikTok UID", textCell(orders.tiktokUid)],
  ["Email", textCell(orders.email)],
  ["Coins", sql`coalesce(${orders.package} ->> 'coins', '')`],
  ["Amount (USD)", centsCell(orders.totalCents)],
  ["Payment method", orders.paymentMethod],
  ["Payment status", orders.paymentStatus],
  ["Bitcoin address", orders.bitcoinWallet],
  ["Note", textCell(orders.note)],
];

export const exportHead: readonly string[] = columns.map(([head]) => head);

/** Written out once: to build it for each batch would cost as much as to send the batch. */
const line = sql.raw(new PgDialect().sqlToQuery(csvRow(columns.map(([, cell]) => cell))).sql);

/**
 * The orders as lines of CSV under `exportHead`, batch by batch while they are read. That they were taken, from the
 * list or with a report, is written down.
 */
export async function exportOrders(
  db: Db,
  options: {
    what: ExportedOrders;
    from?: "order" | "report";
    actor: Actor;
    now: Date;
    /** Says when nobody reads any more. */
    signal?: AbortSignal;
  },
): Promise<Result<AsyncGenerator<string>, "forbidden">> {
  const { what, from: subject = "order", actor, now, signal } = options;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return refuse("forbidden");
    const data = "orderIds" in what ? { orderIds: what.orderIds } : { ...what.filter };
    await recordAudit(tx, { actor, action: `${subject}.exported`, subject, data, now });
    return ok(lines(db, what, now, signal));
  });
}

async function* lines(
  db: Db,
  what: ExportedOrders,
  now: Date,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  if ("orderIds" in what) yield linesOf(db, what.orderIds);
  else if (!what.filter.search.trim()) yield* linesAlong(db, what, now);
  else
    for await (const ids of listedKeys(db, { ...what, batch: BATCH, now, signal }))
      yield linesOf(db, ids);
}

/** Lines that belong together, and the key of the last of them. */
type Part = Key & { text: string; count: number };

/** Along the order of the list, each batch beginning where the one before ended, and asked for while that goes out. */
async function* linesAlong(
  db: Db,
  { filter, sort }: { filter: OrderFilter; sort: OrderSort },
  now: Date,
): AsyncGenerator<string> {
  const scope = await scopeOf(db, filter, now);
  const batchAfter = (after: Key | null) => {
    const { where, order } = walk(scope, { sort, after, backwards: false });
    const batch = rowsOf<Part>(
      db,
      // The value of the last one alone: of every line it would take as long as half of the cells.
      sql`select string_agg(line, '') as text, count(*)::int as count, (array_agg(id))[count(*)] as id,
        ${valueOf(sort, sql`(array_agg(stored))[count(*)]`)} as value
      from (
        select *, (row_number() over () - 1) / ${PART} as part from (
          select ${line} as line, ${orders.id} as id, ${columnOf(sort)} as stored from ${orders}
          where ${where} order by ${order} limit ${BATCH}
        ) batch
      ) numbered
      group by part order by part`,
    );
    // Whoever reads on is told what went wrong; who has gone meanwhile is not.
    batch.catch(() => undefined);
    return batch;
  };
  let asked = batchAfter(null);
  for (;;) {
    const parts = await asked;
    const last = parts.at(-1);
    const isLast = !last || parts.reduce((sum, { count }) => sum + count, 0) < BATCH;
    if (!isLast) asked = batchAfter(last);
    for (const { text } of parts) yield text;
    if (isLast) return;
  }
}

/** These orders in the order given, but for those that were deleted meanwhile. */
async function linesOf(db: Db, ids: readonly string[]): Promise<string> {
  const [batch] = await rowsOf<{ text: string | null }>(
    db,
    sql`select string_agg(line, '') as text from (
      select ${line} as line
      from unnest(${sql.param(ids)}::text[]) with ordinality as asked (id, place)
      join ${orders} on ${orders.id} = asked.id and ${orders.deletedAt} is null
      order by asked.place
    ) batch`,
  );
  return batch?.text ?? "";
}
