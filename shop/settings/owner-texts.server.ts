import { eq, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { currentLanguage } from "#messages/current.server.ts";
import type { Language } from "#messages/languages.ts";
import { t } from "#messages/translate.ts";
import { type OwnerTexts, type OwnTexts, withOwnTexts } from "./owner-texts.ts";
import { defaultSettings, type Settings } from "./settings.ts";
import { readSettings } from "./settings.server.ts";
import { ownerTexts } from "./tables.ts";

/** Reads the owner's texts in all languages. */
export async function readOwnerTexts(db: Db): Promise<OwnerTexts> {
  const rows = await db.select().from(ownerTexts).where(ne(ownerTexts.text, ""));
  const byLanguage = Map.groupBy(rows, ({ language }) => language);
  return Object.fromEntries(
    [...byLanguage].map(([language, own]) => [
      language,
      Object.fromEntries(own.map(({ name, text }) => [name, text])),
    ]),
  );
}

/** The owner's texts in a language, with their version, which grows with every change. */
interface OwnTextsForm {
  texts: OwnTexts;
  version: number;
}

/** Reads the owner's texts in a language. */
export async function readOwnTexts(db: Db, language: Language): Promise<OwnTextsForm> {
  const rows = await db.select().from(ownerTexts).where(eq(ownerTexts.language, language));
  return {
    texts: Object.fromEntries(rows.map(({ name, text }) => [name, text])),
    version: rows.reduce((sum, { version }) => sum + version, 0),
  };
}

/** Stores texts of a language; `stale` if its version has changed. The caller authorises and opens the transaction. */
export async function storeOwnTexts(
  tx: Db,
  input: { language: Language; texts: OwnTexts; version: number; now: Date },
): Promise<Result<{ before: OwnTexts; after: OwnTexts }, "stale">> {
  const { language, texts, version, now } = input;
  await tx.execute(sql`lock table ${ownerTexts} in share row exclusive mode`);
  const current = await readOwnTexts(tx, language);
  if (current.version !== version) return err("stale");
  const changed = Object.entries(texts).filter(
    ([name, text]) => text !== (current.texts[name] ?? ""),
  );
  for (const [name, text] of changed) {
    await tx
      .insert(ownerTexts)
      .values({ name, language, text, updatedAt: now })
      .onConflictDoUpdate({
        target: [ownerTexts.name, ownerTexts.language],
        set: { text, updatedAt: now, version: sql`${ownerTexts.version} + 1` },
      });
  }
  const before = changed.map(([name]) => [name, current.texts[name] ?? ""]);
  return ok({ before: Object.fromEntries(before), after: Object.fromEntries(changed) });
}

/**
 * Returns the settings as buyers read them in the current language: with the owner's texts, else with the shop's own of
 * what the owner has left as it was, else in English.
 */
export function settingsInLanguage(settings: Settings, texts: OwnerTexts): Settings {
  const language = currentLanguage();
  if (language === "en") return settings;
  const { consentText, withdrawalText } = settings;
  const byDefault = {
    ...(consentText === defaultSettings.consentText && { consentText: t("legal.consent") }),
    ...(withdrawalText === defaultSettings.withdrawalText && {
      withdrawalText: t("legal.withdrawalNotice"),
    }),
  };
  return withOwnTexts({ ...settings, ...byDefault }, texts[language] ?? {});
}

/** Reads the settings as buyers read them in the current language. */
export async function readSettingsInLanguage(db: Db): Promise<Settings> {
  const settings = await readSettings(db);
  if (currentLanguage() === "en") return settings;
  return settingsInLanguage(settings, await readOwnerTexts(db));
}
