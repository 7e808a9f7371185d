import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import type { PaymentPolicy } from "#shop/payments/payment.ts";
import { askAboutPage, claimDuePages } from "./hosted-pages.server.ts";
import type { PaymentProvider } from "./provider.ts";
import { rejectUnpaidElsewhere } from "./unpaid.server.ts";

const TICK_MS = 1000;
const AT_ONCE = 8;
const UNPAID_EVERY_MS = 60_000;

/** Asks services about the pages that are due, and rejects orders that stay unpaid there, for ever. */
export function startMethods(
  db: Db,
  options: { providers: readonly PaymentProvider[]; policy: PaymentPolicy; log: Log },
): { stop: () => Promise<void> } {
  const { providers, policy, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let unpaidDueAt = 0;
  const silent = new Set<string>();

  const askAbout = async (page: { method: string; reference: string }) => {
    const provider = providers.find(({ method }) => method === page.method);
    if (!provider) return;
    const asked = await askAboutPage(db, provider, page.reference, {
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

  const tick = async () => {
    const due = await claimDuePages(db, AT_ONCE, new Date());
    await Promise.all(due.map(askAbout));
    if (Date.now() < unpaidDueAt) return;
    unpaidDueAt = Date.now() + UNPAID_EVERY_MS;
    const rejected = await rejectUnpaidElsewhere(db, new Date());
    if (rejected > 0) log(`${rejected} unpaid orders were rejected`);
  };

  const loop = async () => {
    while (!signal.aborted) {
      await tick().catch((error: unknown) => log("payment methods", error));
      await delay(TICK_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
