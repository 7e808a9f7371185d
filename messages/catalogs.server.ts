import { createHash } from "node:crypto";
import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";
import ar from "./ar.ts";
import de from "./de.ts";
import en from "./en.ts";
import es from "./es.ts";
import fr from "./fr.ts";
import id from "./id.ts";
import ptBr from "./pt-BR.ts";
import tr from "./tr.ts";
import type { Language } from "./languages.ts";
import { type Screen, sectionsOf, textsPath } from "./screens.ts";
import type { Catalog, Translation } from "./catalog.ts";

const translations: Record<Language, Translation> = {
  en,
  es,
  "pt-BR": ptBr,
  ar,
  tr,
  id,
  fr,
  de,
};

/**
 * How texts are marked to find those without a key, as a pseudo-locale does: seen and a third longer, or by a zero-width
 * space before and a soft hyphen after, which tests of the English texts do not see.
 */
export const textMarks = ["marked", "traced"] as const;
export type TextMarks = (typeof textMarks)[number];

let shownMarks: TextMarks | null = null;

/** Marks the texts of all languages from now on. */
export function markTexts(marks: TextMarks | null): void {
  shownMarks = marks;
  catalogs.clear();
  browserCatalogs.clear();
}

function withMarks(message: CompiledMessage): CompiledMessage {
  if (!shownMarks) return message;
  const nodes = Array.isArray(message) ? message : [message];
  if (shownMarks === "traced") return ["\u200b", ...nodes, "\u00ad"];
  return ["⟦", ...nodes, ` ${"~".repeat(Math.ceil(JSON.stringify(nodes).length / 6))}⟧`];
}

const catalogs = new Map<Language, Catalog>();

/** Returns the compiled texts of a language, which the first call compiles. */
export function readCatalog(language: Language): Catalog {
  const found = catalogs.get(language) ?? {
    language,
    messages: compileAll(translations[language]),
  };
  catalogs.set(language, found);
  return found;
}

function compileAll(translation: Translation): Catalog["messages"] {
  const compileTexts = (texts: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, withMarks(compile(text))] as const),
    );
  return Object.fromEntries(
    Object.entries(translation).map(([section, texts]) => [section, compileTexts(texts)] as const),
  );
}

/** The texts of a screen as the browser loads them, at an address that changes with them. */
interface BrowserCatalog {
  path: string;
  json: string;
}

const browserCatalogs = new Map<string, BrowserCatalog>();

/** Returns what hydrated pages of a language load. */
export function browserCatalog(language: Language, screen: Screen): BrowserCatalog {
  const name = `${language}-${screen}`;
  const found = browserCatalogs.get(name) ?? createBrowserCatalog(language, screen);
  browserCatalogs.set(name, found);
  return found;
}

function createBrowserCatalog(language: Language, screen: Screen): BrowserCatalog {
  const { messages } = readCatalog(language);
  const texts = sectionsOf(screen).map((section) => [section, messages[section]]);
  const json = JSON.stringify({ language, messages: Object.fromEntries(texts) });
  const hash = createHash("sha256").update(json).digest("base64url").slice(0, 10);
  return { path: textsPath(language, screen, hash), json };
}
