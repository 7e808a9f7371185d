import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import type { PaymentPolicy } from "../model/payment.ts";
import { recheckNext } from "./rechecks.server.ts";
import { rejectUnpaidOrders } from "../unpaid.server.ts";
import { releaseUnusedCredit } from "../unused-credit.server.ts";
import { MINUTE_MS } from "#lib/time.ts";

const TICK_MS = 1000;
const UNPAID_INTERVAL_MS = MINUTE_MS;

/**
 * Starts the job that reassesses payments of changed orders, rejects orders that stay unpaid, and returns credit of
 * checkouts that were left.
 */
export function startReviews(db: Db, { policy, log }: { policy: PaymentPolicy; log: Log }): Loop {
  let unpaidDueAt = 0;

  const tick = async (stopping: AbortSignal) => {
    while (!stopping.aborted && (await recheckNext(db, policy, new Date())));
    if (Date.now() < unpaidDueAt) return;
    unpaidDueAt = Date.now() + UNPAID_INTERVAL_MS;
    const rejected = await rejectUnpaidOrders(db, { policy, now: new Date() });
    if (rejected > 0) log(`unpaid orders rejected: ${rejected}`);
    const released = await releaseUnusedCredit(db, new Date());
    if (released > 0) log(`credit of checkouts returned: ${released}`);
  };

  return startLoop(tick, { pauseMs: TICK_MS, failed: (error) => log("payments", error) });
}
