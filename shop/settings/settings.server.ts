import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { secrets, settings } from "#db/schema/settings.server.ts";
import { defaultSettings, type Settings } from "./settings.ts";

/** The settings in force: what the owner saved, over the defaults. */
export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.select({ name: settings.name, value: settings.value }).from(settings);
  const saved = Object.fromEntries(
    rows.filter((row) => row.name in defaultSettings).map((row) => [row.name, row.value]),
  );
  return { ...defaultSettings, ...saved };
}

/** A secret of this shop, 32 random bytes as hex, made by whoever asks first and kept. */
export async function readSecret(db: Db, name: string): Promise<string> {
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString("hex") })
    .onConflictDoNothing();
  const [row] = await db
    .select({ value: secrets.value })
    .from(secrets)
    .where(eq(secrets.name, name));
  if (!row) throw new Error(`secret ${name} was not stored`);
  return row.value;
}
