import { and, eq, isNull, sql } from "drizzle-orm";
import { type Db, notify } from "#db/client.server.ts";
import { webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { type Result, ok, refuse } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor, AuditAction } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { CHANGES_CHANNEL } from "../orders/orders.server.ts";
import type { StoredEndpoint } from "./endpoints.server.ts";
import { makeSecret } from "./signature.server.ts";
import {
  checkTarget,
  type Resolve,
  type TargetPolicy,
  type TargetRefusal,
} from "./targets.server.ts";
import { ENDPOINTS_MAX, type EndpointValues, TEST_EVENT } from "./webhook.ts";

/** Why a change is refused: by somebody who is no administrator, of what is gone, or changed meanwhile. */
export type EndpointRefusal = "forbidden" | "not-found" | "stale";

interface Who {
  actor: Actor;
  now: Date;
}

/** Who changes which endpoint, as they saw it. */
export interface EndpointChange extends Who {
  id: number;
  version: number;
}

interface Saving {
  values: EndpointValues;
  policy: TargetPolicy;
  resolve?: Resolve;
}

/** Adds an endpoint; its secret is told here, and never again. */
export async function createEndpoint(
  db: Db,
  change: Who & Saving,
): Promise<Result<{ id: number; secret: string }, "forbidden" | "too-many" | TargetRefusal>> {
  const { values, policy, resolve, actor, now } = change;
  const target = await checkTarget(values.url, policy, resolve);
  if (!target.ok) return target;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return refuse("forbidden");
    // Of two who add the last one at once, the second has to know of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('satchel webhooks', 0))`);
    if ((await tx.$count(webhookEndpoints)) >= ENDPOINTS_MAX) return refuse("too-many");
    const secret = makeSecret();
    const [row] = await tx
      .insert(webhookEndpoints)
      .values({ ...values, secret, createdAt: now, updatedAt: now })
      .returning({ id: webhookEndpoints.id });
    if (!row) throw new Error("the endpoint was not stored");
    await finish(tx, { ...change, id: row.id }, "webhook.created", { ...values });
    return ok({ id: row.id, secret });
  });
}

/** Changes an endpoint. What waits goes to the new URL; once it is switched off, nowhere. */
export async function updateEndpoint(
  db: Db,
  change: EndpointChange & Saving,
): Promise<Result<void, EndpointRefusal | TargetRefusal>> {
  const { values, policy, resolve, now } = change;
  const target = await checkTarget(values.url, policy, resolve);
  if (!target.ok) return target;
  return changeEndpoint(db, change, async (tx, before) => {
    const { url, events, enabled } = before;
    const moved = url !== values.url;
    await write(tx, before.id, { ...values, ...(moved && notFailing) }, now);
    if (!values.enabled) await endWaiting(tx, before.id, now);
    await finish(tx, change, "webhook.updated", {
      before: { url, events, enabled },
      after: values,
    });
    return ok(undefined);
  });
}

/** Gives an endpoint a new secret, which is told here only. The one before signs nothing from now on. */
export async function rollSecret(
  db: Db,
  change: EndpointChange,
): Promise<Result<string, EndpointRefusal>> {
  return changeEndpoint(db, change, async (tx, before) => {
    const secret = makeSecret();
    await write(tx, before.id, { secret }, change.now);
    await finish(tx, change, "webhook.secret-rolled", { url: before.url });
    return ok(secret);
  });
}

/** Deletes an endpoint with all that was sent to it, or waits. */
export async function deleteEndpoint(
  db: Db,
  change: EndpointChange,
): Promise<Result<void, EndpointRefusal>> {
  return changeEndpoint(db, change, async (tx, before) => {
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, before.id));
    await finish(tx, change, "webhook.deleted", { url: before.url });
    return ok(undefined);
  });
}

/** Queues a message that tells of nothing, to see whether it arrives; returns its id. */
export async function sendTestEvent(
  db: Db,
  change: EndpointChange,
): Promise<Result<string, EndpointRefusal | "off">> {
  const { now } = change;
  return changeEndpoint(db, change, async (tx, before) => {
    if (!before.enabled) return refuse("off");
    const [row] = await tx
      .insert(webhookDeliveries)
      .values({ endpointId: before.id, type: TEST_EVENT, createdAt: now, nextTryAt: now })
      .returning({ id: webhookDeliveries.id });
    if (!row) throw new Error("the test was not stored");
    await finish(tx, change, "webhook.tested", { url: before.url });
    return ok(row.id);
  });
}

const notFailing = { failures: 0, failingSince: null };

/** What waits for an endpoint that is switched off is given up: later it would tell of what is long past. */
async function endWaiting(tx: Db, endpointId: number, now: Date): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ failedAt: now, lastError: "The endpoint was switched off" })
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        isNull(webhookDeliveries.deliveredAt),
        isNull(webhookDeliveries.failedAt),
      ),
    );
}

/** Has an endpoint changed by an administrator, as it was when it was looked at; nobody else changes it meanwhile. */
async function changeEndpoint<Value, Refusal>(
  db: Db,
  { id, version, actor }: EndpointChange,
  work: (tx: Db, before: StoredEndpoint) => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal | EndpointRefusal>> {
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return refuse("forbidden");
    const [before] = await tx
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for("no key update");
    if (!before) return refuse("not-found");
    return before.version === version ? work(tx, before) : refuse("stale");
  });
}

async function write(
  tx: Db,
  id: number,
  values: Partial<typeof webhookEndpoints.$inferInsert>,
  now: Date,
): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ ...values, updatedAt: now, version: sql`${webhookEndpoints.version} + 1` })
    .where(eq(webhookEndpoints.id, id));
}

/** Writes down who did it, and tells whoever looks at the endpoints. */
async function finish(
  tx: Db,
  { id, actor, now }: Who & { id: number },
  action: AuditAction,
  data: Record<string, unknown>,
): Promise<void> {
  const subjectId = String(id);
  await recordAudit(tx, { actor, action, subject: "webhook", subjectId, data, now });
  await notify(tx, CHANGES_CHANNEL, "webhooks");
}
