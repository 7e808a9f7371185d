import { type SQLWrapper, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.server.ts";
import { type Copied, copyLines, rowsPerSlice } from "#db/copy.server.ts";
import { centsCell, timestampCell, textCell } from "#db/csv.server.ts";
import { orders } from "./tables.ts";
import { type Result, ok, refuse } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import type { OrderFilter, OrderSort } from "./order-list.ts";
import { listedKeys, scopeOf } from "./order-list.server.ts";
import { digitsOf, type Key, valueIn, walk } from "./order-search.server.ts";

/** So many orders are looked for at once, where they are searched. */
const BATCH = 2000;

/** What is written as a file: a list as it is filtered and sorted, or the orders that were ticked. */
export type ExportedOrders = { filter: OrderFilter; sort: OrderSort } | { orderIds: string[] };

/** What people write is made harmless; IDs, addresses and the like are the shop's own words. */
const columns: [head: string, cell: SQLWrapper][] = [
  ["Order ID", orders.id],
  ["Placed", timestampCell(orders.createdAt)],
  ["Last updated", timestampCell(orders.updatedAt)],
  ["Status", orders.status],
  ["Reason", textCell(orders.statusReason)],
  ["TikTok username", textCell(orders.tiktokUsername)],
  ["TikTok UID", textCell(orders.tiktokUid)],
  ["Email", textCell(orders.email)],
  ["Coins", sql`${orders.package} ->> 'coins'`],
  ["Amount (USD)", centsCell(orders.totalCents)],
  ["Payment method", orders.paymentMethod],
  ["Payment status", orders.paymentStatus],
  ["Bitcoin address", orders.bitcoinWallet],
  ["Note", textCell(orders.note)],
];

export const exportHead: readonly string[] = columns.map(([head]) => head);

/** Written out once: to build them for each batch would cost as much as to send the batch. */
const cells = sql.raw(
  new PgDialect().sqlToQuery(
    sql.join(
      columns.map(([, cell]) => cell),
      sql`, `,
    ),
  ).sql,
);

/**
 * The orders as lines of CSV under `exportHead`, chunk by chunk while they are read. That they were taken, from the
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
): Promise<Result<AsyncGenerator<Uint8Array>, "forbidden">> {
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
): AsyncGenerator<Uint8Array> {
  if ("orderIds" in what) yield* await linesOf(db, what.orderIds);
  else if (!what.filter.search.trim()) yield* linesAlong(db, what, now);
  else
    for await (const ids of listedKeys(db, { ...what, batch: BATCH, now, signal }))
      yield* await linesOf(db, ids);
}

/** Along the order of the list, each slice beginning where the one before ended, and asked for while that goes out. */
async function* linesAlong(
  db: Db,
  { filter, sort }: { filter: OrderFilter; sort: OrderSort },
  now: Date,
): AsyncGenerator<Uint8Array> {
  const scope = await scopeOf(db, filter, now);
  const sliceAfter = (after: Key | null): Promise<Copied> => {
    const { where, order } = walk(scope, { sort, after, backwards: false });
    const slice = copyLines(
      db,
      sql`select ${cells}, ${digitsOf(sort)} from ${orders} where ${where} order by ${order}`,
      rowsPerSlice(db),
    );
    // Whoever reads on is told what went wrong; who has gone meanwhile is not.
    slice.catch(() => undefined);
    return slice;
  };
  let asked: Promise<Copied> | null = sliceAfter(null);
  while (asked) {
    const { chunks, last }: Copied = await asked;
    asked = last === null ? null : sliceAfter(keyIn(last));
    yield* chunks;
  }
}

/** Where an order stands, from its row: the ID is the first cell, and the last one the digits of its value. */
function keyIn(row: string): Key {
  const [id = ""] = row.split(",", 1);
  return { id, value: valueIn(row.slice(row.lastIndexOf(",") + 1)) };
}

/** These orders in the order given, but for those that were deleted meanwhile. */
async function linesOf(db: Db, ids: readonly string[]): Promise<Uint8Array[]> {
  const { chunks } = await copyLines(
    db,
    sql`select ${cells}, asked.place
      from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as asked (id, place)
      join ${orders} on ${orders.id} = asked.id and ${orders.deletedAt} is null
      order by asked.place`,
    ids.length,
  );
  return chunks;
}
