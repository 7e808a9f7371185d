import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { orderMailByAddress, orderMailByEmail } from "../limits/limits.server.ts";
import { takeAttempts } from "../limits/attempts.server.ts";

/**
 * Returns whether mails about an order that is not paid may be sent now, and counts them. The email address of a guest
 * may be that of a stranger. `guestFrom` is the guest's network address; null for others.
 */
export async function mayMailUnpaidOrder(
  tx: Db,
  email: string,
  guestFrom: string | null,
  now: Date,
): Promise<boolean> {
  if (guestFrom === null) return true;
  const attempts = [
    { limit: orderMailByAddress, who: guestFrom },
    { limit: orderMailByEmail, who: normalizeEmail(email) },
  ];
  return (await takeAttempts(tx, attempts, now)).every((count) => count !== null);
}
