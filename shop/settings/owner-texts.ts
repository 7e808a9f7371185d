import type { z } from "zod";
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

/** Returns the rules of the settings' texts in other languages, by name, for the form. */
export function ownTextRules(): [string, OwnTextRule][] {
  return translatedSettings.map((name) => [name, ruleOf(name)]);
}

export type OwnTextRule = z.core.$ZodType<string>;

function ruleOf(name: (typeof translatedSettings)[number]): OwnTextRule {
  // Unlike in English, it may be empty.
  if (name === "shopName") return line("Shop name", SHOP_NAME_MAX);
  const record = settingRecords[name];
  if (!("rule" in record)) throw new Error(`setting ${name} has no field`);
  return record.rule as OwnTextRule;
}
