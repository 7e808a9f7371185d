import type { CompiledMessage } from "icu-minify/format";
import type { Catalog } from "./catalog.ts";
import { readShown, type ShownCurrency } from "./currencies.ts";

let catalog: Catalog | null = null;

/**
 * Adds texts to those of this document: its language changes only with another document. After an upgrade, the texts of a
 * newer version come, and those that its scripts know stay.
 */
export function addTexts({ language, messages }: Catalog): void {
  const known = catalog?.messages ?? {};
  const added = Object.entries(messages).map(
    ([section, texts]) => [section, { ...known[section], ...texts }] as const,
  );
  catalog = { language, messages: { ...known, ...Object.fromEntries(added) } };
}

/** Returns what is shown for a text that this document does not have, as in a tab from before an upgrade: its key. */
export function missingText(section: string, name: string): CompiledMessage {
  return `${section}.${name}`;
}

/** Returns the texts of this document. */
export function currentCatalog(): Catalog {
  if (!catalog) throw new Error("the texts are not loaded");
  return catalog;
}

/** Returns the currency that this document shows amounts in beside US dollars; null for dollars alone. */
export function currentlyShown(): ShownCurrency | null {
  return readShown(document.documentElement.dataset.currency);
}
