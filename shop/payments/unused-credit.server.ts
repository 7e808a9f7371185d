import { and, asc, eq, gt, inArray, lt } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addMs, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { lockCheckout } from "../checkouts/lock-checkout.server.ts";
import { checkouts } from "../checkouts/tables.ts";
import { readSettings } from "../settings/settings.server.ts";
import { loadFacts, type StoredFacts } from "./facts.server.ts";
import { newestAddress, QUOTE_SECONDS } from "./model/payment.ts";
import { releaseCredit } from "./reductions.server.ts";
import { paymentAddresses } from "./tables.ts";

const BATCH_SIZE = 100;

/**
 * Returns the credit of checkouts without an order that were left: nothing has changed for as long as a quote runs, and
 * the quotes have ended with the time in which a late payment still counts. Returns how many.
 */
export async function releaseUnusedCredit(db: Db, now: Date): Promise<number> {
  const { lateGraceMinutes } = await readSettings(db);
  const endedBefore = addMs(now, -lateGraceMinutes * MINUTE_MS);
  const unchangedSince = addMs(now, -QUOTE_SECONDS * SECOND_MS);
  const due = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(
        gt(checkouts.creditCents, 0),
        inArray(checkouts.state, ["open", "left"]),
        lt(checkouts.updatedAt, unchangedSince),
      ),
    )
    .orderBy(asc(checkouts.updatedAt))
    .limit(BATCH_SIZE);
  let released = 0;
  for (const { id } of due) {
    const isReleased = await db.transaction(async (tx) => {
      const checkout = await lockCheckout(tx, id);
      if (!checkout || !["open", "left"].includes(checkout.state)) return false;
      const facts = await loadFacts(tx, id);
      if (!(await hasEnded(tx, facts, endedBefore))) return false;
      return (await releaseCredit(tx, checkout, { now })).ok;
    });
    if (isReleased) released += 1;
  }
  return released;
}

/** True once the quotes have ended and their address and invoices were polled since, so that no payment can count in time. */
async function hasEnded(tx: Db, facts: StoredFacts, endedBefore: Date): Promise<boolean> {
  const { quotes, invoices } = facts;
  const end = new Date(Math.max(0, ...quotes.map(({ expiresAt }) => expiresAt.getTime())));
  if (end >= endedBefore) return false;
  const isOpen = invoices.some(
    ({ settledAt, canceledAt, lastCheckedAt, expiresAt }) =>
      !settledAt && !canceledAt && !(lastCheckedAt && lastCheckedAt > expiresAt),
  );
  if (isOpen) return false;
  const address = newestAddress(quotes);
  if (address === null) return true;
  const [polled] = await tx
    .select({ at: paymentAddresses.lastCheckedAt })
    .from(paymentAddresses)
    .where(eq(paymentAddresses.address, address));
  return polled?.at != null && polled.at > end;
}
