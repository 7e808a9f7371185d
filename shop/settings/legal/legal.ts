import { privacyText } from "./privacy-text.ts";
import { refundsText } from "./refunds-text.ts";
import { termsText } from "./terms-text.ts";

/** The pages about rights and duties, and the setting that holds the owner's words for each. */
export const legalPages = {
  terms: { title: "Terms", setting: "termsText" },
  privacy: { title: "Privacy", setting: "privacyText" },
  refunds: { title: "Refunds", setting: "refundsText" },
} as const;

export type LegalPage = keyof typeof legalPages;
export type LegalSetting = (typeof legalPages)[LegalPage]["setting"];

/** Letters at the most. */
export const LEGAL_TEXT_MAX = 50_000;

/** What a text may name in braces, such as `{shop name}`, to have it filled in from the settings. */
export const placeholders = [
  "shop name",
  "support email",
  "late payments",
  "short payments",
  "unpaid orders",
  "other methods",
  "other refunds",
  "other companies",
] as const;

export type Placeholder = (typeof placeholders)[number];

/** What stands on each page, as Markdown with placeholders, until the owner writes something else. */
export const defaultLegalTexts: Record<LegalSetting, string> = {
  termsText: termsText.trim(),
  privacyText: privacyText.trim(),
  refundsText: refundsText.trim(),
};

/** The words in force. Nothing saved means the default of this version. */
export function legalTextInForce(
  settings: Readonly<Record<LegalSetting, string>>,
  page: LegalPage,
): string {
  const { setting } = legalPages[page];
  return settings[setting] || defaultLegalTexts[setting];
}

/** The text with the values in place of its placeholders; what is none stays as it is. */
export function fillIn(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replaceAll(/\{([a-z ]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as Placeholder] : whole,
  );
}
