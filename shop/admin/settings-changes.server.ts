import { sql } from "drizzle-orm";
import { type Db, notify } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { CHANGES_CHANNEL } from "../orders/orders.server.ts";
import { lockMetrics, requestMetricsRecount } from "../reports/metrics.server.ts";
import type { SettingGroup, Settings } from "../settings/settings.ts";
import { storeSettings } from "../settings/settings.server.ts";
import { recountMetrics } from "./recount.server.ts";

/** Why settings are not saved. */
export type SaveSettingsError = "forbidden" | "stale" | "unknown-time-zone";

/** How long saving a new time zone counts orders by itself: what a small shop has is counted by then. */
const RECOUNT_MS = 300;

/**
 * Saves one form of the settings. A new time zone has all orders counted anew, since their days begin elsewhere: here
 * for a moment, and then by the housekeeping, while figures remain those of the days before.
 */
export async function saveSettings(
  db: Db,
  input: {
    group: SettingGroup;
    values: Partial<Settings>;
    /** The version of the form that was filled in. */
    version: number;
    actor: Actor;
    now: Date;
  },
): Promise<Result<void, SaveSettingsError>> {
  const { group, values, version, actor, now } = input;
  const saved = await db.transaction(async (tx): Promise<Result<void, SaveSettingsError>> => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    // With a zone that the database does not know, no order could be counted, and so none be placed.
    if (values.timeZone && !(await isTimeZoneKnown(tx, values.timeZone)))
      return err("unknown-time-zone");
    // Before the settings, as those do who count: otherwise each could wait for the other.
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
