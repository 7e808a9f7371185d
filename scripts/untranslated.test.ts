import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import english from "#messages/en.ts";
import { findUntranslated } from "./lib/untranslated.ts";

// The texts of the screens and mails of buyers are in messages/: the back office and the API speak English.

const root = join(import.meta.dirname, "..");
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

const keys = new Set(
  Object.entries(english).flatMap(([section, texts]) =>
    Object.keys(texts).map((name) => `${section}.${name}`),
  ),
);
const isKey = (text: string) => keys.has(text);

const screens = globSync(
  [
    "app/routes/{shop,account,errors}/**/*.{ts,tsx}",
    "app/{root,hydration/document-parts}.tsx",
    "app/notices.ts",
    "shop/mail/templates/*.tsx",
  ],
  { cwd: root },
).filter(
  (file) =>
    !file.includes(".test.") &&
    !file.startsWith("app/routes/shop/api-reference/") &&
    !/templates\/(?:admin|invitation|test-mail)\./.test(file),
);

/** Returns the files and what they use of `app/ui`, of which the rest is part of the back office alone. */
function withComponents(files: readonly string[]): string[] {
  const all = new Set(files);
  for (const file of all) {
    for (const [, path = ""] of textOf(file).matchAll(/from "(#app\/ui\/[^"]+|\.[^"]+)"/g)) {
      const used = path.startsWith("#")
        ? path.slice(1)
        : relative(root, join(root, dirname(file), path));
      if (/^app\/ui\/.*\.tsx?$/.test(used)) all.add(used);
    }
  }
  return [...all];
}

test("the screens and mails of buyers have no text that is not translated", () => {
  const files = withComponents(screens);
  expect(files.length).toBeGreaterThan(150);
  expect(files).toContain("app/ui/field.tsx");
  expect(files).not.toContain("app/ui/bar-plot.tsx");
  const found = files.flatMap((file) =>
    findUntranslated(file, textOf(file), isKey).map(({ line, text }) => `${file}:${line} ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["<p>Send it</p>", "Send it"],
  ['<Field label="Your email" />', "Your email"],
  ["<b>{sent ? t('home.title') : 'Not yet'}</b>", "Not yet"],
  ["<img alt={`Order ${id}`} />", "Order …"],
  ['const facts = [{ label: "Paid", value }];', "Paid"],
  ['notify.error("Copying failed");', "Copying failed"],
])("%s has an untranslated text", (source, text) => {
  expect(findUntranslated("a.tsx", source, isKey)).toEqual([{ line: 1, text }]);
});

test.each([
  "<p>{t('home.title')}</p>",
  '<a className="link" href="/terms" />',
  '<Field placeholder="you@example.com" />',
  "<span>{amount} BTC</span>",
  'const part = { title: "home.title" };',
  'throw new Error("the texts are not loaded");',
  '// untranslated: a name\n<p title="Satchel">{name}</p>',
])("%s has none", (source) => {
  expect(findUntranslated("a.tsx", source, isKey)).toEqual([]);
});
