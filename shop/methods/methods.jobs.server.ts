import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import type { PaymentPolicy } from "#shop/payments/model/payment.ts";
import { refreshPage, claimDuePages } from "./hosted-pages.server.ts";
import type { PaymentProvider } from "./provider.ts";
import { rejectUnpaidOrders } from "./unpaid.server.ts";
import { MINUTE_MS } from "#lib/time.ts";

const TICK_MS = 1000;
const CONCURRENCY = 8;
const UNPAID_EVERY_MS = MINUTE_MS;

interface DuePage {
  method: string;
  reference: string;
}

/** Starts the job that polls due hosted pages and rejects orders that stayed unpaid. */
export function startMethods(
  db: Db,
  options: { providers: readonly PaymentProvider[]; policy: PaymentPolicy; log: Log },
): Loop {
  const { providers, policy, log } = options;
  let unpaidDueAt = 0;
  const unreachable = new Set<string>();

  const pollPage = async (page: DuePage, signal: AbortSignal) => {
    const provider = providers.find(({ method }) => method === page.method);
    if (!provider) return;
    const refreshed = await refreshPage(db, provider, page.reference, {
      policy,
      now: new Date(),
      signal,
    });
    // An outage is logged once.
    if (refreshed.ok || refreshed.error === "unknown-page") {
      if (unreachable.delete(page.method)) log(`${page.method} reachable again`);
    } else if (!unreachable.has(page.method) && !signal.aborted) {
      unreachable.add(page.method);
      log(`${page.method} unreachable`, new Error(refreshed.error.detail));
    }
  };

  const tick = async (stopping: AbortSignal) => {
    // Pages of a provider that is no longer configured are left out, or they would crowd out the others.
    const methods = providers.map(({ method }) => method);
    const due = await claimDuePages(db, { methods, most: CONCURRENCY, now: new Date() });
    await Promise.all(due.map((page) => pollPage(page, stopping)));
    if (Date.now() < unpaidDueAt) return;
    unpaidDueAt = Date.now() + UNPAID_EVERY_MS;
    const rejected = await rejectUnpaidOrders(db, { methods, now: new Date() });
    if (rejected > 0) log(`${rejected} unpaid orders were rejected`);
  };

  return startLoop(tick, { pauseMs: TICK_MS, failed: (error) => log("payment methods", error) });
}
