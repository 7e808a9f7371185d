import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { schema } from "#server/env.server.ts";

const root = join(import.meta.dirname, "..");
const documents = [
  "README.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "CODE_OF_CONDUCT.md",
  "packaging/umbrel/README.md",
  "examples/delivery-adapter/README.md",
  ...["docs", "docs/audit", "docs/decisions"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

const sources = [
  "app",
  "shop",
  "db",
  "lib",
  "messages",
  "server",
  "sandbox",
  "scripts",
  "tests",
  "bench",
]
  .flatMap((room) => globSync(`${room}/**/*.{ts,tsx,mjs}`, { cwd: root }))
  .concat(globSync("*.ts", { cwd: root }))
  .map((path) => `/${path}`);

test.each(documents)("the links in %s lead somewhere", (document) => {
  const links = [...textOf(document).matchAll(/\]\((?!https?:)([^)\s]*)\)/g)].map(
    ([, link]) => link,
  );
  expect(links.filter((link = "") => !leadsSomewhere(document, link))).toEqual([]);
});

test.each(documents)("the files that %s names exist", (document) => {
  const paths = [
    ...textOf(document).matchAll(
      /`((?:app|shop|db|lib|messages|server|sandbox|scripts|tests|bench)\/[\w./-]+)`/g,
    ),
  ].map(([, path = ""]) => path);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

/** Without their folders, or a part of them. `x.test.ts` stands for any test. */
test.each(documents)("the sources and tests that %s names exist", (document) => {
  const names = [...textOf(document).matchAll(/`((?!x\.)[\w.-][\w./-]*\.(?:tsx?|mjs))`/g)].map(
    ([, name = ""]) => name,
  );
  const gone = names.filter((name) => !sources.some((path) => path.endsWith(`/${name}`)));
  expect(gone).toEqual([]);
});

test("each variable has a row in docs/configuration.md, or in docs/development.md if it is for tests", () => {
  const rows = ["docs/configuration.md", "docs/development.md"].flatMap((document) =>
    [...textOf(document).matchAll(/^\| `([A-Z][A-Z0-9_]+)` /gm)].map(([, name = ""]) => name),
  );
  expect(rows.toSorted()).toEqual(Object.keys(schema.shape).toSorted());
});

test("the texts that docs/audit/spec.md quotes are in the code or the tests that it names", () => {
  const quoted = textOf("docs/audit/spec.md")
    .split("\n")
    .flatMap((line) => {
      const named = [...line.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = ""]) => `/${name}`);
      const paths = sources.filter((path) => named.some((name) => path.endsWith(name)));
      const text = paths.map(textOf).join("\n");
      return [...line.matchAll(/'([A-Z][^']{3,})'/g)].map(([, quote = ""]) => ({ quote, text }));
    });
  expect(quoted.length).toBeGreaterThan(30);
  const gone = quoted.filter(({ quote, text }) => !text.includes(quote));
  expect(gone.map(({ quote }) => quote)).toEqual([]);
});

function leadsSomewhere(document: string, link: string): boolean {
  const [path, anchor] = link.split("#");
  const target = path ? join(dirname(document), path) : document;
  if (!existsSync(join(root, target))) return false;
  return !anchor || anchorsOf(target).has(anchor);
}

/** Returns the anchors of a document's headings, as GitHub derives them. */
function anchorsOf(document: string): Set<string> {
  const headings = [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function textOf(document: string): string {
  return readFileSync(join(root, document), "utf8");
}
