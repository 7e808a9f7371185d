import compile from "icu-minify/compile";
import { describe, expect, test } from "vitest";
import ar from "./ar.ts";
import de from "./de.ts";
import en from "./en.ts";
import es from "./es.ts";
import fr from "./fr.ts";
import id from "./id.ts";
import ptBr from "./pt-BR.ts";
import tr from "./tr.ts";
import { type Language, languages } from "./languages.ts";

const texts: Record<string, Record<string, string>> = en;
const translations: Record<Exclude<Language, "en">, Record<string, Record<string, string>>> = {
  es,
  "pt-BR": ptBr,
  ar,
  tr,
  id,
  fr,
  de,
};

/** What a compiled message is made of: the names of its values and tags, and the categories of its plurals. */
interface Parts {
  values: Set<string>;
  tags: Set<string>;
  plurals: { type: Intl.PluralRuleType; categories: string[] }[];
}

const PLURAL = 2;
const ORDINAL = 3;

/** Nodes of icu-minify: `[name]` is a value, `[name, type, …]` a formatted one, `[name, ...content]` a tag. */
function partsOf(text: string): Parts {
  const parts: Parts = { values: new Set(), tags: new Set(), plurals: [] };
  const readAll = (nodes: unknown): void => {
    if (!Array.isArray(nodes)) return;
    for (const node of nodes as unknown[]) if (Array.isArray(node)) read(node);
  };
  const read = ([name, type, ...rest]: unknown[]): void => {
    if (typeof name !== "string") return readAll([[name, type, ...rest]].flat());
    if (type !== undefined && typeof type !== "number") {
      parts.tags.add(name);
      return readAll([type, ...rest]);
    }
    parts.values.add(name);
    if (type !== PLURAL && type !== ORDINAL) return;
    const forms = rest[0] as Record<string, unknown>;
    parts.plurals.push({
      type: type === PLURAL ? "cardinal" : "ordinal",
      categories: Object.keys(forms).filter((form) => !form.startsWith("=")),
    });
    for (const form of Object.values(forms)) readAll([form].flat());
  };
  readAll([compile(text)].flat());
  return parts;
}

describe.each(Object.keys(translations) as (keyof typeof translations)[])("%s", (language) => {
  const translated = Object.entries(translations[language]).flatMap(([section, keys]) =>
    Object.entries(keys).map(([key, text]) => ({ section, key, text })),
  );

  test("has no text that English lacks, and each with its values and tags", () => {
    for (const { section, key, text } of translated) {
      const english = texts[section]?.[key];
      expect.soft(english, `${section}.${key}`).toBeDefined();
      const { values, tags } = partsOf(text);
      const source = partsOf(english ?? "");
      expect.soft({ values, tags }, `${section}.${key}`).toEqual({
        values: source.values,
        tags: source.tags,
      });
    }
  });

  test("has each plural in all forms of the language", () => {
    for (const { section, key, text } of translated)
      for (const { type, categories } of partsOf(text).plurals)
        expect
          .soft(new Set(categories), `${section}.${key}`)
          .toEqual(
            new Set(
              new Intl.PluralRules(languages[language].tag, { type }).resolvedOptions()
                .pluralCategories,
            ),
          );
  });
});

test("parts of a message are found at every depth", () => {
  const parts = partsOf("<b>{a}</b> {n, plural, one {<i>{x}</i>} other {# {y}}} <br></br>");
  expect([...parts.values]).toEqual(["a", "n", "x", "y"]);
  expect([...parts.tags]).toEqual(["b", "i", "br"]);
  expect(parts.plurals).toEqual([{ type: "cardinal", categories: ["one", "other"] }]);
});
