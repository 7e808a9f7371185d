import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { OperatorError } from "#db/errors.ts";
import { rootDir } from "../lib/prepare.mjs";
import { readScreens } from "./screens.ts";
import { tellStory } from "./story.ts";
import { buildTree, openTree, routesOf, type Tree, TreeShop } from "./tree.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    /** Compares only the pages with this in their path. */
    only: { type: "string", default: "" },
  },
});
const [before, after = rootDir] = positionals;
if (!before)
  throw new OperatorError(
    "Say with what: npm run compare -- <commit or folder> [<commit or folder>]",
  );
const trees: Tree[] = [];
process.once("exit", () => {
  for (const tree of trees) tree.remove();
});
for (const commit of [before, after]) trees.push(openTree(commit));
for (const { dir } of trees) buildTree(dir);
const [old, now] = await Promise.allSettled(trees.map(({ dir }) => read(dir)));
if (old?.status !== "fulfilled") throw old?.reason;
if (now?.status !== "fulfilled") throw now?.reason;
process.exitCode = report(old.value, now.value) === 0 ? 0 : 1;

/** Everything that is compared, by name. */
async function read(dir: string): Promise<Map<string, string>> {
  const access = readFileSync(join(dir, "docs/access.md"), "utf8").split("\n");
  const rows = access.filter((line) => line.startsWith("|")).join("\n");
  const shop = await TreeShop.open(dir);
  try {
    const story = await tellStory(shop);
    try {
      return new Map([
        ["routes", `${routesOf(dir)}\n`],
        ["docs/access.md", `${rows}\n`],
        ...(await readScreens(story, values.only)),
      ]);
    } finally {
      await story.close();
    }
  } finally {
    await shop.remove();
  }
}

/** Prints `same` or a difference for each name; how many differ. A difference seen before is not printed again. */
function report(old: Map<string, string>, now: Map<string, string>): number {
  const dir = mkdtempSync(join(tmpdir(), "satchel-compare-"));
  const seen = new Map<string, string>();
  let different = 0;
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    if (old.get(name) === now.get(name)) {
      console.log(`same       ${name}`);
      continue;
    }
    different += 1;
    const changes = diff(dir, old.get(name) ?? "", now.get(name) ?? "");
    const first = seen.get(changes);
    console.log(`DIFFERENT  ${name}${first ? ` (as ${first})` : `\n${changes}`}`);
    if (!first) seen.set(changes, name);
  }
  rmSync(dir, { recursive: true });
  console.log(`\n${different} of ${new Set([...old.keys(), ...now.keys()]).size} differ`);
  return different;
}

function diff(dir: string, old: string, now: string): string {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "before"), old);
  writeFileSync(join(dir, "after"), now);
  const args = ["diff", "--no-index", "--no-color", "--unified=2", "before", "after"];
  const { stdout } = spawnSync("git", args, { cwd: dir, encoding: "utf8" });
  return stdout
    .split("\n")
    .slice(4)
    .join("\n")
    .replaceAll(/^@@.*$/gm, "@@");
}
