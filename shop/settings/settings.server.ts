import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { secrets, settings } from "./tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { type SettingGroup, settingGroups } from "./setting.ts";
import { defaultSettings, type SettingName, type Settings, settingsIn } from "./settings.ts";

const savedSettings = (db: Db) =>
  db
    .select({ name: settings.name, value: settings.value, version: settings.version })
    .from(settings);

/** Reads the settings: stored values over the defaults. */
export async function readSettings(db: Db): Promise<Settings> {
  return settingsFrom(await savedSettings(db));
}

/**
 * Reads the settings and the version of each form, which grows with every change of one of its settings. Both come
 * from one query, so that a version belongs to the values shown with it.
 */
export async function readForms(db: Db): Promise<SettingForms> {
  const rows = await savedSettings(db);
  return { settings: settingsFrom(rows), versions: versionsFrom(rows) };
}

export interface SettingForms {
  settings: Settings;
  versions: Record<SettingGroup, number>;
}

interface SavedSetting {
  name: string;
  value: unknown;
  version: number;
}

function settingsFrom(rows: readonly SavedSetting[]): Settings {
  const saved = Object.fromEntries(
    rows.filter((row) => row.name in defaultSettings).map((row) => [row.name, row.value]),
  );
  return { ...defaultSettings, ...saved };
}

function versionsFrom(rows: readonly SavedSetting[]): SettingForms["versions"] {
  const versionOf = (name: SettingName) => rows.find((row) => row.name === name)?.version ?? 0;
  const versions = settingGroups.map((group) => [
    group,
    settingsIn(group).reduce((sum, name) => sum + versionOf(name), 0),
  ]);
  return Object.fromEntries(versions) as SettingForms["versions"];
}

/** The changed settings, with their old and new values. */
export interface SettingsChange {
  before: Partial<Settings>;
  after: Partial<Settings>;
}

/** Stores the settings of one form; `stale` if its version has changed. The caller authorises and opens the transaction. */
export async function storeSettings(
  tx: Db,
  input: { group: SettingGroup; values: Partial<Settings>; version: number; now: Date },
): Promise<Result<SettingsChange, "stale">> {
  const { group, values, version, now } = input;
  await tx.execute(sql`lock table ${settings} in share row exclusive mode`);
  const { settings: current, versions } = await readForms(tx);
  if (versions[group] !== version) return err("stale");
  const changed = settingsIn(group).filter(
    (name) => name in values && values[name] !== current[name],
  );
  for (const name of changed) {
    await tx
      .insert(settings)
      .values({ name, value: values[name], updatedAt: now })
      .onConflictDoUpdate({
        target: settings.name,
        set: { value: values[name], updatedAt: now, version: sql`${settings.version} + 1` },
      });
  }
  const pick = (from: Partial<Settings>): Partial<Settings> =>
    Object.fromEntries(changed.map((name) => [name, from[name]]));
  return ok({ before: pick(current), after: pick(values) });
}

/** Returns a secret of this shop (32 random bytes as hex), which the first call creates. */
export async function readSecret(db: Db, name: string): Promise<string> {
  const stored = await storedSecret(db, name);
  if (stored) return stored;
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString("hex") })
    .onConflictDoNothing();
  const made = await storedSecret(db, name);
  if (!made) throw new Error(`secret ${name} was not stored`);
  return made;
}

async function storedSecret(db: Db, name: string): Promise<string | null> {
  const [row] = await db
    .select({ value: secrets.value })
    .from(secrets)
    .where(eq(secrets.name, name));
  return row?.value ?? null;
}
