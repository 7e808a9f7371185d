import { sql } from "drizzle-orm";
import { CHANGES_CHANNEL, type Db, notify } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { lockMetrics, requestMetricsRecount } from "../metrics/metrics.server.ts";
import type { SettingGroup } from "../settings/setting.ts";
import type { Settings } from "../settings/settings.ts";
import { storeSettings } from "../settings/settings.server.ts";
import { recountMetrics } from "../metrics/metrics-recount.server.ts";

/** Expected errors of saving settings. */
export type SaveSettingsError = "forbidden" | "stale" | "unknown-time-zone";

/** How long saving a time zone recounts metrics synchronously, which is enough for a small shop. */
const RECOUNT_MS = 300;

/**
 * Saves one form of the settings. A new time zone shifts the days of the metrics, so that all orders are recounted:
 * briefly here, then by the housekeeping. Reports show the previous snapshot until then.
 */
export async function saveSettings(
  db: Db,
  input: {
    group: SettingGroup;
    values: Partial<Settings>;
    /** The version of the form that the administrator edited. */
    version: number;
    actor: Actor;
    now: Date;
  },
): Promise<Result<void, SaveSettingsError>> {
  const { group, values, version, actor, now } = input;
  const saved = await db.transaction(async (tx): Promise<Result<void, SaveSettingsError>> => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    // The metrics trigger would fail with an unknown time zone, and with it every new order.
    if (values.timeZone && !(await isTimeZoneKnown(tx, values.timeZone)))
      return err("unknown-time-zone");
    // Locks in the same order as the recount, metrics before settings, to avoid a deadlock.
    if (values.timeZone) await lockMetrics(tx);
    const stored = await storeSettings(tx, { group, values, version, now });
    if (!stored.ok) return stored;
    const { before, after } = stored.value;
    if (Object.keys(after).length === 0) return ok(undefined);
    if (after.timeZone) {
      await requestMetricsRecount(tx, after.timeZone);
      await notify(tx, CHANGES_CHANNEL, "figures");
    }
    const data = { before, after };
    await recordAudit(tx, {
      actor,
      action: "settings.updated",
      subject: "settings",
      subjectId: group,
      data,
      now,
    });
    return ok(undefined);
  });
  if (saved.ok && values.timeZone) await recountMetrics(db, { atMostMs: RECOUNT_MS });
  return saved;
}

async function isTimeZoneKnown(tx: Db, name: string): Promise<boolean> {
  const known = await tx
    .select({ name: sql`name` })
    .from(sql`pg_timezone_names`)
    .where(sql`name = ${name}`);
  return known.length > 0;
}
