import { AsyncLocalStorage } from "node:async_hooks";
import type { CompiledMessage } from "icu-minify/format";
import type { Log } from "#lib/log.ts";
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

let logMissing: Log | null = null;
const logged = new Set<string>();

/** Sets where missing texts are logged, each once. */
export function logMissingTexts(log: Log): void {
  logMissing = log;
}

/** Returns what is shown for a text that the current language does not have: the English one, or its key. */
export function missingText(section: string, name: string): CompiledMessage {
  const text = `${currentLanguage()} ${section}.${name}`;
  if (!logged.has(text)) logMissing?.(`text missing ${text}`);
  logged.add(text);
  return readCatalog("en").messages[section]?.[name] ?? `${section}.${name}`;
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
