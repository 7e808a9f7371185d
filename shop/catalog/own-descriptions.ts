import { z } from "zod";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import { type OwnTextRule, ownTextRules, type OwnTexts } from "../settings/owner-texts.ts";
import { line } from "../settings/rules.ts";
import { DESCRIPTION_MAX, type OfferedPackage, type PackagesForSale } from "./package.ts";

/** Returns the name of the description of a package among the owner's texts. */
export function descriptionName(packageId: string): string {
  return `package.${packageId}`;
}

/** Returns a package with the owner's description in a language, if there is one. */
export function withOwnDescription<Pkg extends { id: string; description: string }>(
  pkg: Pkg,
  texts: OwnTexts,
): Pkg {
  return { ...pkg, description: texts[descriptionName(pkg.id)] || pkg.description };
}

/** Returns the packages for sale with the owner's descriptions in a language. */
export function withOwnDescriptions(
  { grid, promotion, others }: PackagesForSale,
  texts: OwnTexts,
): PackagesForSale {
  const own = (pkg: OfferedPackage) => withOwnDescription(pkg, texts);
  return { grid: grid.map(own), promotion: promotion && own(promotion), others: others.map(own) };
}

/**
 * Reads the form of the owner's texts in a language, in the browser and on the server. A field that the form does not have
 * is left out: its text stays as it is.
 */
export function parseOwnTexts(
  form: FormData,
  packageIds: readonly string[],
): Result<Record<string, string>, FieldErrors<string>> {
  const fields = Object.fromEntries(form);
  const descriptions = packageIds.map((id): [string, OwnTextRule] => [
    descriptionName(id),
    line("Description", DESCRIPTION_MAX),
  ]);
  const rules = [...ownTextRules(), ...descriptions].filter(([name]) => name in fields);
  const schema: z.core.$ZodType<Record<string, string>, Record<string, unknown>> = z.object(
    Object.fromEntries(rules),
  );
  return parseForm(schema, fields);
}
