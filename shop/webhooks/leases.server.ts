import { and, asc, eq, exists, inArray, isNull, lte, notInArray, or } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { addMs } from "#lib/time.ts";
import { type Attempt, recordAttempts } from "./attempts.server.ts";
import { bodiesOf } from "./payload.server.ts";
import { webhookDeliveries, webhookEndpoints } from "./tables.ts";
import type { DeliveryType } from "./webhook.ts";

/** How many due deliveries are looked through for those whose orders have none under way. */
const LOOKAHEAD = 64;

/** How long a lease lasts while its process is connected, unless it is renewed: well over the timeout of one attempt. */
const LEASE_MS = 30_000;

/** The exclusive right of one instance to send to an endpoint, so that those of an order stay in order. */
export interface EndpointLease {
  endpointId: number;
  holder: number;
}

/** A delivery to send, with the URL and the secret of its endpoint. */
export interface DueDelivery {
  id: string;
  /** Null in a test. */
  orderId: string | null;
  type: DeliveryType;
  body: string;
  url: string;
  secret: string;
}

const waiting = and(isNull(webhookDeliveries.deliveredAt), isNull(webhookDeliveries.failedAt));

/**
 * Leases every endpoint that has a due delivery and no valid lease. With `held`, the endpoints that this process sends
 * to, also those that it leased otherwise, over a connection that was lost before it said so.
 */
export async function claimLeases(
  db: Db,
  { holder, held, now }: { holder: number; held?: readonly number[] | undefined; now: Date },
): Promise<EndpointLease[]> {
  const { id, leasedBy, leasedUntil } = webhookEndpoints;
  const isOwn = held && and(eq(leasedBy, holder), notInArray(id, [...held]));
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

/**
 * Records attempts that ended, renews the lease, and returns the next due deliveries: `most` with those under way, and
 * one of each order. A receiver that fails gets one at a time. Releases the lease when there is nothing left. Returns
 * null when nothing more may be sent: the endpoint is disabled or deleted, or the lease another's.
 */
export async function nextDeliveries(
  db: Db,
  lease: EndpointLease,
  {
    ended = [],
    underWay = [],
    most,
    now,
  }: { ended?: readonly Attempt[]; underWay?: readonly DueDelivery[]; most: number; now: Date },
): Promise<DueDelivery[] | null> {
  return db.transaction(async (tx) => {
    // Locks the endpoint before its deliveries, in the same order as the changes of endpoints.
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, lease.endpointId))
      .for("no key update");
    // Deleted meanwhile, with its deliveries.
    if (!endpoint) return null;
    const health = await recordAttempts(tx, endpoint, ended);
    const isHeld = endpoint.leasedBy === lease.holder;
    const maySend = isHeld && endpoint.enabled;
    const limit = (health.failures > 0 ? Math.min(most, 1) : most) - underWay.length;
    const due = maySend && limit > 0 ? await readDue(tx, lease, { underWay, limit, now }) : [];
    const isDone = due.length === 0 && underWay.length === 0;
    const renewed = isDone ? { leasedBy: null, leasedUntil: null } : leaseUntil(lease.holder, now);
    await tx
      .update(webhookEndpoints)
      .set({ ...health, ...(isHeld && renewed) })
      .where(eq(webhookEndpoints.id, lease.endpointId));
    if (ended.length > 0) await notify(tx, CHANGES_CHANNEL, "webhooks");
    const { url, secret } = endpoint;
    return maySend ? due.map((each) => ({ ...each, url, secret })) : null;
  });
}

/** Returns due deliveries with their bodies, which are stored, in the order of their events. */
async function readDue(
  tx: Db,
  { endpointId }: EndpointLease,
  { underWay, limit, now }: { underWay: readonly DueDelivery[]; limit: number; now: Date },
): Promise<Omit<DueDelivery, "url" | "secret">[]> {
  const { id, orderId, nextAttemptAt, position } = webhookDeliveries;
  const ids = underWay.map((each) => each.id);
  const orderIds = underWay.flatMap((each) => each.orderId ?? []);
  const found = await tx
    .select({ id, orderId })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        waiting,
        lte(nextAttemptAt, now),
        notInArray(id, ids),
        or(isNull(orderId), notInArray(orderId, orderIds)),
      ),
    )
    .orderBy(asc(nextAttemptAt), asc(position))
    .limit(LOOKAHEAD);
  const firsts = Map.groupBy(found, (each) => each.orderId ?? each.id);
  const next = Array.from(firsts.values(), ([first]) => first?.id ?? "").slice(0, limit);
  if (next.length === 0) return [];
  const rows = await tx
    .select()
    .from(webhookDeliveries)
    .where(inArray(id, next))
    .orderBy(asc(nextAttemptAt), asc(position));
  const bodies = await bodiesOf(tx, rows);
  return rows.map((row) => ({
    id: row.id,
    orderId: row.orderId,
    type: row.type,
    body: bodies.get(row.id) ?? "",
  }));
}

/** Ends the leases of processes that are not connected. */
export async function releaseLostLeases(db: Db, connected: readonly number[]): Promise<void> {
  await db
    .update(webhookEndpoints)
    .set({ leasedBy: null, leasedUntil: null })
    .where(notInArray(webhookEndpoints.leasedBy, [...connected]));
}

function leaseUntil(holder: number, now: Date) {
  return { leasedBy: holder, leasedUntil: addMs(now, LEASE_MS) };
}
