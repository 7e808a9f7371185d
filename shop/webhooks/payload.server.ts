import { getTableColumns, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orders } from "../orders/tables.ts";
import { publicOrder } from "../orders/order-columns.ts";
import { actorIn } from "../orders/public-event.ts";
import type { DeliveryType, WebhookSnapshot } from "./webhook.ts";

/** Returns the body of a delivery: the order at the time of the event, and what changed. A test has no order. */
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

/** Reads the order in the trigger's snapshot through the current columns of the table. */
async function orderIn(db: Db, { order }: WebhookSnapshot): Promise<typeof orders.$inferSelect> {
  // The CTE shadows the table of the same name, so that Drizzle decodes each column as usual.
  const snapshotRow = db
    .$with("orders", getTableColumns(orders))
    .as(sql`select * from jsonb_populate_record(null::orders, ${JSON.stringify(order)}::jsonb)`);
  const [row] = await db.with(snapshotRow).select().from(orders);
  if (!row) throw new Error("the webhook snapshot has no order row");
  return row;
}

/** The fields of an event that receivers get. The others stay inside the shop. */
const publicFields = [
  ...["from", "to", "fromUid", "toUid", "reason", "receivedSats", "dueSats"],
  ...["sentBackCents", "creditedCents", "number", "invoice", "grossCents", "vatCents"],
];

function changedIn(data: Record<string, unknown>): Record<string, unknown> {
  const { kind, by } = data;
  return {
    ...Object.fromEntries(
      publicFields.filter((name) => name in data).map((name) => [name, data[name]]),
    ),
    ...(typeof kind === "string" && { decision: kind }),
    ...(typeof by === "string" && { by: actorIn(by) }),
  };
}
