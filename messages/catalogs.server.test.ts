import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { browserCatalog } from "./catalogs.server.ts";
import { languageCodes } from "./languages.ts";
import { screenNames, screenOf } from "./screens.ts";

/** What the texts of a screen may weigh more than the English ones, in gzipped bytes. */
const MORE_THAN_ENGLISH = 3 * 1024;

const weight = (json: string) => gzipSync(json, { level: 9 }).length;

// The back office is in English.
describe.each(screenNames.filter((screen) => screen !== "back-office"))("%s", (screen) => {
  const english = browserCatalog("en", screen);
  test.each(languageCodes)("its texts in %s weigh little more than in English", (language) => {
    const { json } = browserCatalog(language, screen);
    expect(weight(json) - weight(english.json)).toBeLessThanOrEqual(MORE_THAN_ENGLISH);
  });
});

test.each([
  ["/", "packages"],
  ["/packages/2", "packages"],
  ["/checkout", "checkout"],
  ["/orders", "others"],
  ["/orders/7KQ2M9X/again", "again"],
  ["/orders/7KQ2M9X/withdraw", "order"],
  ["/track-order", "order"],
  ["/admin", "back-office"],
  ["/administrators", "others"],
])("%s loads the texts of %s", (path, screen) => {
  expect(screenOf(path)).toBe(screen);
});

test("the address of texts changes with them", () => {
  const { path } = browserCatalog("en", "checkout");
  expect(path).toMatch(/^\/messages\/en\.checkout\.[\w-]{10}\.json$/);
  expect(browserCatalog("de", "checkout").path).not.toBe(path);
});
