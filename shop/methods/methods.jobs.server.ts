import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import type { PaymentPolicy } from "#shop/payments/model/payment.ts";
import { refreshPage, claimDuePages } from "./hosted-pages.server.ts";
import type { PaymentProvider } from "./provider.ts";
import { rejectUnpaidElsewhere } from "./unpaid.server.ts";
import { MINUTE_MS } from "#lib/time.ts";

const TICK_MS = 1000;
const AT_ONCE = 8;
const UNPAID_EVERY_MS = MINUTE_MS;

interface DuePage {
  method: string;
  reference: string;
}

/** Asks services about the pages that are due, and rejects orders that stay unpaid there, for ever. */
export function startMethods(
  db: Db,
  options: { providers: readonly PaymentProvider[]; policy: PaymentPolicy; log: Log },
): Loop {
  const { providers, policy, log } = options;
  let unpaidDueAt = 0;
  const silent = new Set<string>();

  const askAbout = async (page: DuePage, signal: AbortSignal) => {
    const provider = providers.find(({ method }) => method === page.method);
    if (!provider) return;
    const asked = await refreshPage(db, provider, page.reference, {
      policy,
      now: new Date(),
      signal,
    });
    // An outage is told once.
    if (asked.ok || asked.error === "unknown-page") {
      if (silent.delete(page.method)) log(`${page.method} answers again`);
    } else if (!silent.has(page.method) && !signal.aborted) {
      silent.add(page.method);
      log(`${page.method} does not answer`, new Error(asked.error.detail));
    }
  };

  const round = async (stopping: AbortSignal) => {
    // Those of a service that is set up no more would only be in the way of others.
    const methods = providers.map(({ method }) => method);
    const due = await claimDuePages(db, { methods, most: AT_ONCE, now: new Date() });
    await Promise.all(due.map((page) => askAbout(page, stopping)));
    if (Date.now() < unpaidDueAt) return;
    unpaidDueAt = Date.now() + UNPAID_EVERY_MS;
    const rejected = await rejectUnpaidElsewhere(db, { methods, now: new Date() });
    if (rejected > 0) log(`${rejected} unpaid orders were rejected`);
  };

  return startLoop(round, { pauseMs: TICK_MS, failed: (error) => log("payment methods", error) });
}
