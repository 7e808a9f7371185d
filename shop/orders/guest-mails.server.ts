import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { type Limit, orderMailByAddress, orderMailByEmail } from "../limits/limits.server.ts";
import { takeAttempts } from "../limits/attempts.server.ts";
import type { orders } from "./tables.ts";

/**
 * Returns the limits of a mail to the address of an order: none once it is paid. Before, a guest may have typed the address
 * of a stranger; `from` is the network address of the request.
 */
export function unpaidMailLimits(
  { email, settledAt }: Pick<typeof orders.$inferSelect, "email" | "settledAt">,
  from: string,
): { limit: Limit; who: string }[] {
  if (settledAt !== null) return [];
  return [
    { limit: orderMailByAddress, who: from },
    { limit: orderMailByEmail, who: normalizeEmail(email) },
  ];
}

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
  const attempts = unpaidMailLimits({ email, settledAt: null }, guestFrom);
  return (await takeAttempts(tx, attempts, now)).every((count) => count !== null);
}
