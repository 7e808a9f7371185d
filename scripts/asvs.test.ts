import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/**
 * How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0.0 has. In every section they come first, numbered
 * from 1, before those of level 3. Counted in
 * https://github.com/OWASP/ASVS/raw/v5.0.0/5.0/docs_en/OWASP_Application_Security_Verification_Standard_5.0.0_en.csv
 */
const REQUIREMENTS: Record<number, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1, 0],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7, 0],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};

const root = join(import.meta.dirname, "..");
const document = readFileSync(join(root, "docs/audit/asvs.md"), "utf8");
const items = ["Met", "Not met", "Not applicable"].flatMap((state) =>
  [...section(state).matchAll(/^- (\d[\d., –]*): (\S.*)/gm)].map(([, ids = "", text = ""]) => ({
    ids: ids.split(", ").flatMap(idsIn),
    state,
    text,
  })),
);

test("every requirement of OWASP ASVS 5.0.0, levels 1 and 2, is in the lists once", () => {
  const required = Object.entries(REQUIREMENTS).flatMap(([chapter, counts]) =>
    counts.flatMap((count, index) => idsIn(`${chapter}.${index + 1}.1–${count}`)),
  );
  expect(required).toHaveLength(253);
  expect(items.flatMap(({ ids }) => ids).toSorted()).toEqual(required.toSorted());
});

test("the counts above the lists are right", () => {
  const countOf = (state: string) =>
    items.filter((item) => item.state === state).flatMap(({ ids }) => ids).length;
  const [, ...stated] = /: (\d+) are met, (\d+) are not, (\d+) do not apply/.exec(document) ?? [];
  expect(stated.map(Number)).toEqual(["Met", "Not met", "Not applicable"].map(countOf));
});

test("a requirement that is met names tests that exist, or where it is met by design", () => {
  const sources = testSources();
  const problems = items
    .filter(({ state }) => state === "Met")
    .flatMap(({ ids, text }) => {
      const tests = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`(?: "([^"]+)")?/g)];
      const [, design = ""] = /by design: (.*)/i.exec(text) ?? [];
      const places = [...design.matchAll(/`([\w./-]+)`|\]\(([\w./-]*)/g)].map(
        ([, path, link = ""]) => path ?? join("docs/audit", link),
      );
      const nothing = tests.length + places.length === 0 ? ["nothing is named"] : [];
      const unknown = tests
        .filter(
          ([, file = "", title]) =>
            !sources.some(
              ([path, source]) =>
                path.endsWith(`/${file}`) && title !== undefined && hasTitle(source, title),
            ),
        )
        .map(([named]) => named);
      const gone = places.filter((path) => !existsSync(join(root, path)));
      return [...nothing, ...unknown, ...gone].map((problem) => `${ids.join()}: ${problem}`);
    });
  expect(problems).toEqual([]);
});

/** Returns the text below this heading of the second level. */
function section(heading: string): string {
  return document.split(`\n## ${heading}\n`)[1]?.split(/^#/m)[0] ?? "";
}

/** Returns the paths and sources of all files with tests. */
function testSources(): [path: string, source: string][] {
  const folders = ["app", "db", "lib", "sandbox", "scripts", "server", "shop", "tests"];
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(test|spec)\.ts$/.test(path))
      .map((path): [string, string] => [
        `/${folder}/${path}`,
        readFileSync(join(root, folder, path), "utf8"),
      ]),
  );
}

/** Returns whether a text with this part is followed by the function of its test. */
function hasTitle(source: string, part: string): boolean {
  return [...source.matchAll(/(["`])((?:\\.|(?!\1)[^\n])*)\1,\s*(?:async\b|\(|\{)/g)].some(
    ([, , title = ""]) => title.includes(part),
  );
}

/** Returns the ids of `1.2.6–8`, or of one id. */
function idsIn(text: string): string[] {
  const [, section, first, last = first] = /^(\d+\.\d+)\.(\d+)(?:–(\d+))?$/.exec(text) ?? [];
  const length = Math.max(0, Number(last) - Number(first) + 1);
  return Array.from({ length }, (_, index) => `${section}.${Number(first) + index}`);
}
