import { getTableColumns, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orders } from "../orders/tables.ts";
import { actorIn } from "../orders/public-event.ts";
import { publicOrder } from "../orders/public-order.ts";
import type { DeliveryType, WebhookSnapshot } from "./webhook.ts";

/** The body of a message: the order as it was when that happened, and what changed. A test has no order. */
export async function bodyOf(
  db: Db,
  delivery: {
    id: string;
    type: DeliveryType;
    createdAt: Date;
    snapshot: WebhookSnapshot | null;
  },
): Promise<string> {
  const { id, type, createdAt, snapshot } = delivery;
  const order = snapshot ? publicOrder(await orderIn(db, snapshot)) : null;
  const changed = snapshot ? changedIn(snapshot.changed) : {};
  const content = { id, type, createdAt: createdAt.toISOString(), data: { order, changed } };
  return JSON.stringify(content);
}

/** The row of an order that the trigger has kept, read as the table of today would be. */
async function orderIn(db: Db, { order }: WebhookSnapshot): Promise<typeof orders.$inferSelect> {
  // Stands in the place of the table, so that each column is read as it always is.
  const kept = db
    .$with("orders", getTableColumns(orders))
    .as(sql`select * from jsonb_populate_record(null::orders, ${JSON.stringify(order)}::jsonb)`);
  const [row] = await db.with(kept).select().from(orders);
  if (!row) throw new Error("a record is one row");
  return row;
}

/** What of an event is told. Whatever else it says is for the shop alone. */
const told = ["from", "to", "reason", "receivedSats", "dueSats"];

function changedIn(data: Record<string, unknown>): Record<string, unknown> {
  const { kind, by } = data;
  return {
    ...Object.fromEntries(told.filter((name) => name in data).map((name) => [name, data[name]])),
    ...(typeof kind === "string" && { decision: kind }),
    ...(typeof by === "string" && { by: actorIn(by) }),
  };
}
