import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, err, ok } from "#lib/result.ts";
import { readHosts } from "#lib/target-url.ts";
import { isTeamRole } from "../accounts/access.ts";
import { roleOf } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { tellOfAct } from "../orders/act-mails.server.ts";
import { lockOrder } from "../orders/order-changes.server.ts";
import { addEvent } from "../orders/orders.server.ts";
import { type Permit, stillPermits } from "../orders/permits.server.ts";
import { readSettings } from "../settings/settings.server.ts";
import { ARRIVED, DEVICES_MAX, roleEvents } from "./notification.ts";
import { isPushService } from "./push-services.ts";
import { notificationTargets } from "./tables.ts";
import { finish } from "./targets.server.ts";
import type { PushSubscription } from "./web-push.server.ts";

interface Device {
  subscription: PushSubscription;
  /** Whether its push service may be anywhere, as in the sandbox. */
  anyService: boolean;
  now: Date;
}

/** Adds a device of a member of the team. One that is known already is replaced. */
export async function addTeamDevice(
  db: Db,
  device: Device & { name: string; actor: Actor },
): Promise<Result<void, "forbidden" | "too-many" | "unknown-service">> {
  const { subscription, name, actor, now } = device;
  if (!(await mayReach(db, device))) return err("unknown-service");
  return db.transaction(async (tx) => {
    const role = await roleOf(tx, actor);
    if (actor.id === null || !isTeamRole(role)) return err("forbidden");
    const owner = { userId: actor.id, orderId: null };
    const added = await replaceDevice(tx, { name, subscription, owner, now });
    if (!added) return err("too-many");
    await finish(tx, device, added, "notification.created");
    return ok(undefined);
  });
}

/**
 * Adds a device of an order's buyer, which is told once when the coins have arrived: "closed" for an order that has
 * ended.
 */
export async function addBuyerDevice(
  db: Db,
  device: Device & { permit: Permit<"push"> },
): Promise<Result<void, "closed" | "too-many" | "unknown-service">> {
  const { subscription, permit, now } = device;
  const { orderId } = permit;
  if (!(await mayReach(db, device))) return err("unknown-service");
  return db.transaction(async (tx) => {
    // Locked, so that the order is not completed before the device is there.
    const order = await lockOrder(tx, orderId);
    if (!order || !(await stillPermits(tx, permit, order))) return err("closed");
    if (order.status !== "pending" && order.status !== "processing") return err("closed");
    const owner = { userId: null, orderId };
    const added = await replaceDevice(tx, { name: "Buyer", subscription, owner, now });
    if (!added) return err("too-many");
    const eventId = await addEvent(tx, orderId, "device", { by: "customer" }, now);
    await tellOfAct(tx, order, { permit, eventId, now });
    return ok(undefined);
  });
}

async function mayReach(db: Db, { subscription, anyService }: Device): Promise<boolean> {
  if (anyService) return true;
  const { pushServices } = await readSettings(db);
  return isPushService(subscription.endpoint, readHosts(pushServices) ?? []);
}

/** Stores a device in place of the same one of its owner; null if there are too many. */
async function replaceDevice(
  tx: Db,
  device: Pick<Device, "subscription" | "now"> & {
    name: string;
    owner: { userId: string; orderId: null } | { userId: null; orderId: string };
  },
) {
  const { name, subscription, owner, now } = device;
  // Serializes the count.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('satchel notifications', 0))`);
  const isOwners =
    owner.userId === null
      ? eq(notificationTargets.orderId, owner.orderId)
      : eq(notificationTargets.userId, owner.userId);
  const isSame = sql`${notificationTargets.config} ->> 'endpoint' = ${subscription.endpoint}`;
  await tx.delete(notificationTargets).where(and(isOwners, isSame));
  if ((await tx.$count(notificationTargets, isOwners)) >= DEVICES_MAX) return null;
  const [added] = await tx
    .insert(notificationTargets)
    .values({
      name,
      config: { kind: "push", ...subscription },
      // Those of the team are filtered by the role that the owner of the device has when they are sent.
      events: owner.userId === null ? [ARRIVED] : [...roleEvents.admin],
      ...owner,
      createdAt: now,
    })
    .returning();
  return added ?? null;
}
