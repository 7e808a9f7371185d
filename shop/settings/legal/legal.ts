import { privacyText } from "./privacy-text.ts";
import { refundsText } from "./refunds-text.ts";
import { termsText } from "./terms-text.ts";

/** The legal pages, and the setting that stores the owner's text of each. */
export const legalPages = {
  terms: { title: "Terms", setting: "termsText" },
  privacy: { title: "Privacy", setting: "privacyText" },
  refunds: { title: "Refunds", setting: "refundsText" },
} as const;

export type LegalPage = keyof typeof legalPages;
export type LegalSetting = (typeof legalPages)[LegalPage]["setting"];

/** The maximum length of a legal text, in characters. */
export const LEGAL_TEXT_MAX = 50_000;

/** The placeholders of a legal text, such as `{shop name}`, which are replaced by values of the settings. */
export const placeholders = [
  "shop name",
  "support email",
  "late payments",
  "short payments",
  "unpaid orders",
  "delivery time",
  "other methods",
  "other refunds",
  "other companies",
  "vat",
  "country",
  "withdrawal",
  "withdrawal data",
] as const;

export type Placeholder = (typeof placeholders)[number];

/** The default text of each page in the current language, as Markdown with placeholders. On the server only. */
export const defaultLegalTexts: Readonly<Record<LegalSetting, string>> = {
  get termsText() {
    return termsText();
  },
  get privacyText() {
    return privacyText();
  },
  get refundsText() {
    return refundsText();
  },
};

/** Returns the current text of a page: the owner's, else the default of this version. */
export function legalTextInForce(
  settings: Readonly<Record<LegalSetting, string>>,
  page: LegalPage,
): string {
  const { setting } = legalPages[page];
  return settings[setting] || defaultLegalTexts[setting];
}

/** Replaces the placeholders of a text by their values. Unknown names in braces are not changed. */
export function fillIn(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replaceAll(/\{([a-z ]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as Placeholder] : whole,
  );
}
