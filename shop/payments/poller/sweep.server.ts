import { and, eq, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { addMs, DAY_MS, MINUTE_MS } from "#lib/time.ts";
import type { HostStatus } from "../chain/chain.ts";
import { paymentAddresses, quotes } from "../tables.ts";

/** How often retired addresses are taken up; each time a part of them, so that all take a day. */
export const SWEEP_TICK_MS = MINUTE_MS;
/** A visit polls a retired address only when it was not polled for this long. */
const VISIT_PAUSE_MS = 10 * MINUTE_MS;
/** The share of a host's hourly requests that leaves room for a sweep beside open checkouts. */
const BUSY_SHARE = 0.5;

/**
 * Makes the next part of the retired addresses due, those that were polled least recently first; returns how many.
 * Polling retires them again. Each is due a day after its last poll, so that a restart continues where it was.
 */
export async function sweepRetired(db: Db, now: Date): Promise<number> {
  const { address, retiredAt, lastCheckedAt } = paymentAddresses;
  const retired = await db.$count(paymentAddresses, isNotNull(retiredAt));
  const part = Math.ceil((retired * SWEEP_TICK_MS) / DAY_MS);
  if (part === 0) return 0;
  const next = db
    .select({ address })
    .from(paymentAddresses)
    .where(and(isNotNull(retiredAt), notCheckedSince(addMs(now, -DAY_MS))))
    .orderBy(sql`${lastCheckedAt} nulls first`)
    .limit(part)
    // Two instances take different ones.
    .for("no key update", { skipLocked: true });
  const due = await db
    .update(paymentAddresses)
    .set({ retiredAt: null, nextCheckAt: now })
    .where(sql`${address} = any(array(${next}))`)
    .returning({ address });
  return due.length;
}

/** Makes the retired address of a checkout due when its order's page is visited, at most every ten minutes. */
export async function pollOnVisit(db: Db, checkoutId: string, now: Date): Promise<void> {
  const { address, retiredAt } = paymentAddresses;
  const issued = db
    .select({ address: quotes.address })
    .from(quotes)
    .where(eq(quotes.checkoutId, checkoutId));
  await db
    .update(paymentAddresses)
    .set({ retiredAt: null, nextCheckAt: now })
    .where(
      and(
        inArray(address, issued),
        isNotNull(retiredAt),
        notCheckedSince(addMs(now, -VISIT_PAUSE_MS)),
      ),
    );
}

/** True when a host answers that has used at most half of its hourly requests. */
export function hasSpareRequests(hosts: readonly HostStatus[]): boolean {
  return hosts.some(
    ({ state, requestsPerHour, requestsLastHour }) =>
      state === "answering" &&
      (requestsPerHour === null || (requestsLastHour ?? 0) <= requestsPerHour * BUSY_SHARE),
  );
}

function notCheckedSince(then: Date) {
  const { lastCheckedAt } = paymentAddresses;
  return or(isNull(lastCheckedAt), lte(lastCheckedAt, then));
}
