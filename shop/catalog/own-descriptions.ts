import { readFields } from "#lib/fields.ts";
import type { FieldErrors } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import { type MessageKey, t } from "#messages/translate.ts";
import {
  ownSettingFields,
  ownTextField,
  type OwnTextFields,
  type OwnTexts,
  type TranslatedSettings,
} from "../settings/owner-texts.ts";
import { line } from "../settings/rules.ts";
import { type Goods, goodsText } from "./goods.ts";
import { DESCRIPTION_MAX, type OfferedPackage, type PackagesForSale } from "./package.ts";

/** Returns the name of the description of a package among the owner's texts. */
export function descriptionName(packageId: string): string {
  return `package.${packageId}`;
}

/** The descriptions of the packages that a new shop has, which it translates itself while they stay as they are. */
const seeded: Partial<Record<string, MessageKey>> = {
  "Perfect for beginners": "goods.forBeginners",
  "Most popular option": "goods.popularOption",
  "Great value package": "goods.greatValue",
  "Power user package": "goods.forPowerUsers",
  "Our largest package. Same checkout, same tracking, one payment.": "goods.largest",
};

/** Returns a description in the current language, if it is one of the shop's own. */
export function descriptionText(description: string): string {
  const key = seeded[description];
  return key ? (t as (key: MessageKey) => string)(key) : description;
}

/** Returns a package with the owner's description in the current language, if there is one, else the shop's own. */
export function withOwnDescription<Pkg extends { id: string; description: string }>(
  pkg: Pkg,
  texts: OwnTexts,
): Pkg {
  return {
    ...pkg,
    description: texts[descriptionName(pkg.id)] || descriptionText(pkg.description),
  };
}

/** Returns the packages for sale with the owner's descriptions in a language. */
export function withOwnDescriptions(
  { grid, promotion, others }: PackagesForSale,
  texts: OwnTexts,
): PackagesForSale {
  const own = (pkg: OfferedPackage) => withOwnDescription(pkg, texts);
  return { grid: grid.map(own), promotion: promotion && own(promotion), others: others.map(own) };
}

/** Returns the form of the owner's texts in a language: settings, and the descriptions of packages. */
export function ownTextFields(
  settings: TranslatedSettings,
  packages: readonly (Goods & Pick<OfferedPackage, "id" | "description">)[],
): OwnTextFields {
  const descriptions = packages.map(({ id, description: english, ...goods }) => [
    descriptionName(id),
    ownTextField(`Description of ${goodsText(goods)}`, {
      ...{ rows: 2, english },
      rule: line("Description", DESCRIPTION_MAX),
    }),
  ]);
  return { ...ownSettingFields(settings), ...Object.fromEntries(descriptions) };
}

/**
 * Reads the form of the owner's texts in a language, in the browser and on the server. A field that the form does not have
 * is left out: its text stays as it is.
 */
export function parseOwnTexts(
  fields: OwnTextFields,
  form: FormData,
): Result<Record<string, string>, FieldErrors<string>> {
  const sent = Object.entries(fields).filter(([name]) => form.has(name));
  return readFields(Object.fromEntries(sent), form);
}
