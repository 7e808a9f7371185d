import { expect, test } from "vitest";
import fc from "fast-check";
import { address } from "../tests/addresses-elsewhere.ts";
import { runs } from "../tests/runs.ts";
import {
  alternatesOf,
  languageCodes,
  localPath,
  pathIn,
  preferredLanguage,
  splitPath,
} from "./languages.ts";

test("a path has at most one prefix, and gets back the one that it had", () => {
  const paths = ["/", "/checkout", "/orders/7KQ2M9X/again", "/es-shop", "/estonia", "/_root.data"];
  for (const language of languageCodes)
    for (const path of paths) expect(splitPath(pathIn(language, path))).toEqual({ language, path });
  expect(splitPath("/es/")).toEqual({ language: "es", path: "/" });
  expect(splitPath("/pt/ar")).toEqual({ language: "pt-BR", path: "/ar" });
  expect(splitPath("/xx/checkout")).toEqual({ language: "en", path: "/xx/checkout" });
});

test.each([
  ["/orders?status=paid#first", "/orders?status=paid#first"],
  ["/es/terms?a=b", "/terms?a=b"],
  ["/es?a=b", "/?a=b"],
  ["/日本", "/%E6%97%A5%E6%9C%AC"],
  ["/search?q=%20", "/search?q=%20"],
  ["/a b", "/a%20b"],
  ["/a/../orders", "/orders"],
  ["/\uD800", "/%EF%BF%BD"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/.//evil.example", "/"],
  ["/a/..//evil.example", "/"],
  ["/%2e//evil.example", "/"],
  ["/de//evil.example", "/"],
  ["/de/.//evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["/\t//evil.example", "/"],
  ["/a\r\nset-cookie: x", "/aset-cookie:%20x"],
  ["orders", "/"],
  ["https://evil.example", "/"],
])("%j leads to %j", (from, path) => {
  expect(localPath(from)).toBe(path);
});

test("no address leads out of the shop, or is a header that cannot be sent", () => {
  fc.assert(
    fc.property(address, fc.constantFrom(...languageCodes), (from, language) => {
      const location = localPath(from, language);
      expect(location).toMatch(/^\/(?![/\\])[!-~]*$/);
      expect(new URL(location, "https://shop.example").host).toBe("shop.example");
      // Cut once more, as the server does when the page is opened.
      expect(splitPath(new URL(location, "https://shop.example").pathname).path).not.toMatch(
        /^\/\//,
      );
    }),
    { numRuns: runs(20_000) },
  );
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
