import type { Catalog } from "#messages/catalog.ts";
import { currentCatalog } from "#messages/current";
import { addTexts } from "#messages/current.browser.ts";
import { splitPath } from "#messages/languages.ts";
import { readTextsPath, type Screen, screenOf, textsPath } from "#messages/screens.ts";

/** The screens whose texts this document has. */
const loaded = new Set<Screen>();

/** Loads the texts at this address. Throws when they cannot be loaded. */
export async function loadTextsAt(path: string): Promise<void> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`texts could not be loaded: ${response.status} for ${path}`);
  addTexts((await response.json()) as Catalog);
  const named = readTextsPath(path);
  if (named) loaded.add(named.screen);
}

/** Loads the texts of the page that a navigation leads to, unless this document has them. */
export async function loadTextsOf(url: URL): Promise<void> {
  const screen = screenOf(splitPath(url.pathname).path);
  if (!loaded.has(screen)) await loadTextsAt(textsPath(currentCatalog().language, screen));
}
