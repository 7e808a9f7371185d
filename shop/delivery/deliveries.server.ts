import {
  and,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  notExists,
  sql,
} from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { backoffMs } from "#lib/backoff.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { addMs, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { readMoneyFacts } from "./delivery-facts.server.ts";
import { auditOrder, changeStatus, lockOrder } from "../orders/order-changes.server.ts";
import { ADAPTER_ACTOR } from "../orders/public-event.ts";
import { orderEvents, orderLeases, orders } from "../orders/tables.ts";
import { LEASE_MS, moneyWarning } from "./work-list.ts";
import type { DeliverResponse } from "./adapter.server.ts";
import { readLeases } from "./leases.server.ts";
import { isNotSetAside } from "./undelivered.server.ts";
import { recordLateDelivery } from "./late-delivery.server.ts";
import { orderDeliveries } from "./tables.ts";

/** How long a claim lasts after a crash: well over the timeout of one call. */
const CLAIM_MS = 30 * SECOND_MS;
/** When an order whose money is in doubt is looked at again. */
const HOLD_MS = MINUTE_MS;
const RETRY_BACKOFF = { firstMs: 2 * SECOND_MS, longestMs: 5 * MINUTE_MS };
const PENDING_BACKOFF = { firstMs: 2 * SECOND_MS, longestMs: MINUTE_MS };

const DELIVERIES_TOPIC = "deliveries";

export const COMPLETED_BEFORE = "The order was completed before: check whether it has its coins";
export const STILL_PENDING = "Still pending at the deadline: check whether it has its coins";

/** An order that this process delivers now. */
export interface ClaimedDelivery {
  orderId: string;
  /** Which claim of the order this is. */
  attempt: number;
  username: string;
  uid: string | null;
  coins: number;
  deadline: Date;
}

/** Neither due nor finished: its order was not to be delivered when it was due. */
const isIdle = sql`coalesce(${orderDeliveries.nextAttemptAt}, ${orderDeliveries.deliveredAt}, ${orderDeliveries.failedAt}) is null`;

const isDeliverable = and(
  eq(orders.status, "processing"),
  isNull(orders.deletedAt),
  isNotNull(orders.settledAt),
  inArray(orders.paymentStatus, ["paid", "overpaid"]),
  isNotSetAside,
);

/**
 * Adds the paid orders that have no delivery yet, and those whose delivery had ended because they were not paid or not
 * processing. Each has one, however many instances do this.
 */
export async function addNewDeliveries(db: Db, now: Date): Promise<void> {
  const due = sql.param(now, orderDeliveries.nextAttemptAt);
  const known = db
    .select({ orderId: orderDeliveries.orderId })
    .from(orderDeliveries)
    .where(and(eq(orderDeliveries.orderId, orders.id), not(isIdle)));
  await db.execute(
    sql`insert into ${orderDeliveries} (order_id, since, next_try_at)
      select ${orders.id}, ${orders.createdAt}, ${due}::timestamptz from ${orders}
      where ${and(isDeliverable, notExists(known))}
      on conflict (order_id) do update set next_try_at = excluded.next_try_at where ${isIdle}`,
  );
}

/**
 * Claims the deliveries due for longest. Skips orders that a person has taken and those that another transaction is
 * claiming or changing, and ends the deliveries of those no longer to be delivered; an order whose money is in doubt
 * waits. After a crash the claim expires.
 */
export async function claimDeliveries(
  db: Db,
  { limit, minutes, now }: { limit: number; minutes: number; now: Date },
): Promise<ClaimedDelivery[]> {
  return db.transaction(async (tx) => {
    const taken = tx
      .select({ orderId: orderLeases.orderId })
      .from(orderLeases)
      .where(
        and(eq(orderLeases.orderId, orders.id), gt(orderLeases.renewedAt, addMs(now, -LEASE_MS))),
      );
    const due = await tx
      .select({
        id: orders.id,
        paymentStatus: orders.paymentStatus,
        username: orders.tiktokUsername,
        uid: orders.tiktokUid,
        package: orders.package,
        attempts: orderDeliveries.attempts,
        deadline: orderDeliveries.deadline,
        isDeliverable: sql<boolean>`${isDeliverable}`,
        completedSince: sql<boolean>`${exists(completionsSince(tx))}`,
      })
      .from(orderDeliveries)
      .innerJoin(orders, eq(orders.id, orderDeliveries.orderId))
      .where(and(lte(orderDeliveries.nextAttemptAt, now), notExists(taken)))
      .orderBy(orderDeliveries.nextAttemptAt)
      .limit(limit)
      // A locked row is read again, so that the recipient is the newest one, and it is not corrected from here on.
      .for("no key update", { of: [orderDeliveries, orders], skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    const money = await readMoneyFacts(tx, ids);
    // Those taken while their rows were being locked.
    const leases = await readLeases(tx, ids, now);
    const claimed: ClaimedDelivery[] = [];
    for (const {
      id,
      package: { coins },
      ...order
    } of due) {
      if (leases.has(id)) continue;
      if (!order.isDeliverable) {
        await update(tx, id, { nextAttemptAt: null });
        continue;
      }
      if (order.completedSince) {
        await update(tx, id, { nextAttemptAt: null, failedAt: now, reason: COMPLETED_BEFORE });
        continue;
      }
      if (moneyWarning(order.paymentStatus, money(id))) {
        await update(tx, id, { nextAttemptAt: addMs(now, HOLD_MS) });
        continue;
      }
      const attempt = order.attempts + 1;
      const deadline = order.deadline ?? addMs(now, minutes * MINUTE_MS);
      await update(tx, id, { nextAttemptAt: addMs(now, CLAIM_MS), attempts: attempt, deadline });
      const { username, uid } = order;
      claimed.push({ orderId: id, attempt, username, uid, coins, deadline });
    }
    await notify(tx, CHANGES_CHANNEL, DELIVERIES_TOPIC);
    return claimed;
  });
}

/** Records the answer to a claimed delivery; an answered "delivered" completes the order, once. */
export async function recordResponse(
  db: Db,
  { orderId, attempt }: Pick<ClaimedDelivery, "orderId" | "attempt">,
  response: Result<DeliverResponse, string>,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Locks the order before its delivery, in the same order as "Deliver again".
    const order = await lockOrder(tx, orderId);
    const [row] = await tx
      .select()
      .from(orderDeliveries)
      .where(eq(orderDeliveries.orderId, orderId))
      .for("no key update");
    if (!row || row.deliveredAt) return;
    if (response.ok && response.value.result === "delivered") {
      const { reference = null } = response.value;
      const done = { deliveredAt: now, reference, ...settled };
      await update(tx, orderId, done);
      const actor = { id: null, email: ADAPTER_ACTOR, ip: null };
      if (order?.status === "processing") {
        await changeStatus(tx, order, { orderId, status: "completed", actor, now });
        return;
      }
      // A person has completed, rejected or deleted it in the meantime, which stays.
      const state = order?.status ?? "deleted";
      await recordLateDelivery(tx, { orderId, state, actor, now });
      await notify(tx, CHANGES_CHANNEL, DELIVERIES_TOPIC);
      return;
    }
    // Another claim was made after this one had expired, or it was given up.
    if (row.attempts !== attempt || row.nextAttemptAt === null) return;
    await update(tx, orderId, afterFailure(row, response, now));
    await notify(tx, CHANGES_CHANNEL, DELIVERIES_TOPIC);
  });
}

