import { type SQLWrapper, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.server.ts";
import { type Copied, copyLines, rowsPerSlice } from "#db/copy.server.ts";
import { centsCell, timestampCell, textCell } from "#db/csv.server.ts";
import { orders } from "./tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import type { OrderFilter, OrderSort } from "./order-list.ts";
import { listOrderIds, scopeOf } from "./order-list.server.ts";
import { digitsOf, type Key, valueIn, keysetOf } from "./order-search.server.ts";

/** How many orders of a search are read per batch. */
const BATCH = 2000;

/** The orders to export: a filtered and sorted list, or selected ids. */
export type ExportedOrders = { filter: OrderFilter; sort: OrderSort } | { orderIds: string[] };

/** How a settled order was paid in Bitcoin; empty for all others. */
const paidBy = sql`case when ${orders.paymentMethod} = 'bitcoin' and ${orders.settledAt} is not null then
  case when ${orders.byLightning} then 'lightning' else 'chain' end end`;

/** Cells with user input are escaped against formula injection; the shop generates the others itself. */
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
  ["Bitcoin paid by", paidBy],
  ["Payment status", orders.paymentStatus],
  ["Bitcoin address", orders.bitcoinWallet],
  ["Note", textCell(orders.note)],
];

export const exportHead: readonly string[] = columns.map(([head]) => head);

/** Compiled once: compiling the expressions for each batch costs as much as sending the batch. */
const cells = sql.raw(
  new PgDialect().sqlToQuery(
    sql.join(
      columns.map(([, cell]) => cell),
      sql`, `,
    ),
  ).sql,
);

/**
 * Streams the orders as CSV lines under `exportHead`, and records the export, of the list or of a report, in the
 * audit log.
 */
export async function exportOrders(
  db: Db,
  options: {
    what: ExportedOrders;
    from?: "order" | "report";
    actor: Actor;
    now: Date;
    /** Aborted when the client disconnects. */
    signal?: AbortSignal;
  },
): Promise<Result<AsyncGenerator<Uint8Array>, "forbidden">> {
  const { what, from: subject = "order", actor, now, signal } = options;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const data = "orderIds" in what ? { orderIds: what.orderIds } : { ...what.filter };
    await recordAudit(tx, { actor, action: `${subject}.exported`, subject, data, now });
    return ok(streamLines(db, what, now, signal));
  });
}

async function* streamLines(
  db: Db,
  what: ExportedOrders,
  now: Date,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  if ("orderIds" in what) yield* await readLines(db, what.orderIds);
  else if (!what.filter.search.trim()) yield* streamList(db, what, now);
  else
    for await (const ids of listOrderIds(db, { ...what, batch: BATCH, now, signal }))
      yield* await readLines(db, ids);
}

/** Streams the list by keyset pagination, prefetching the next slice while the current one is sent. */
async function* streamList(
  db: Db,
  { filter, sort }: { filter: OrderFilter; sort: OrderSort },
  now: Date,
): AsyncGenerator<Uint8Array> {
  const scope = await scopeOf(db, filter, now);
  const sliceAfter = (after: Key | null): Promise<Copied> => {
    const { where, order } = keysetOf(scope, { sort, after, backwards: false });
    const slice = copyLines(
      db,
      sql`select ${cells}, ${digitsOf(sort)} from ${orders} where ${where} order by ${order}`,
      rowsPerSlice(db),
    );
    // An error is thrown where the slice is awaited; this prevents an unhandled rejection after a disconnect.
    slice.catch(() => undefined);
    return slice;
  };
  let pending: Promise<Copied> | null = sliceAfter(null);
  while (pending) {
    const { chunks, last }: Copied = await pending;
    pending = last === null ? null : sliceAfter(keyIn(last));
    yield* chunks;
  }
}

/** Reads the sort key of an order from its CSV row: the first cell is the ID, the last one its sort value. */
function keyIn(row: string): Key {
  const [id = ""] = row.split(",", 1);
  return { id, value: valueIn(row.slice(row.lastIndexOf(",") + 1)) };
}

/** Returns the lines of these orders in the given order, without deleted ones. */
async function readLines(db: Db, ids: readonly string[]): Promise<Uint8Array[]> {
  const { chunks } = await copyLines(
    db,
    sql`select ${cells}, requested.place
      from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as requested (id, place)
      join ${orders} on ${orders.id} = requested.id and ${orders.deletedAt} is null
      order by requested.place`,
    ids.length,
  );
  return chunks;
}
