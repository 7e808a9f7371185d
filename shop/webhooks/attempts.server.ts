import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { backoffMs } from "#lib/backoff.ts";
import { addMs, DAY_MS, HOUR_MS, SECOND_MS } from "#lib/time.ts";
import type { PostResult } from "./post.server.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "./tables.ts";
import { FAILING_AFTER } from "./webhook.ts";

/** Retries double from 5 seconds to an hour. */
export const RETRY_BACKOFF = { firstMs: 5 * SECOND_MS, longestMs: HOUR_MS };
/** How long a delivery is retried after its first attempt, in milliseconds. */
export const RETRY_FOR_MS = DAY_MS;

/** An attempt that ended. */
export interface Attempt {
  deliveryId: string;
  url: string;
  signature: string;
  result: PostResult;
  at: Date;
  endedAt: Date;
  /** From 0 to 1: how early or late it is retried. */
  chance: number;
}

type StoredEndpoint = typeof webhookEndpoints.$inferSelect;
type Health = Pick<StoredEndpoint, "failures" | "failingSince">;

/** True when the receiver accepted the delivery with a 2xx status. */
export function isAccepted({ status }: Pick<PostResult, "status">): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Records attempts in the order in which they ended; the endpoint is locked. A failed delivery is retried with backoff,
 * until a day after its first attempt. Once a failing receiver accepts a delivery, all its waiting deliveries are due.
 * Returns how the endpoint then is.
 */
export async function recordAttempts(
  tx: Db,
  { id: endpointId, failures, failingSince }: StoredEndpoint,
  attempts: readonly Attempt[],
): Promise<Health> {
  if (attempts.length === 0) return { failures, failingSince };
  const rows = await tx
    .select()
    .from(webhookDeliveries)
    .where(
      inArray(
        webhookDeliveries.id,
        attempts.map(({ deliveryId }) => deliveryId),
      ),
    )
    .orderBy(asc(webhookDeliveries.position))
    .for("no key update");
  const byId = new Map(rows.map((row) => [row.id, row]));
  // An order that was deleted meanwhile took its deliveries with it.
  const known = attempts.filter(({ deliveryId }) => byId.has(deliveryId));
  if (known.length === 0) return { failures, failingSince };
  await tx.insert(webhookAttempts).values(
    known.map(({ deliveryId, at, url, signature, result }) => {
      const { durationMs, status, response, error } = result;
      return { deliveryId, at, durationMs, url, signature, status, response, error };
    }),
  );
  let health: Health = { failures, failingSince };
  let recoveredAt: Date | null = null;
  for (const { result, endedAt } of known)
    if (isAccepted(result)) {
      if (health.failures >= FAILING_AFTER) recoveredAt = endedAt;
      health = { failures: 0, failingSince: null };
    } else {
      const { failures: before, failingSince: since } = health;
      health = { failures: before + 1, failingSince: since ?? endedAt };
    }
  await writeOutcomes(
    tx,
    known.flatMap((attempt) => {
      const row = byId.get(attempt.deliveryId);
      return row ? outcomeOf(row, attempt) : [];
    }),
  );
  // They are sent in the order of their events.
  if (recoveredAt)
    await tx
      .update(webhookDeliveries)
      .set({ nextAttemptAt: recoveredAt })
      .where(
        and(
          eq(webhookDeliveries.endpointId, endpointId),
          isNull(webhookDeliveries.deliveredAt),
          isNull(webhookDeliveries.failedAt),
        ),
      );
  return health;
}

type Outcome = Pick<
  typeof webhookDeliveries.$inferSelect,
  "id" | "attempts" | "deliveredAt" | "failedAt" | "giveUpAt" | "nextAttemptAt" | "lastError"
>;

function outcomeOf(row: typeof webhookDeliveries.$inferSelect, attempt: Attempt): Outcome {
  const { result, at, endedAt, chance } = attempt;
  const { id, deliveredAt, failedAt, nextAttemptAt } = row;
  const attempts = row.attempts + 1;
  if (isAccepted(result)) {
    const { giveUpAt } = row;
    const accepted = { deliveredAt: endedAt, failedAt: null, lastError: null };
    return { id, attempts, giveUpAt, nextAttemptAt, ...accepted };
  }
  const giveUpAt = row.giveUpAt ?? addMs(at, RETRY_FOR_MS);
  return {
    id,
    attempts,
    deliveredAt,
    failedAt: endedAt >= giveUpAt ? (failedAt ?? endedAt) : failedAt,
    giveUpAt,
    nextAttemptAt: addMs(endedAt, backoffMs(attempts, RETRY_BACKOFF, chance)),
    lastError: result.error ?? `Answered ${result.status}`,
  };
}

/** Writes the outcomes of several deliveries in one statement. */
async function writeOutcomes(tx: Db, outcomes: readonly Outcome[]): Promise<void> {
  await tx.execute(sql`update webhook_deliveries as delivery set
      attempts = ended.attempts, delivered_at = ended."deliveredAt", failed_at = ended."failedAt",
      give_up_at = ended."giveUpAt", next_try_at = ended."nextAttemptAt", last_error = ended."lastError"
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as ended(id uuid, attempts integer,
      "deliveredAt" timestamptz, "failedAt" timestamptz, "giveUpAt" timestamptz,
      "nextAttemptAt" timestamptz, "lastError" text)
    where delivery.id = ended.id`);
}
