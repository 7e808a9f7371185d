import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { prepared } from "#db/query.server.ts";
import { secrets, settings } from "./tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { defaultSettings, type SettingGroup, settingGroups, type Settings } from "./settings.ts";

const savedSettings = prepared((db) =>
  db
    .select({ name: settings.name, value: settings.value, version: settings.version })
    .from(settings)
    .prepare("settings"),
);

/** The settings in force: what the owner saved, over the defaults. */
export async function readSettings(db: Db): Promise<Settings> {
  return settingsFrom(await savedSettings(db).execute());
}

/**
 * The settings in force, and the version of each form, which goes up with every change of one of its settings. Of the
 * same moment: whoever saves a form by its version has seen what it stands for.
 */
export async function readForms(db: Db): Promise<SettingForms> {
  const rows = await savedSettings(db).execute();
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
  const versionOf = (group: SettingGroup) =>
    rows
      .filter((row) => settingGroups[group].some((name) => name === row.name))
      .reduce((sum, row) => sum + row.version, 0);
  return {
    shop: versionOf("shop"),
    invoice: versionOf("invoice"),
    email: versionOf("email"),
    notification: versionOf("notification"),
    payment: versionOf("payment"),
    bitcoin: versionOf("bitcoin"),
    legal: versionOf("legal"),
    security: versionOf("security"),
  };
}

/** What a change was: those settings that are not as they were, with both values. */
export interface SettingsChange {
  before: Partial<Settings>;
  after: Partial<Settings>;
}

/**
 * Stores the settings of one form, unless somebody changed that form since this version of it. Call inside a
 * transaction, by a verb that has made sure who asks.
 */
export async function storeSettings(
  tx: Db,
  input: { group: SettingGroup; values: Partial<Settings>; version: number; now: Date },
): Promise<Result<SettingsChange, "stale">> {
  const { group, values, version, now } = input;
  await tx.execute(sql`lock table ${settings} in share row exclusive mode`);
  const { settings: current, versions } = await readForms(tx);
  if (versions[group] !== version) return err("stale");
  const changed = settingGroups[group].filter(
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

/** A secret of this shop, 32 random bytes as hex, made by whoever asks first and kept. */
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
