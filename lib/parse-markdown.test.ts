import { expect, test } from "vitest";
import { parseMarkdown } from "./parse-markdown.ts";

/** The longest text that a form accepts, see `LEGAL_TEXT_MAX`. */
const LENGTH = 50_000;

// A parser that backtracks needs minutes for some of these, and ends in the time limit of the test.
test.each([
  "[a](b",
  "[",
  "![[]()",
  "[x]: a\n",
  "[a][b",
  "**a ",
  "*a _b ",
  "a*",
  "_a__b_",
  "~~a ",
  "`a``b",
  "<a ",
  "> ",
  "- ",
  " - a\n",
  "&#",
  "\\[",
  "|a",
  "http://a.b/(",
  "a@b.",
])("a text of %j again and again is parsed", (unit) => {
  const text = `${unit.repeat(Math.floor(LENGTH / unit.length))}\n\nend`;
  expect(parseMarkdown(text).length).toBeGreaterThan(0);
});

test("nesting ends at a hundred levels", () => {
  let depth = 0;
  let level = parseMarkdown(`${"> ".repeat(1000)}deep`);
  while (level[0]) {
    depth += 1;
    level = level[0].children;
  }
  expect(depth).toBeGreaterThan(10);
  expect(depth).toBeLessThanOrEqual(101);
});
