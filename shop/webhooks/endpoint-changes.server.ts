import { and, eq, isNull, sql } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { recordAudit } from "../audit/audit.server.ts";
import type { StoredEndpoint } from "./endpoints.server.ts";
import { makeSecret } from "./signature.server.ts";
import {
  checkTarget,
  type Resolve,
  type TargetPolicy,
  type TargetError,
} from "./ssrf-guard.server.ts";
import { ENDPOINTS_MAX, type EndpointValues, TEST_EVENT } from "./webhook.ts";

/** Why an endpoint was not changed: no administrator, no such endpoint, or a newer version. */
export type EndpointChangeError = "forbidden" | "not-found" | "stale";

interface AdminAction {
  actor: Actor;
  now: Date;
}

/** A change of the endpoint in the version that the administrator saw. */
export interface EndpointChange extends AdminAction {
  id: number;
  version: number;
}

interface EndpointInput {
  values: EndpointValues;
  policy: TargetPolicy;
  resolve?: Resolve;
}

/** Adds an endpoint. Returns its secret, which cannot be read again later. */
export async function createEndpoint(
  db: Db,
  change: AdminAction & EndpointInput,
): Promise<Result<{ id: number; secret: string }, "forbidden" | "too-many" | TargetError>> {
  const { values, policy, resolve, actor, now } = change;
  const target = await checkTarget(values.url, policy, resolve);
  if (!target.ok) return target;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    // Serializes the count, so that two concurrent requests cannot exceed the maximum.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('satchel webhooks', 0))`);
    if ((await tx.$count(webhookEndpoints)) >= ENDPOINTS_MAX) return err("too-many");
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

/** Changes an endpoint. Waiting deliveries go to the new URL, or fail once it is switched off. */
export async function updateEndpoint(
  db: Db,
  change: EndpointChange & EndpointInput,
): Promise<Result<void, EndpointChangeError | TargetError>> {
  const { values, policy, resolve, now } = change;
  const target = await checkTarget(values.url, policy, resolve);
  if (!target.ok) return target;
  return changeEndpoint(db, change, async (tx, before) => {
    const { url, events, enabled } = before;
    const urlChanged = url !== values.url;
    await write(tx, before.id, { ...values, ...(urlChanged && notFailing) }, now);
    if (!values.enabled) await failWaitingDeliveries(tx, before.id, now);
    await finish(tx, change, "webhook.updated", {
      before: { url, events, enabled },
      after: values,
    });
    return ok(undefined);
  });
}

/** Replaces the secret of an endpoint. Returns the new one, which cannot be read again later. */
export async function rollSecret(
  db: Db,
  change: EndpointChange,
): Promise<Result<string, EndpointChangeError>> {
  return changeEndpoint(db, change, async (tx, before) => {
    const secret = makeSecret();
    await write(tx, before.id, { secret }, change.now);
    await finish(tx, change, "webhook.secret-rolled", { url: before.url });
    return ok(secret);
  });
}

/** Deletes an endpoint with all its deliveries. */
export async function deleteEndpoint(
  db: Db,
  change: EndpointChange,
): Promise<Result<void, EndpointChangeError>> {
  return changeEndpoint(db, change, async (tx, before) => {
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, before.id));
    await finish(tx, change, "webhook.deleted", { url: before.url });
    return ok(undefined);
  });
}

/** Queues a test delivery without an order; returns its id. */
export async function sendTestEvent(
  db: Db,
  change: EndpointChange,
): Promise<Result<string, EndpointChangeError | "off">> {
  const { now } = change;
  return changeEndpoint(db, change, async (tx, before) => {
    if (!before.enabled) return err("off");
    const [row] = await tx
      .insert(webhookDeliveries)
      .values({ endpointId: before.id, type: TEST_EVENT, createdAt: now, nextAttemptAt: now })
      .returning({ id: webhookDeliveries.id });
    if (!row) throw new Error("the test was not stored");
    await finish(tx, change, "webhook.tested", { url: before.url });
    return ok(row.id);
  });
}

const notFailing = { failures: 0, failingSince: null };

/** Fails the waiting deliveries of an endpoint that is switched off: sent later, they would be out of date. */
async function failWaitingDeliveries(tx: Db, endpointId: number, now: Date): Promise<void> {
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

/** Runs `work` on a locked endpoint, if the actor is an administrator and saw its current version. */
async function changeEndpoint<Value, Problem>(
  db: Db,
  { id, version, actor }: EndpointChange,
  work: (tx: Db, before: StoredEndpoint) => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem | EndpointChangeError>> {
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const [before] = await tx
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for("no key update");
    if (!before) return err("not-found");
    return before.version === version ? work(tx, before) : err("stale");
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

/** Records the change in the audit log and notifies the open admin pages. */
async function finish(
  tx: Db,
  { id, actor, now }: AdminAction & { id: number },
  action: AuditAction,
  data: Record<string, unknown>,
): Promise<void> {
  const subjectId = String(id);
  await recordAudit(tx, { actor, action, subject: "webhook", subjectId, data, now });
  await notify(tx, CHANGES_CHANNEL, "webhooks");
}
