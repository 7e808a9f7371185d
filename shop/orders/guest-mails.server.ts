import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { orderMailByAddress, orderMailByEmail, tryOnce } from "../limits/limits.server.ts";
import type { orders } from "./tables.ts";

/**
 * Returns whether mails about an order that is not paid may be sent now, and counts them. The email address of a guest
 * may be that of a stranger. `guestFrom` is the guest's network address; null for others.
 */
export async function mayMailUnpaidOrder(
  tx: Db,
  { email }: Pick<typeof orders.$inferSelect, "email">,
  guestFrom: string | null,
  now: Date,
): Promise<boolean> {
  if (guestFrom === null) return true;
  return (
    (await tryOnce(tx, orderMailByAddress, guestFrom, now)) === 0 &&
    (await tryOnce(tx, orderMailByEmail, normalizeEmail(email), now)) === 0
  );
}
