import { and, eq, isNotNull } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { backoffMs } from "#lib/backoff.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { addMs, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { mayChange } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { auditOrder, changeStatus, lockOrder } from "../orders/order-changes.server.ts";
import { ADAPTER_ACTOR } from "../orders/public-event.ts";
import type { DeliverResponse } from "./adapter.server.ts";
import { recordLateDelivery } from "./late-delivery.server.ts";
import { orderDeliveries } from "./tables.ts";

const RETRY_BACKOFF = { firstMs: 2 * SECOND_MS, longestMs: 5 * MINUTE_MS };
const PENDING_BACKOFF = { firstMs: 2 * SECOND_MS, longestMs: MINUTE_MS };

/** The topic of changed deliveries, which only administrators see. */
export const DELIVERIES_TOPIC = "deliveries";

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
      await updateDelivery(tx, orderId, done);
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
    await updateDelivery(tx, orderId, afterFailure(row, response, now));
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
    .set({ nextAttemptAt: now, claimedBy: null })
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
    if (!(await mayChange(tx, actor, "deliver"))) return err("forbidden");
    const order = await lockOrder(tx, orderId);
    const [row] = await tx
      .select()
      .from(orderDeliveries)
      .where(eq(orderDeliveries.orderId, orderId))
      .for("no key update");
    if (!order || !row) return err("not-found");
    if (row.nextAttemptAt !== null || order.status !== "processing") return err("unchanged");
    const fresh = { attempts: 0, deadline: null, deliveredAt: null, reference: null };
    await updateDelivery(tx, orderId, { ...settled, ...fresh, since: now, nextAttemptAt: now });
    await auditOrder(tx, { orderId, actor, now }, "order.delivered-again", {});
    await notify(tx, CHANGES_CHANNEL, DELIVERIES_TOPIC);
    return ok(undefined);
  });
}

/** Changes the delivery of an order; ends its claim unless it is one. */
export async function updateDelivery(
  tx: Db,
  orderId: string,
  values: Partial<typeof orderDeliveries.$inferInsert>,
): Promise<void> {
  await tx
    .update(orderDeliveries)
    .set({ claimedBy: null, ...values })
    .where(eq(orderDeliveries.orderId, orderId));
}
