import { and, inArray, isNull } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import type { CsvCell } from "#lib/csv.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { mayChange } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { orders } from "../orders/tables.ts";
import { exportRow } from "./order-columns.ts";
import type { OrderFilter, OrderSort } from "./order-list.ts";
import { listOrderIds } from "./order-list.server.ts";

/** How many orders are read per batch. */
export const EXPORT_BATCH = 1000;

/** The orders to export: a filtered and sorted list, or selected ids. */
export type ExportedOrders = { filter: OrderFilter; sort: OrderSort } | { orderIds: string[] };

/**
 * Reads the orders as rows under `exportHead`, in batches, and records the export, of the list or of a report, in the
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
): Promise<Result<AsyncGenerator<CsvCell[][]>, "forbidden">> {
  const { what, from: subject = "order", actor, now, signal } = options;
  return db.transaction(async (tx) => {
    if (!(await mayChange(tx, actor, "exports"))) return err("forbidden");
    const data = "orderIds" in what ? { orderIds: what.orderIds } : { ...what.filter };
    await recordAudit(tx, { actor, action: `${subject}.exported`, subject, data, now });
    const ids =
      "orderIds" in what
        ? [what.orderIds]
        : listOrderIds(db, { ...what, batch: EXPORT_BATCH, now, signal });
    return ok(rowsOf(db, ids));
  });
}

/**
 * Yields the rows of these batches of orders, without deleted ones. Each batch is consistent, the file is not: an order
 * that moves in a list sorted by its last change may be missing or stand in it twice.
 */
async function* rowsOf(
  db: Db,
  batches: AsyncIterable<string[]> | Iterable<string[]>,
): AsyncGenerator<CsvCell[][]> {
  for await (const ids of batches) {
    const rows = await db
      .select()
      .from(orders)
      .where(and(inArray(orders.id, ids), isNull(orders.deletedAt)));
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield ids.flatMap((id) => {
      const order = byId.get(id);
      return order ? [exportRow(order)] : [];
    });
  }
}
