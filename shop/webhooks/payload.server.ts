import { getTableColumns, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { orders } from "../orders/tables.ts";
import { publicOrder } from "../order-list/order-columns.ts";
import { actorIn } from "../orders/public-event.ts";
import type { DeliveryType, WebhookSnapshot } from "./webhook.ts";

interface Delivery {
  id: string;
  type: DeliveryType;
  createdAt: Date;
  /** The order at the time of the event, and what changed; null in a test, and once there is a body. */
  snapshot: WebhookSnapshot | null;
  body: string | null;
}

/** Returns the bodies of deliveries by id, and stores those that are built. Each is of another order. */
export async function bodiesOf(
  tx: Db,
  deliveries: readonly Delivery[],
): Promise<Map<string, string>> {
  const isNew = deliveries.filter(({ body }) => body === null);
  const inSnapshots = await readOrders(
    tx,
    isNew.flatMap(({ snapshot }) => snapshot ?? []),
  );
  const built = isNew.map((delivery) => {
    const { id, type, createdAt, snapshot } = delivery;
    const order = snapshot ? inSnapshots.get(String(snapshot.order.id)) : null;
    if (order === undefined) throw new Error("the webhook snapshot has no order row");
    const data = {
      order: order && publicOrder(order),
      changed: snapshot ? changedIn(snapshot.changed) : {},
    };
    return {
      id,
      body: JSON.stringify({ id, type, createdAt: createdAt.toISOString(), data }),
    };
  });
  if (built.length > 0)
    await tx.execute(sql`update webhook_deliveries as delivery set body = built.body, snapshot = null
      from jsonb_to_recordset(${JSON.stringify(built)}::jsonb) as built(id uuid, body text)
      where delivery.id = built.id`);
  return new Map([...deliveries, ...built].map(({ id, body }) => [id, body ?? ""]));
}

type StoredOrder = typeof orders.$inferSelect;

/** Reads the orders in the trigger's snapshots, by id, through the current columns of the table. */
async function readOrders(
  db: Db,
  snapshots: readonly WebhookSnapshot[],
): Promise<Map<string, StoredOrder>> {
  if (snapshots.length === 0) return new Map();
  const list = JSON.stringify(snapshots.map(({ order }) => order));
  // The CTE shadows the table of the same name, so that Drizzle decodes each column as usual.
  const snapshotRows = db
    .$with("orders", getTableColumns(orders))
    .as(sql`select * from jsonb_populate_recordset(null::orders, ${list}::jsonb)`);
  const rows = await db.with(snapshotRows).select().from(orders);
  return new Map(rows.map((row) => [row.id, row]));
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
