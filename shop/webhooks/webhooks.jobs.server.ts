import type { Db } from "#db/client.server.ts";
import { isConnectionError } from "#db/errors.ts";
import { newHolder } from "#db/holders.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { type Attempt, isAccepted } from "./attempts.server.ts";
import {
  claimLeases,
  type DueDelivery,
  type EndpointLease,
  nextDeliveries,
} from "./leases.server.ts";
import { post } from "./post.server.ts";
import { headersOf, signatureOf } from "./signature.server.ts";
import type { Resolve, TargetPolicy } from "./ssrf-guard.server.ts";

const IDLE_MS = 500;
/** How many messages an endpoint gets at a time, each of another order. */
const CONCURRENCY = 8;
/** How many are read ahead, so that a slow disk of the database holds up no message. */
const AHEAD = 4 * CONCURRENCY;
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

/** Starts the loop that sends due deliveries, concurrently to all endpoints. */
export function startWebhooks(db: Db, sender: Sender): { stop: () => Promise<void> } {
  const { log, clock = () => new Date(), holder = newHolder() } = sender;
  const cutting = new AbortController();
  /** The endpoints that this process sends to. */
  const senders = new Map<number, Promise<void>>();
  let mayHaveLost = false;

  const tick = async (stopping: AbortSignal) => {
    const held = mayHaveLost ? [...senders.keys()] : undefined;
    mayHaveLost = false;
    for (const lease of await claimLeases(db, { holder, held, now: clock() })) {
      const ends = { stopping, cutting: cutting.signal };
      const running = sendAll(db, lease, { ...sender, clock, ends })
        .catch(failed)
        .finally(() => senders.delete(lease.endpointId));
      senders.set(lease.endpointId, running);
    }
  };
  const failed = (error: unknown) => {
    mayHaveLost ||= isConnectionError(error);
    log("webhooks", error);
  };
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

/**
 * Sends the due deliveries of an endpoint, those of an order one after the other and those of several orders
 * concurrently, then releases its lease. While the database cannot be reached, it remembers what ended.
 */
export async function sendAll(
  db: Db,
  lease: EndpointLease,
  options: Sender & {
    clock: () => Date;
    ends?: { stopping: AbortSignal; cutting: AbortSignal };
  },
): Promise<void> {
  const { clock, ends } = options;
  const underWay = new Map<DueDelivery, Promise<void>>();
  let next: DueDelivery[] = [];
  let ended: Attempt[] = [];
  let wake = () => {};

  const sendNext = () => {
    while (underWay.size < CONCURRENCY) {
      const delivery = next.shift();
      if (!delivery) return;
      underWay.set(delivery, send(delivery));
    }
  };
  const send = async (delivery: DueDelivery) => {
    const attempt = await sendOne(delivery, options);
    underWay.delete(delivery);
    if (attempt) ended.push(attempt);
    // A receiver that fails gets one at a time: the others are due still.
    if (!attempt || !isAccepted(attempt.result)) next = [];
    sendNext();
    if (isWorthRecording()) wake();
  };
  const isWorthRecording = () => ended.length >= CONCURRENCY || next.length < CONCURRENCY;
  const pause = async () => {
    const woken = Promise.withResolvers<void>();
    wake = woken.resolve;
    const timer = setTimeout(wake, IDLE_MS);
    await woken.promise;
    clearTimeout(timer);
  };

  for (;;) {
    const recorded = ended.length;
    try {
      const due = await nextDeliveries(db, lease, {
        ended: [...ended],
        underWay: [...underWay.keys(), ...next],
        most: ends?.stopping.aborted ? 0 : AHEAD,
        now: clock(),
      });
      ended = ended.slice(recorded);
      next = due ? [...next, ...due] : [];
      sendNext();
      if (underWay.size === 0 && ended.length === 0) return;
      if (ended.length > 0 && isWorthRecording()) continue;
    } catch (error) {
      if (ends?.stopping.aborted || !isConnectionError(error)) throw error;
    }
    // More may be due while a receiver takes its time.
    await pause();
  }
}

/** Makes one attempt; returns null when the shop aborted it: it is no failure of the receiver, and sent again later. */
async function sendOne(
  { id, type, body, url, secret }: DueDelivery,
  options: Parameters<typeof sendAll>[2],
): Promise<Attempt | null> {
  const { clock, ends, log, policy, resolve, timeoutMs = TIMEOUT_MS } = options;
  const at = clock();
  const signature = signatureOf(secret, body, at);
  const headers = headersOf({ id, type, signature });
  const signal = ends?.cutting;
  const result = await post(url, { body, headers }, { policy, timeoutMs, resolve, signal });
  if (signal?.aborted) return null;
  if (result.error) log(`webhook delivery failed id=${id}: ${result.error}`);
  return { deliveryId: id, url, signature, result, at, endedAt: clock(), chance: Math.random() };
}
