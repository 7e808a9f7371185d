import type { Db } from "#db/client.server.ts";
import { isConnectionError } from "#db/errors.ts";
import { newHolder } from "#db/holders.server.ts";
import { recordDurably } from "#db/retry-connecting.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { readSettings } from "../settings/settings.server.ts";
import type { Resolve, TargetPolicy } from "../webhooks/ssrf-guard.server.ts";
import { type Adapter, deliverOrder, readAdapter } from "./adapter.server.ts";
import { type ClaimedDelivery, recordResponse, releaseDelivery } from "./deliveries.server.ts";
import {
  addNewDeliveries,
  claimDeliveries,
  releaseLostDeliveries,
} from "./claim-deliveries.server.ts";

const IDLE_MS = 500;
/** How long until an adapter that is switched on delivers its first order. */
const OFF_MS = 2 * SECOND_MS;
/** How many orders one instance delivers at once. */
const CONCURRENCY = 8;
/** The timeout of one call: a third of the duration of a claim. */
const TIMEOUT_MS = 10 * SECOND_MS;
/** How long running calls may take to finish when the shop closes. */
const FINISH_MS = 3 * SECOND_MS;
/** An error older than this tells nothing about the adapter now: no order has been waiting for it since. */
const STALE_MS = 10 * MINUTE_MS;

export interface DeliveryOptions {
  policy: TargetPolicy;
  log: Log;
  timeoutMs?: number;
  resolve?: Resolve;
  /** The time for claims; that of the system by default. */
  clock?: () => Date;
  /** The number of this process in claims. */
  holder?: number;
}

/** Starts the loop that has paid orders delivered by the adapter, while one is configured. */
export function startDelivery(
  db: Db,
  options: DeliveryOptions,
): { healthy: (now: Date) => boolean; stop: () => Promise<void> } {
  const { log, clock = () => new Date(), holder = newHolder() } = options;
  const cutting = new AbortController();
  /** The calls of now, by order. */
  const running = new Map<string, Promise<void>>();
  let mayHaveLost = false;
  let failedAt: Date | null = null;

  const tick = async () => {
    const settings = await readSettings(db);
    const adapter = await readAdapter(db, settings);
    if (!adapter) {
      failedAt = null;
      return OFF_MS;
    }
    const now = clock();
    if (mayHaveLost) {
      mayHaveLost = false;
      await releaseLostDeliveries(db, { holder, held: [...running.keys()] }, now);
    }
    await addNewDeliveries(db, now);
    const limit = CONCURRENCY - running.size;
    if (limit === 0) return IDLE_MS;
    const claimed = await claimDeliveries(db, {
      limit,
      minutes: settings.deliveryMinutes,
      holder,
      now,
    });
    for (const delivery of claimed) {
      const call = callFor(adapter, delivery)
        .catch(failed)
        .finally(() => {
          running.delete(delivery.orderId);
          // More are probably due.
          if (claimed.length === limit) loop.wake();
        });
      running.set(delivery.orderId, call);
    }
    return IDLE_MS;
  };
  const callFor = async (adapter: Adapter, delivery: ClaimedDelivery) => {
    const succeeded = await deliver(db, adapter, delivery, { ...options, signal: cutting.signal });
    if (succeeded !== null) failedAt = succeeded ? null : new Date();
  };
  const failed = (error: unknown) => {
    mayHaveLost ||= isConnectionError(error);
    log("delivery", error);
  };
  const loop = startLoop(tick, { pauseMs: IDLE_MS, failed });

  return {
    /** False from a call without a usable answer until one with. */
    healthy: (now) => failedAt === null || now.getTime() - failedAt.getTime() > STALE_MS,
    stop: async () => {
      await loop.stop();
      const cut = setTimeout(() => cutting.abort(), FINISH_MS);
      await Promise.all(running.values());
      clearTimeout(cut);
    },
  };
}

/**
 * Calls the adapter for a claimed delivery and records its answer. Returns whether it gave a usable answer; null when
 * the shop aborted the call.
 */
export async function deliver(
  db: Db,
  adapter: Adapter,
  delivery: ClaimedDelivery,
  options: DeliveryOptions & { signal?: AbortSignal; clock?: () => Date },
): Promise<boolean | null> {
  const {
    policy,
    log,
    resolve,
    signal,
    timeoutMs = TIMEOUT_MS,
    clock = () => new Date(),
  } = options;
  const response = await deliverOrder(adapter, delivery, { policy, timeoutMs, resolve, signal });
  if (!response.ok && signal?.aborted) {
    await releaseDelivery(db, delivery, clock());
    return null;
  }
  await recordDurably(() => recordResponse(db, delivery, response, clock()), signal);
  if (!response.ok) log(`delivery adapter failed order=${delivery.orderId}: ${response.error}`);
  return response.ok;
}
