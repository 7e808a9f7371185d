import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { insertOrder } from "../loyalty/test-orders.ts";
import { settings } from "../settings/tables.ts";
import { readAdapter } from "./adapter.server.ts";
import type { ClaimedDelivery } from "./deliveries.server.ts";
import { addNewDeliveries, claimDeliveries } from "./claim-deliveries.server.ts";
import { deliver } from "./delivery.jobs.server.ts";
import { orderDeliveries } from "./tables.ts";

/** The adapters of tests listen on the loopback interface. */
export const policy = { allowPrivate: true, httpsOnly: false };

/** How long the adapter is tried for each order. */
export const MINUTES = 30;

/** Configures the adapter at this URL. */
export async function configureAdapter(db: Db, url: string): Promise<void> {
  const values = { deliveryEnabled: true, deliveryUrl: url, deliveryMinutes: MINUTES };
  for (const [name, value] of Object.entries(values))
    await db
      .insert(settings)
      .values({ name, value })
      .onConflictDoUpdate({ target: settings.name, set: { value } });
}

/** Replaces all orders by one that is paid at this time. */
export async function onlyPaidOrder(db: Db, id: string, at: Date): Promise<void> {
  await db.execute(sql`truncate checkouts, mails cascade`);
  await insertOrder(db, {
    id,
    buyer: "mira",
    tiktokUid: "6812044711902236417",
    status: "processing",
    paymentStatus: "paid",
    createdAt: at,
    settledAt: at,
  });
}

/** Claims what is due, as one instance of the shop does. */
export async function claimDue(db: Db, now: Date): Promise<ClaimedDelivery[]> {
  await addNewDeliveries(db, now);
  return claimDeliveries(db, { limit: 8, minutes: MINUTES, now });
}

/** Delivers what is due at that moment; returns how many orders the adapter was called for. */
export async function deliverDue(db: Db, now: Date, timeoutMs = 5000): Promise<number> {
  const adapter = await readAdapter(db);
  if (!adapter) return 0;
  const claimed = await claimDue(db, now);
  const options = { policy, log: () => undefined, timeoutMs, clock: () => now };
  await Promise.all(claimed.map((delivery) => deliver(db, adapter, delivery, options)));
  return claimed.length;
}

/** Returns the stored delivery of an order. */
export async function deliveryOf(db: Db, orderId: string) {
  const [row] = await db.select().from(orderDeliveries).where(eq(orderDeliveries.orderId, orderId));
  return row;
}
