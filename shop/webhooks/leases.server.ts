import { and, asc, eq, exists, inArray, isNull, lte, notInArray, or } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { bodyOf } from "./payload.server.ts";
import type { PostResult } from "./post.server.ts";
import { backoffMs } from "#lib/backoff.ts";
import { type DeliveryType, FAILING_AFTER } from "./webhook.ts";
import { addMs, DAY_MS, HOUR_MS, SECOND_MS } from "#lib/time.ts";

/** Retries double from 5 seconds to an hour. */
export const RETRY_BACKOFF = { firstMs: 5 * SECOND_MS, longestMs: HOUR_MS };
/** How long a delivery is retried after its first attempt, in milliseconds. */
export const RETRY_FOR_MS = DAY_MS;

/** How long a lease lasts while its process is connected, unless it is renewed: well over the timeout of one attempt. */
const LEASE_MS = 30_000;

/** The exclusive right of one instance to send to an endpoint, so that deliveries stay in order. */
export interface EndpointLease {
  endpointId: number;
  holder: number;
}

/** The next delivery to send, with the URL and the secret of its endpoint. */
export interface DueDelivery {
  id: string;
  type: DeliveryType;
  body: string;
  url: string;
  secret: string;
}

const waiting = and(isNull(webhookDeliveries.deliveredAt), isNull(webhookDeliveries.failedAt));

/** Leases every endpoint that has a due delivery and no valid lease. `held` are those that this process sends to. */
export async function claimLeases(
  db: Db,
  { holder, held = [], now }: { holder: number; held?: readonly number[]; now: Date },
): Promise<EndpointLease[]> {
  const { id, leasedBy, leasedUntil } = webhookEndpoints;
  // Claimed over a connection that was lost before it said so.
  const isOwn = and(eq(leasedBy, holder), notInArray(id, [...held]));
  const due = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, webhookEndpoints.id),
        waiting,
        lte(webhookDeliveries.nextAttemptAt, now),
      ),
    );
  // `for update` would block new orders, whose deliveries refer to the endpoint by foreign key.
  const unleased = db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.enabled, true),
        or(isNull(leasedUntil), lte(leasedUntil, now), isOwn),
        exists(due),
      ),
    )
    .for("no key update", { skipLocked: true });
  const claimed = await db
    .update(webhookEndpoints)
    .set(leaseUntil(holder, now))
    .where(inArray(webhookEndpoints.id, unleased))
    .returning({ endpointId: webhookEndpoints.id });
  return claimed.map(({ endpointId }) => ({ endpointId, holder }));
}

/** Renews the lease and returns the next due delivery. Releases the lease and returns null when there is none. */
export async function nextDueDelivery(
  db: Db,
  lease: EndpointLease,
  now: Date,
): Promise<DueDelivery | null> {
  return db.transaction(async (tx) => {
    const [endpoint] = await tx
      .update(webhookEndpoints)
      .set(leaseUntil(lease.holder, now))
      .where(and(isHeldBy(lease), eq(webhookEndpoints.enabled, true)))
      .returning({ url: webhookEndpoints.url, secret: webhookEndpoints.secret });
    const [delivery] = endpoint
      ? await tx
          .select()
          .from(webhookDeliveries)
          .where(
            and(
              eq(webhookDeliveries.endpointId, lease.endpointId),
              waiting,
              lte(webhookDeliveries.nextAttemptAt, now),
            ),
          )
          .orderBy(asc(webhookDeliveries.nextAttemptAt), asc(webhookDeliveries.position))
          .limit(1)
      : [];
    if (!endpoint || !delivery) {
      await releaseLease(tx, lease);
      return null;
    }
    const { id, type } = delivery;
    const body = delivery.body ?? (await bodyOf(tx, delivery));
    if (delivery.body === null)
      await tx
        .update(webhookDeliveries)
        .set({ body, snapshot: null })
        .where(eq(webhookDeliveries.id, id));
    return { id, type, body, ...endpoint };
  });
}

/** Ends a lease before it expires. */
export async function releaseLease(db: Db, lease: EndpointLease): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({ leasedBy: null, leasedUntil: null })
    .where(isHeldBy(lease));
}

/** Ends the leases of processes that are not connected. */
export async function releaseLostLeases(db: Db, connected: readonly number[]): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({ leasedBy: null, leasedUntil: null })
    .where(notInArray(webhookEndpoints.leasedBy, [...connected]));
}

/** True when the receiver accepted the delivery with a 2xx status. */
function isAccepted({ status }: Pick<PostResult, "status">): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Records an attempt. A failed one is retried with backoff, until a day after the first attempt. Once a failing
 * receiver accepts a delivery, all its waiting deliveries are due.
 */
export async function recordAttempt(
  db: Db,
  lease: EndpointLease,
  attempt: {
    deliveryId: string;
    url: string;
    signature: string;
    result: PostResult;
    at: Date;
    /** When the attempt ended. */
    now: Date;
    chance: number;
  },
): Promise<void> {
  const { deliveryId, url, signature, result, at, now, chance } = attempt;
  await db.transaction(async (tx) => {
    // Locks the endpoint before its delivery, in the same order as the changes of endpoints.
    const [endpoint] = await tx
      .select({ failures: webhookEndpoints.failures, failingSince: webhookEndpoints.failingSince })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, lease.endpointId))
      .for("no key update");
    const [delivery] = await tx
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.id, deliveryId))
      .for("no key update");
    // Deleted meanwhile, with its endpoint or its order.
    if (!endpoint || !delivery) return;
    const { status, response, error, durationMs } = result;
    await tx
      .insert(webhookAttempts)
      .values({ deliveryId, at, durationMs, url, signature, status, response, error });
    const attempts = delivery.attempts + 1;
    if (isAccepted(result)) {
      await tx
        .update(webhookDeliveries)
        .set({ attempts, deliveredAt: now, failedAt: null, lastError: null })
        .where(eq(webhookDeliveries.id, deliveryId));
      if (endpoint.failures >= FAILING_AFTER) await makeWaitingDue(tx, lease, now);
    } else {
      const giveUpAt = delivery.giveUpAt ?? addMs(at, RETRY_FOR_MS);
      await tx
        .update(webhookDeliveries)
        .set({
          attempts,
          giveUpAt,
          lastError: error ?? `Answered ${status}`,
          nextAttemptAt: addMs(now, backoffMs(attempts, RETRY_BACKOFF, chance)),
          ...(now >= giveUpAt && { failedAt: delivery.failedAt ?? now }),
        })
        .where(eq(webhookDeliveries.id, deliveryId));
    }
    await tx
      .update(webhookEndpoints)
      .set(
        isAccepted(result)
          ? { failures: 0, failingSince: null }
          : { failures: endpoint.failures + 1, failingSince: endpoint.failingSince ?? now },
      )
      .where(eq(webhookEndpoints.id, lease.endpointId));
    await notify(tx, CHANGES_CHANNEL, "webhooks");
  });
}

/** Makes all waiting deliveries of an endpoint due now; they are sent in the order of their events. */
async function makeWaitingDue(tx: Db, { endpointId }: EndpointLease, now: Date): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ nextAttemptAt: now })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), waiting));
}

function leaseUntil(holder: number, now: Date) {
  return { leasedBy: holder, leasedUntil: addMs(now, LEASE_MS) };
}

function isHeldBy({ endpointId, holder }: EndpointLease) {
  return and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.leasedBy, holder));
}
