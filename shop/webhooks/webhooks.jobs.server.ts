import type { Db } from "#db/client.server.ts";
import { newHolder } from "#db/holders.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import {
  claimLeases,
  type EndpointLease,
  nextDueDelivery,
  recordAttempt,
  releaseLease,
} from "./leases.server.ts";
import { post } from "./post.server.ts";
import { headersOf, signatureOf } from "./signature.server.ts";
import type { Resolve, TargetPolicy } from "./ssrf-guard.server.ts";

const IDLE_MS = 500;
/** The timeout of one attempt: a third of the duration of a lease. */
const TIMEOUT_MS = 10_000;
/** How long running attempts may take to finish when the shop closes. */
const FINISH_MS = 3000;

export interface Sender {
  policy: TargetPolicy;
  log: Log;
  timeoutMs?: number;
  resolve?: Resolve;
  /** The time for leases; that of the system by default. */
  clock?: () => Date;
  /** The number of this process in leases. */
  holder?: number;
}

/** Starts the loop that sends due deliveries, concurrently across endpoints and in order within each. */
export function startWebhooks(db: Db, sender: Sender): { stop: () => Promise<void> } {
  const { log, clock = () => new Date(), holder = newHolder() } = sender;
  const cutting = new AbortController();
  /** The endpoints that this process sends to. */
  const senders = new Map<number, Promise<void>>();

  const tick = async (stopping: AbortSignal) => {
    const held = [...senders.keys()];
    for (const lease of await claimLeases(db, { holder, held, now: clock() })) {
      const ends = { stopping, cutting: cutting.signal };
      const running = sendAll(db, lease, { ...sender, clock, ends })
        .catch(failed)
        .finally(() => senders.delete(lease.endpointId));
      senders.set(lease.endpointId, running);
    }
  };
  const failed = (error: unknown) => log("webhooks", error);
  const loop = startLoop(tick, { pauseMs: IDLE_MS, failed });

  return {
    stop: async () => {
      await loop.stop();
      const cut = setTimeout(() => cutting.abort(), FINISH_MS);
      await Promise.all(senders.values());
      clearTimeout(cut);
    },
  };
}

/** Sends the due deliveries of an endpoint one after the other, then releases its lease. */
export async function sendAll(
  db: Db,
  lease: EndpointLease,
  options: Sender & {
    clock: () => Date;
    ends?: { stopping: AbortSignal; cutting: AbortSignal };
  },
): Promise<void> {
  const { clock, ends, log, policy, resolve, timeoutMs = TIMEOUT_MS } = options;
  for (;;) {
    const outgoing = ends?.stopping.aborted ? null : await nextDueDelivery(db, lease, clock());
    if (!outgoing) return releaseLease(db, lease);
    const { id, type, body, url, secret } = outgoing;
    const at = clock();
    const signature = signatureOf(secret, body, at);
    const headers = headersOf({ id, type, signature });
    const signal = ends?.cutting;
    const result = await post(url, { body, headers }, { policy, timeoutMs, resolve, signal });
    // Aborted by the shop: this is no failure of the receiver, and is sent again after the restart.
    if (signal?.aborted) return releaseLease(db, lease);
    const attempt = { deliveryId: id, url, signature, result, at };
    await recordAttempt(db, lease, { ...attempt, now: clock(), chance: Math.random() });

    if (result.error) log(`webhook delivery failed id=${id}: ${result.error}`);
  }
}
