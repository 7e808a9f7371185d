import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { onTestFinished, expect, test } from "vitest";
import { projectNode, rootDir } from "./lib/prepare.mjs";
import { keepNewestSnapshot } from "./lib/snapshots.mjs";

/** Runs drizzle-kit on a copy of the migrations; returns the copy and the output. */
function generate(change: (snapshot: Snapshot) => void) {
  const folder = mkdtempSync(join(tmpdir(), "satchel-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(rootDir, "db/migrations"), folder, { recursive: true });
  const [file = ""] = snapshotsIn(folder);
  const path = join(folder, "meta", file);
  const snapshot = JSON.parse(readFileSync(path, "utf8")) as Snapshot;
  change(snapshot);
  writeFileSync(path, JSON.stringify(snapshot));
  const output = execFileSync(
    projectNode,
    [
      join(rootDir, "node_modules/tool-drizzle-kit/bin.cjs"),
      "generate",
      "--dialect=postgresql",
      "--schema=./shop/**/tables.ts",
      // drizzle-kit takes it from the working folder, also if it is absolute.
      `--out=${relative(rootDir, folder)}`,
      "--name=changed",
    ],
    { cwd: rootDir, encoding: "utf8" },
  );
  return { folder, output };
}

interface Snapshot {
  tables: Record<string, { columns: Record<string, unknown> }>;
}

const snapshotsIn = (folder: string) =>
  readdirSync(join(folder, "meta")).filter((name) => name.endsWith("_snapshot.json"));

test("the tables are those of the newest snapshot, which is the only one", () => {
  const { folder, output } = generate(() => undefined);
  expect(output).toContain("No schema changes");
  expect(snapshotsIn(folder)).toHaveLength(1);
});

test("a column that the snapshot lacks becomes a migration, whose snapshot replaces the older one", () => {
  const { folder, output } = generate(
    ({ tables }) => delete tables["public.packages"]?.columns.coins,
  );
  const [, name = ""] = /(\d{4}_changed)\.sql/.exec(output) ?? [];
  expect(readFileSync(join(folder, `${name}.sql`), "utf8")).toBe(
    'ALTER TABLE "packages" ADD COLUMN "coins" integer NOT NULL;',
  );
  expect(snapshotsIn(folder)).toHaveLength(2);
  keepNewestSnapshot(folder);
  expect(snapshotsIn(folder)).toEqual([`${name.slice(0, 4)}_snapshot.json`]);
});
