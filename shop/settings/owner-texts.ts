import type { z } from "zod";
import type { FieldRecord } from "#lib/fields.ts";
import { type Language, languageCodes } from "#messages/languages.ts";
import { line } from "./rules.ts";
import { SHOP_NAME_MAX } from "./records/shop.ts";
import { settingRecords, type SettingName, type Settings } from "./settings.ts";

/** The settings whose text the owner may write in each language, in the order of the form. */
export const translatedSettings = [
  "shopName",
  "deliveryTime",
  "consentText",
  "withdrawalText",
  "termsText",
  "privacyText",
  "refundsText",
] as const satisfies readonly SettingName[];

/** Languages other than English, in which settings and packages have their texts. */
export type OtherLanguage = Exclude<Language, "en">;
export const otherLanguages = languageCodes.filter((code) => code !== "en");

/** The owner's texts in a language by name: a setting's name, or that of a package's description. */
export type OwnTexts = Readonly<Record<string, string>>;

/** The owner's texts by language. */
export type OwnerTexts = Partial<Record<Language, OwnTexts>>;

/** Returns the settings with the owner's texts in a language; those that have none stay as they are. */
export function withOwnTexts(settings: Settings, texts: OwnTexts): Settings {
  const own = translatedSettings.flatMap((name) => (texts[name] ? [[name, texts[name]]] : []));
  return { ...settings, ...Object.fromEntries(own) };
}

/** The settings whose text the owner may write in each language, as they are in English. */
export type TranslatedSettings = Pick<Settings, (typeof translatedSettings)[number]>;

/** Returns the English texts of the settings whose text the owner may write in each language. */
export function inEnglish(settings: Settings): TranslatedSettings {
  const texts = translatedSettings.map((name) => [name, settings[name]]);
  return Object.fromEntries(texts) as TranslatedSettings;
}

/** The form of the owner's texts in a language. */
export type OwnTextFields = Record<string, FieldRecord & { rule: OwnTextRule }>;

type OwnTextRule = z.core.$ZodType<string>;

/** Returns the field of one of the owner's texts, which shows it in English. */
export function ownTextField(
  label: string,
  look: { rows: number; english: string; rule: OwnTextRule },
): OwnTextFields[string] {
  const { rows, english, rule } = look;
  const excerpt = english.length > EXCERPT_MAX ? `${english.slice(0, EXCERPT_MAX)}…` : english;
  const hint = english === "" ? undefined : `English: ${excerpt}`;
  return { kind: "lines", rows, label, hint, optional: true, wide: true, rule };
}

const EXCERPT_MAX = 300;

/** Returns the fields of the settings' texts in a language. */
export function ownSettingFields(english: TranslatedSettings): OwnTextFields {
  const fieldOf = (name: (typeof translatedSettings)[number]) => {
    const record = settingRecords[name];
    if (!("rule" in record)) throw new Error(`setting ${name} has no field`);
    const rows = name.endsWith("Text") ? 6 : name === "shopName" ? 1 : 2;
    // Unlike in English, the name of the shop may be empty.
    const rule = name === "shopName" ? line("Shop name", SHOP_NAME_MAX) : record.rule;
    return ownTextField(record.label, { rows, english: english[name], rule: rule as OwnTextRule });
  };
  return Object.fromEntries(translatedSettings.map((name) => [name, fieldOf(name)]));
}
