import { and, asc, eq, exists, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { type Db, notify } from "#db/client.server.ts";
import { prepared } from "#db/query.server.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { CHANGES_CHANNEL } from "../orders/orders.server.ts";
import { bodyOf } from "./payload.server.ts";
import type { Answer } from "./post.server.ts";
import { backoffMs } from "#lib/backoff.ts";
import { type DeliveryType, FAILING_AFTER } from "./webhook.ts";
import { addMs, DAY_MS, HOUR_MS, SECOND_MS } from "#lib/time.ts";

/** Retries double from 5 seconds to an hour. */
export const RETRY_BACKOFF = { firstMs: 5 * SECOND_MS, longestMs: HOUR_MS };
/** How long a delivery is retried after its first attempt, in milliseconds. */
export const RETRY_FOR_MS = DAY_MS;

/** How long an endpoint is ours without another sign of life: well over what one try may take. */
const LEASE_MS = 30_000;

/** Whoever sends to an endpoint now, so that nobody else does. */
export interface Lane {
  endpointId: number;
  holder: string;
}

/** What is to be sent next, to where, and signed with what. */
export interface Outgoing {
  id: string;
  type: DeliveryType;
  body: string;
  url: string;
  secret: string;
}

const waiting = and(isNull(webhookDeliveries.deliveredAt), isNull(webhookDeliveries.failedAt));

/** Takes every endpoint to which something is due and nobody sends, so that no other instance takes it too. */
export async function claimLanes(db: Db, holder: string, now: Date): Promise<Lane[]> {
  const { leasedUntil: until } = lease(holder, now);
  const claimed = await claim(db).execute({ holder, now, until });
  return claimed.map(({ endpointId }) => ({ endpointId, holder }));
}

const claim = prepared((db) => {
  const { leasedUntil, leasedBy } = webhookEndpoints;
  const now = sql.param(sql.placeholder("now"), leasedUntil);
  const due = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, webhookEndpoints.id),
        waiting,
        lte(webhookDeliveries.nextTryAt, now),
      ),
    );
  // No more of a lock than that: orders that are placed meanwhile refer to the endpoint.
  const free = db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.enabled, true),
        or(isNull(leasedUntil), lte(leasedUntil, now)),
        exists(due),
      ),
    )
    .for("no key update", { skipLocked: true });
  return db
    .update(webhookEndpoints)
    .set({
      leasedBy: sql`${sql.param(sql.placeholder("holder"), leasedBy)}`,
      leasedUntil: sql`${sql.param(sql.placeholder("until"), leasedUntil)}`,
    })
    .where(inArray(webhookEndpoints.id, free))
    .returning({ endpointId: webhookEndpoints.id })
    .prepare("claim_webhook_endpoints");
});

/** What is due first at an endpoint that is ours; null, and it is given back, when nothing is or it is not ours. */
export async function nextOutgoing(db: Db, lane: Lane, now: Date): Promise<Outgoing | null> {
  return db.transaction(async (tx) => {
    const [endpoint] = await tx
      .update(webhookEndpoints)
      .set(lease(lane.holder, now))
      .where(and(ours(lane), eq(webhookEndpoints.enabled, true)))
      .returning({ url: webhookEndpoints.url, secret: webhookEndpoints.secret });
    const [delivery] = endpoint
      ? await tx
          .select()
          .from(webhookDeliveries)
          .where(
            and(
              eq(webhookDeliveries.endpointId, lane.endpointId),
              waiting,
              lte(webhookDeliveries.nextTryAt, now),
            ),
          )
          .orderBy(asc(webhookDeliveries.nextTryAt), asc(webhookDeliveries.place))
          .limit(1)
      : [];
    if (!endpoint || !delivery) {
      await release(tx, lane);
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

/** Gives an endpoint back before its time. */
export async function release(db: Db, lane: Lane): Promise<void> {
  await db.update(webhookEndpoints).set({ leasedBy: null, leasedUntil: null }).where(ours(lane));
}

/** True for an answer that says that it was taken. */
function isTaken({ status }: Pick<Answer, "status">): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Notes what came of a try. A failure is tried again after a while, and given up a day after the first try. Once a
 * receiver that was failing takes something again, all that waits for it is due.
 */
export async function recordAttempt(
  db: Db,
  lane: Lane,
  attempt: {
    deliveryId: string;
    url: string;
    signature: string;
    answer: Answer;
    at: Date;
    /** When the answer was there. */
    now: Date;
    chance: number;
  },
): Promise<void> {
  const { deliveryId, url, signature, answer, at, now, chance } = attempt;
  await db.transaction(async (tx) => {
    // The endpoint before its delivery, as whoever changes it does.
    const [endpoint] = await tx
      .select({ failures: webhookEndpoints.failures, failingSince: webhookEndpoints.failingSince })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, lane.endpointId))
      .for("no key update");
    const [delivery] = await tx
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.id, deliveryId))
      .for("no key update");
    // Deleted meanwhile, with its endpoint or its order.
    if (!endpoint || !delivery) return;
    const { status, response, error, durationMs } = answer;
    await tx
      .insert(webhookAttempts)
      .values({ deliveryId, at, durationMs, url, signature, status, response, error });
    const attempts = delivery.attempts + 1;
    if (isTaken(answer)) {
      await tx
        .update(webhookDeliveries)
        .set({ attempts, deliveredAt: now, failedAt: null, lastError: null })
        .where(eq(webhookDeliveries.id, deliveryId));
      if (endpoint.failures >= FAILING_AFTER) await bringForward(tx, lane, now);
    } else {
      const giveUpAt = delivery.giveUpAt ?? addMs(at, RETRY_FOR_MS);
      await tx
        .update(webhookDeliveries)
        .set({
          attempts,
          giveUpAt,
          lastError: error ?? `Answered ${status}`,
          nextTryAt: addMs(now, backoffMs(attempts, RETRY_BACKOFF, chance)),
          ...(now >= giveUpAt && { failedAt: delivery.failedAt ?? now }),
        })
        .where(eq(webhookDeliveries.id, deliveryId));
    }
    await tx
      .update(webhookEndpoints)
      .set(
        isTaken(answer)
          ? { failures: 0, failingSince: null }
          : { failures: endpoint.failures + 1, failingSince: endpoint.failingSince ?? now },
      )
      .where(eq(webhookEndpoints.id, lane.endpointId));
    await notify(tx, CHANGES_CHANNEL, "webhooks");
  });
}

/** Has all that waits for an endpoint due now, in the order in which it happened. */
async function bringForward(tx: Db, { endpointId }: Lane, now: Date): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ nextTryAt: now })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), waiting));
}

function lease(holder: string, now: Date) {
  return { leasedBy: holder, leasedUntil: addMs(now, LEASE_MS) };
}

function ours({ endpointId, holder }: Lane) {
  return and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.leasedBy, holder));
}