/** Makes a claimed delivery due again without counting the attempt, as the shop itself aborted it. */
export async function releaseDelivery(
  db: Db,
  { orderId, attempt }: ClaimedDelivery,
  now: Date,
): Promise<void> {
  await db
    .update(orderDeliveries)
    .set({ nextAttemptAt: now })
    .where(
      and(
        eq(orderDeliveries.orderId, orderId),
        eq(orderDeliveries.attempts, attempt),
        isNotNull(orderDeliveries.nextAttemptAt),
      ),
    );
}

const settled = {
  nextAttemptAt: null,
  failedAt: null,
  unsent: false,
  pending: false,
  reason: null,
};

/** Returns the changes after an answer other than "delivered": the next attempt, or the end. */
function afterFailure(
  { attempts, deadline }: typeof orderDeliveries.$inferSelect,
  response: Result<DeliverResponse, string>,
  now: Date,
): Partial<typeof orderDeliveries.$inferInsert> {
  const pending = response.ok && response.value.result === "pending";
  if (response.ok && response.value.result === "refused")
    return {
      ...{ nextAttemptAt: null, failedAt: now, pending, reason: response.value.reason },
      unsent: response.value.sent === false,
    };
  const reason = response.ok ? null : response.error;
  if (deadline && now >= deadline)
    return { nextAttemptAt: null, failedAt: now, pending, reason: reason ?? STILL_PENDING };
  const next = addMs(now, backoffMs(attempts, pending ? PENDING_BACKOFF : RETRY_BACKOFF));
  // The last call is at the deadline.
  return { nextAttemptAt: deadline && next > deadline ? deadline : next, pending, reason };
}

/** Why a delivery is not repeated: it is on its way, or the order does not wait for its coins. */
export type DeliverAgainError = "forbidden" | "not-found" | "unchanged";

/** Has the adapter deliver an order that it refused or gave up, under the same id and with a new deadline. */
export async function deliverAgain(
  db: Db,
  { orderId, actor, now }: { orderId: string; actor: Actor; now: Date },
): Promise<Result<void, DeliverAgainError>> {
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const order = await lockOrder(tx, orderId);
    const [row] = await tx
      .select()
      .from(orderDeliveries)
      .where(eq(orderDeliveries.orderId, orderId))
      .for("no key update");
    if (!order || !row) return err("not-found");
    if (row.nextAttemptAt !== null || order.status !== "processing") return err("unchanged");
    const fresh = { attempts: 0, deadline: null, deliveredAt: null, reference: null };
    await update(tx, orderId, { ...settled, ...fresh, since: now, nextAttemptAt: now });
    await auditOrder(tx, { orderId, actor, now }, "order.delivered-again", {});
    await notify(tx, CHANGES_CHANNEL, DELIVERIES_TOPIC);
    return ok(undefined);
  });
}

/** Selects the completions of an order since its delivery began: its coins were perhaps sent by hand. */
function completionsSince(tx: Db) {
  return tx
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orders.id),
        eq(orderEvents.type, "status"),
        sql`${orderEvents.data} ->> 'to' = 'completed'`,
        gt(orderEvents.at, orderDeliveries.since),
      ),
    );
}

async function update(
  tx: Db,
  orderId: string,
  values: Partial<typeof orderDeliveries.$inferInsert>,
): Promise<void> {
  await tx.update(orderDeliveries).set(values).where(eq(orderDeliveries.orderId, orderId));
}
