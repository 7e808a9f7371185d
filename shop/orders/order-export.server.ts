import { inArray } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { type CsvCell, csvCents } from "#lib/csv.ts";
import { type Result, ok, refuse } from "#lib/result.ts";
import { isAdministrator } from "#shop/accounts/admins.server.ts";
import type { Actor } from "#shop/audit/audit.ts";
import { recordAudit } from "#shop/audit/audit.server.ts";
import type { OrderFilter, OrderSort } from "./order-list.ts";
import { listedKeys } from "./order-list.server.ts";
import type { StoredOrder } from "./orders.server.ts";

/** So many orders are read at once: what is on its way to a slow reader is not in memory twice. */
const BATCH = 500;

/** What is written as a file: a list as it is filtered and sorted, or the orders that were ticked. */
export type ExportedOrders = { filter: OrderFilter; sort: OrderSort } | { orderIds: string[] };

const columns: [head: string, cell: (order: StoredOrder) => CsvCell][] = [
  ["Order ID", (order) => order.id],
  ["Placed", (order) => order.createdAt.toISOString()],
  ["Last updated", (order) => order.updatedAt.toISOString()],
  ["Status", (order) => order.status],
  ["Reason", (order) => order.statusReason],
  ["TikTok username", (order) => order.tiktokUsername],
  ["TikTok UID", (order) => order.tiktokUid],
  ["Email", (order) => order.email],
  ["Coins", (order) => order.package.coins],
  ["Amount (USD)", (order) => csvCents(order.totalCents)],
  ["Payment method", (order) => order.paymentMethod],
  ["Payment status", (order) => order.paymentStatus],
  ["Bitcoin address", (order) => order.bitcoinWallet],
  ["Note", (order) => order.note || null],
];

export const exportHead: readonly string[] = columns.map(([head]) => head);

/**
 * The orders as rows under `exportHead`, batch by batch while they are read. That they were taken, from the list or
 * with a report, is written down.
 */
export async function exportOrders(
  db: Db,
  options: { what: ExportedOrders; from?: "order" | "report"; actor: Actor; now: Date },
): Promise<Result<AsyncGenerator<CsvCell[][]>, "forbidden">> {
  const { what, from: subject = "order", actor, now } = options;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return refuse("forbidden");
    const data = "orderIds" in what ? { orderIds: what.orderIds } : { ...what.filter };
    await recordAudit(tx, { actor, action: `${subject}.exported`, subject, data, now });
    return ok(rows(db, what, now));
  });
}

async function* rows(db: Db, what: ExportedOrders, now: Date): AsyncGenerator<CsvCell[][]> {
  const batches =
    "orderIds" in what ? [what.orderIds] : listedKeys(db, { ...what, batch: BATCH, now });
  for await (const ids of batches) {
    const found = await db.select().from(orders).where(inArray(orders.id, ids));
    const byId = new Map(found.map((order) => [order.id, order]));
    yield ids
      .flatMap((id) => byId.get(id) ?? [])
      // Deleted while the file was on its way.
      .filter((order) => order.deletedAt === null)
      .map((order) => columns.map(([, cell]) => cell(order)));
  }
}
