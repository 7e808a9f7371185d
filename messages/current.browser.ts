import type { Catalog } from "./catalog.ts";
import { readShown, type ShownCurrency } from "./currencies.ts";

let catalog: Catalog | null = null;

/** Adds texts to those of this document: its language changes only with another document. */
export function addTexts({ language, messages }: Catalog): void {
  catalog = { language, messages: { ...catalog?.messages, ...messages } };
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
