import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { pageAt } from "#lib/paging.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isUuid } from "#lib/text.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import {
  type DeliveryDetail,
  type DeliveryPage,
  type DeliveryQuery,
  type DeliveryState,
  deliveryState,
  KEEP_DAYS,
  type ListedDelivery,
} from "./webhook.ts";
import { addMs, DAY_MS } from "#lib/time.ts";

type StoredDelivery = typeof webhookDeliveries.$inferSelect;

const DELETE_BATCH = 1000;
/** How many attempts of one delivery are returned. */
const TRIES_SHOWN = 50;

const { deliveredAt, failedAt } = webhookDeliveries;
const inState: Record<DeliveryState, SQL | undefined> = {
  waiting: and(isNull(deliveredAt), isNull(failedAt)),
  delivered: isNotNull(deliveredAt),
  failed: and(isNull(deliveredAt), isNotNull(failedAt)),
};

/** Returns a page of the deliveries to an endpoint, newest first. */
export async function listDeliveries(
  db: Db,
  endpointId: number,
  query: DeliveryQuery & { perPage: number },
): Promise<DeliveryPage> {
  const { state, cursor, perPage } = query;
  const ofEndpoint = eq(webhookDeliveries.endpointId, endpointId);
  const { keys, previous, next } = await pageAt<number>(
    async ({ after, backwards, limit }) => {
      const compare = backwards ? gt : lt;
      const rows = await db
        .select({ position: webhookDeliveries.position })
        .from(webhookDeliveries)
        .where(
          and(
            ofEndpoint,
            state ? inState[state] : undefined,
            after === null ? undefined : compare(webhookDeliveries.position, after),
          ),
        )
        .orderBy((backwards ? asc : desc)(webhookDeliveries.position))
        .limit(limit);
      return rows.map(({ position }) => position);
    },
    cursor,
    perPage,
  );
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(and(ofEndpoint, inArray(webhookDeliveries.position, keys)))
    .orderBy(desc(webhookDeliveries.position));
  return { deliveries: rows.map(toDeliveryView), previous, next };
}

/** Counts the waiting and the failed deliveries of an endpoint. The delivered ones are too many to count. */
export async function countDeliveries(
  db: Db,
  endpointId: number,
): Promise<Record<"waiting" | "failed", number>> {
  const count = (state: DeliveryState) =>
    db.$count(webhookDeliveries, and(eq(webhookDeliveries.endpointId, endpointId), inState[state]));
  return { waiting: await count("waiting"), failed: await count("failed") };
}

/** Returns a delivery to this endpoint with its attempts, or null. */
export async function findDelivery(
  db: Db,
  { endpointId, id }: { endpointId: number; id: string },
): Promise<DeliveryDetail | null> {
  if (!isUuid(id)) return null;
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.endpointId, endpointId)));
  if (!row) return null;
  const log = await db
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, id))
    .orderBy(desc(webhookAttempts.id))
    .limit(TRIES_SHOWN);
  return {
    ...toDeliveryView(row),
    body: row.body,
    deliveredAt: row.deliveredAt,
    failedAt: row.failedAt,
    log: log.map(({ deliveryId: _, ...attempt }) => attempt),
  };
}

/** Why a delivery is not sent again: it waits already, or its endpoint is switched off. */
type RedeliverError = "forbidden" | "not-found" | "waiting" | "off";

/** Queues a delivery again: the same message under the same id, retried for another day. */
export async function redeliver(
  db: Db,
  change: { endpointId: number; id: string; actor: Actor; now: Date },
): Promise<Result<void, RedeliverError>> {
  const { endpointId, id, actor, now } = change;
  if (!isUuid(id)) return err("not-found");
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const [endpoint] = await tx
      .select({ enabled: webhookEndpoints.enabled })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, endpointId))
      .for("no key update");
    const [delivery] = await tx
      .select()
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.endpointId, endpointId)))
      .for("no key update");
    if (!endpoint || !delivery) return err("not-found");
    if (!endpoint.enabled) return err("off");
    if (deliveryState(delivery) === "waiting" && delivery.nextAttemptAt <= now)
      return err("waiting");
    await tx
      .update(webhookDeliveries)
      .set({ deliveredAt: null, failedAt: null, giveUpAt: null, attempts: 0, nextAttemptAt: now })
      .where(eq(webhookDeliveries.id, id));
    await recordAudit(tx, {
      actor,
      action: "webhook.delivered-again",
      subject: "webhook",
      subjectId: String(endpointId),
      data: { delivery: id, event: delivery.type, order: delivery.orderId },
      now,
    });
    await notify(tx, CHANGES_CHANNEL, "webhooks");
    return ok(undefined);
  });
}

/** Marks all waiting deliveries as failed with this reason; returns how many. An administrator can send them again. */
export async function holdDeliveries(tx: Db, reason: string, now: Date): Promise<number> {
  const held = await tx
    .update(webhookDeliveries)
    .set({ failedAt: now, lastError: reason })
    .where(inState.waiting)
    .returning({ id: webhookDeliveries.id });
  return held.length;
}

/** Deletes finished deliveries `KEEP_DAYS` after they were created. */
export async function deleteOldDeliveries(db: Db, now: Date): Promise<void> {
  const before = addMs(now, -KEEP_DAYS * DAY_MS);
  const old = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(lt(webhookDeliveries.createdAt, before), or(inState.delivered, inState.failed)))
    .limit(DELETE_BATCH);
  for (;;) {
    const deleted = await db
      .delete(webhookDeliveries)
      .where(inArray(webhookDeliveries.id, old))
      .returning({ id: webhookDeliveries.id });
    if (deleted.length < DELETE_BATCH) return;
  }
}

function toDeliveryView(row: StoredDelivery): ListedDelivery {
  const { id, type, orderId, attempts, lastError, createdAt } = row;
  const state = deliveryState(row);
  const nextAttemptAt = state === "waiting" ? row.nextAttemptAt : null;
  return { id, type, orderId, state, attempts, lastError, createdAt, nextAttemptAt };
}
