import { expect, test } from "vitest";
import { alternatesOf, languageCodes, pathIn, preferredLanguage, splitPath } from "./languages.ts";

test("a path has at most one prefix, and gets back the one that it had", () => {
  const paths = ["/", "/checkout", "/orders/7KQ2M9X/again", "/es-shop", "/estonia", "/_root.data"];
  for (const language of languageCodes)
    for (const path of paths) expect(splitPath(pathIn(language, path))).toEqual({ language, path });
  expect(splitPath("/es/")).toEqual({ language: "es", path: "/" });
  expect(splitPath("/pt/ar")).toEqual({ language: "pt-BR", path: "/ar" });
  expect(splitPath("/xx/checkout")).toEqual({ language: "en", path: "/xx/checkout" });
});

test.each([
  ["es-MX,es;q=0.9,en;q=0.8", "es"],
  ["pt-PT", "pt-BR"],
  ["ja,de;q=0.3,fr;q=0.7", "fr"],
  ["ar;q=0, tr;q=0.1", "tr"],
  ["EN-gb, de", "en"],
  ["ja, *;q=0.5", null],
  ["de;q=abc", "de"],
  ["", null],
  [null, null],
])("a browser that accepts %s gets %s", (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

test("a page has one address in each language, and one that leads to the browser's", () => {
  const alternates = alternatesOf("/terms");
  expect(alternates).toHaveLength(languageCodes.length + 1);
  expect(alternates).toContainEqual({ hrefLang: "pt-BR", path: "/pt/terms" });
  expect(alternates.at(-1)).toEqual({ hrefLang: "x-default", path: "/terms" });
});
