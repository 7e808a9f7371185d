import { AsyncLocalStorage } from "node:async_hooks";
import { readCatalog } from "./catalogs.server.ts";
import type { ShownCurrency } from "./currencies.ts";
import type { Language } from "./languages.ts";
import type { Catalog } from "./catalog.ts";

const languageOfCall = new AsyncLocalStorage<Language>();

/** Returns the language of the request or mail that is being answered or written: English outside of one. */
export function currentLanguage(): Language {
  return languageOfCall.getStore() ?? "en";
}

/** Runs `call` so that its texts are in this language. */
export function inLanguage<T>(language: Language, call: () => T): T {
  return languageOfCall.run(language, call);
}

/** Returns the texts of the current language. */
export function currentCatalog(): Catalog {
  return readCatalog(currentLanguage());
}

const shownInCall = new AsyncLocalStorage<ShownCurrency | null>();

/** Returns the currency that amounts are shown in beside US dollars in this request; null for dollars alone. */
export function currentlyShown(): ShownCurrency | null {
  return shownInCall.getStore() ?? null;
}

/** Runs `call` so that its amounts are shown in this currency, too. */
export function shownIn<T>(shown: ShownCurrency | null, call: () => T): T {
  return shownInCall.run(shown, call);
}
