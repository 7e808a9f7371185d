import { and, eq, gt, inArray, lte, or, sql } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { minutesSince } from "#lib/duration.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { addMs } from "#lib/time.ts";
import { mayChange } from "../accounts/admins.server.ts";
import { users } from "../accounts/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { lockOrder } from "../orders/order-changes.server.ts";
import { orderLeases } from "../orders/tables.ts";
import { readCorrections } from "./corrections.server.ts";
import { LEASE_MS, type Taken } from "./work-list.ts";

/** The topic of changed leases, which only administrators see. */
const LEASES_TOPIC = "leases";

/**
 * Takes an order for the administrator who delivers it, or renews their lease: "taken" while another one has it,
 * "not-found" for an order that does not wait for its coins, "corrected" if its buyer has corrected the recipient since
 * the administrator saw it, "set-aside" while the order waits for its buyer's answer. A taken order is not corrected any more.
 */
export async function takeOrder(
  db: Db,
  {
    orderId,
    corrections = null,
    actor,
    now,
  }: {
    orderId: string;
    /** How many corrections of the recipient the administrator saw; null if they saw none of it. */
    corrections?: number | null;
    actor: Actor;
    now: Date;
  },
): Promise<Result<null, "forbidden" | "not-found" | "taken" | "corrected" | "set-aside">> {
  return db.transaction(async (tx) => {
    if (actor.id === null || !(await mayChange(tx, actor, "deliver"))) return err("forbidden");
    const order = await lockOrder(tx, orderId);
    if (order?.status !== "processing") return err("not-found");
    if (order.awaitedFrom === "buyer" || order.withdrawal === "open") return err("set-aside");
    const made = (await readCorrections(tx, [orderId])).get(orderId)?.length ?? 0;
    if (corrections !== null && corrections !== made) return err("corrected");
    const isOwn = eq(orderLeases.userId, actor.id);
    const isOver = lte(orderLeases.renewedAt, addMs(now, -LEASE_MS));
    const [lease] = await tx
      .insert(orderLeases)
      .values({ orderId, userId: actor.id, takenAt: now, renewedAt: now })
      .onConflictDoUpdate({
        target: orderLeases.orderId,
        set: {
          userId: actor.id,
          takenAt: sql`case when ${isOver} then excluded.taken_at else ${orderLeases.takenAt} end`,
          renewedAt: now,
        },
        setWhere: or(isOwn, isOver),
      })
      .returning({ takenAt: orderLeases.takenAt });
    if (!lease) return err("taken");
    // A renewal changes nothing that others see.
    if (lease.takenAt.getTime() === now.getTime()) await notify(tx, CHANGES_CHANNEL, LEASES_TOPIC);
    return ok(null);
  });
}

/** Releases all orders that an administrator has taken. */
export async function releaseOrders(db: Db, actor: Actor): Promise<void> {
  if (actor.id === null) return;
  const { id } = actor;
  await db.transaction(async (tx) => {
    const released = await tx
      .delete(orderLeases)
      .where(eq(orderLeases.userId, id))
      .returning({ orderId: orderLeases.orderId });
    if (released.length > 0) await notify(tx, CHANGES_CHANNEL, LEASES_TOPIC);
  });
}

/** Returns who has taken these orders, by order id. */
export async function readLeases(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Taken>> {
  const rows = await db
    .select({
      orderId: orderLeases.orderId,
      userId: users.id,
      name: users.name,
      takenAt: orderLeases.takenAt,
    })
    .from(orderLeases)
    .innerJoin(users, eq(users.id, orderLeases.userId))
    .where(
      and(inArray(orderLeases.orderId, [...ids]), gt(orderLeases.renewedAt, addMs(now, -LEASE_MS))),
    );
  return new Map(
    rows.map(({ orderId, takenAt, ...by }) => [
      orderId,
      { ...by, minutes: Math.max(0, minutesSince(takenAt, now)) },
    ]),
  );
}
