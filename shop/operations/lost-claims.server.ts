import type { Db } from "#db/client.server.ts";
import { releaseLostDeliveries } from "../delivery/claim-deliveries.server.ts";
import { releaseLostMails } from "../mail/mails.server.ts";
import { releaseLostNotifications } from "../notifications/queue.server.ts";
import { releaseLostLeases } from "../webhooks/leases.server.ts";

/** Makes due what processes had claimed that are not connected. */
export async function releaseLostClaims(
  db: Db,
  connected: readonly number[],
  now: Date,
): Promise<void> {
  await releaseLostMails(db, { connected }, now);
  await releaseLostLeases(db, connected);
  await releaseLostNotifications(db, { connected }, now);
  await releaseLostDeliveries(db, { connected }, now);
}
