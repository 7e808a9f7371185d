import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "../checkout/tables.ts";

export type StoredCheckout = typeof checkouts.$inferSelect;

/**
 * The checkout under this id, whose order and payment nobody else changes until the transaction ends; null for none.
 * It comes before all else that is locked of them, so that of two who meet neither waits for the other.
 */
export async function lockCheckout(tx: Db, id: string): Promise<StoredCheckout | null> {
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.id, id))
    // Whoever has just written a row that refers to it, such as money for it, holds its key already, and comes here
    // next. `for update` wants the key, too: two who have written would each wait for the other.
    .for("no key update");
  return checkout ?? null;
}
