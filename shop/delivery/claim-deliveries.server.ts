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
import { isLost, type LostClaims } from "#db/claim-due.server.ts";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { addMs, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { orderEvents, orderLeases, orders } from "../orders/tables.ts";
import { type ClaimedDelivery, DELIVERIES_TOPIC, updateDelivery } from "./deliveries.server.ts";
import { readMoneyFacts } from "./delivery-facts.server.ts";
import { readLeases } from "./leases.server.ts";
import { orderDeliveries } from "./tables.ts";
import { isNotSetAside, isOfCoins } from "./undelivered.server.ts";
import { LEASE_MS, moneyWarning } from "./work-list.ts";

/** How long a claim lasts while its process is connected: well over the timeout of one call. */
const CLAIM_MS = 30 * SECOND_MS;
/** When an order whose money is in doubt is looked at again. */
const HOLD_MS = MINUTE_MS;

export const COMPLETED_BEFORE = "The order was completed before: check whether it has its coins";

/** Neither due nor finished: its order was not to be delivered when it was due. */
const isIdle = sql`coalesce(${orderDeliveries.nextAttemptAt}, ${orderDeliveries.deliveredAt}, ${orderDeliveries.failedAt}) is null`;

const isDeliverable = and(
  eq(orders.status, "processing"),
  isOfCoins,
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
  {
    limit,
    minutes,
    holder = null,
    now,
  }: { limit: number; minutes: number; holder?: number | null; now: Date },
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
      if (!order.isDeliverable || order.username === null) {
        await updateDelivery(tx, id, { nextAttemptAt: null });
        continue;
      }
      if (order.completedSince) {
        await updateDelivery(tx, id, {
          nextAttemptAt: null,
          failedAt: now,
          reason: COMPLETED_BEFORE,
        });
        continue;
      }
      if (moneyWarning(order.paymentStatus, money(id))) {
        await updateDelivery(tx, id, { nextAttemptAt: addMs(now, HOLD_MS) });
        continue;
      }
      const attempt = order.attempts + 1;
      const deadline = order.deadline ?? addMs(now, minutes * MINUTE_MS);
      await updateDelivery(tx, id, {
        nextAttemptAt: addMs(now, CLAIM_MS),
        claimedBy: holder,
        attempts: attempt,
        deadline,
      });
      const { username, uid } = order;
      claimed.push({ orderId: id, attempt, username, uid, coins, deadline });
    }
    await notify(tx, CHANGES_CHANNEL, DELIVERIES_TOPIC);
    return claimed;
  });
}

/** Makes deliveries due whose claims are lost. */
export async function releaseLostDeliveries(db: Db, lost: LostClaims, now: Date): Promise<void> {
  const { claimedBy, orderId, nextAttemptAt } = orderDeliveries;
  await db
    .update(orderDeliveries)
    .set({ nextAttemptAt: now, claimedBy: null })
    .where(and(isNotNull(nextAttemptAt), isLost(lost, { claimedBy, key: orderId })));
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
