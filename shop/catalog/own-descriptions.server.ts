import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { inLanguage } from "#messages/current.server.ts";
import type { Language } from "#messages/languages.ts";
import { ownerTexts } from "../settings/tables.ts";
import { descriptionName, descriptionText } from "./own-descriptions.ts";
import { packages } from "./tables.ts";

/**
 * Returns the package of an order with the owner's description in a language. A package that has another description by now
 * keeps the one that the order stored, of which the owner's texts are no translation.
 */
export async function describeOrdered<Pkg extends { id: string; description: string }>(
  db: Db,
  pkg: Pkg,
  language: Language,
): Promise<Pkg> {
  if (language === "en") return pkg;
  const [own] = await db
    .select({ text: ownerTexts.text })
    .from(ownerTexts)
    .innerJoin(packages, eq(packages.id, pkg.id))
    .where(
      and(
        eq(ownerTexts.name, descriptionName(pkg.id)),
        eq(ownerTexts.language, language),
        eq(packages.description, pkg.description),
      ),
    );
  const description = inLanguage(language, () => own?.text || descriptionText(pkg.description));
  return { ...pkg, description };
}
