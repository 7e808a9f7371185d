import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, inject, test } from "vitest";
import { openDatabase } from "#db/open-database.server.ts";
import { orders } from "#shop/orders/tables.ts";
import { settings } from "#shop/settings/tables.ts";
import { createOnServer } from "../tests/create-on-server.ts";
import { folderForDatabases } from "../tests/temp-folder.ts";

// Scripts answer a failure with one sentence and an exit code, and leave nothing half done.

const dir = folderForDatabases();
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(join(dir, "data-"));
const file = join(dir, "file");
writeFileSync(file, "");

const UNREACHABLE = "postgres://satchel@127.0.0.1:1/satchel";
const NOT_EMPTY = mkdtempSync(join(dir, "not-empty-"));
writeFileSync(join(NOT_EMPTY, "something"), "");

/** Starts a script with the environment of a shop that is configured by `env` alone. */
function start(script: string, args: readonly string[], env: Record<string, string>) {
  const { PATH = "", TEST_DATABASE_URL = "" } = process.env;
  const child = spawn(process.execPath, [script, ...args], {
    cwd: join(import.meta.dirname, ".."),
    env: { PATH, TEST_DATABASE_URL, DATA_DIR: newFolder(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (chunk) => (output[name] += String(chunk)));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, ...output })),
  );
  return { child, ended };
}

const run = (script: string, args: readonly string[], env: Record<string, string> = {}) =>
  start(script, args, env).ended;

/** A program as its script runs it, without building the shop before. */
const withoutBuild = (program: string) =>
  ["--import", "./scripts/lib/report-failure.ts", program] as const;
const [PRELOAD, ...HOME] = withoutBuild("bench/home.ts");

test.for<[string, string[], Record<string, string>, string]>([
  ["scripts/seed-demo.mjs", ["--no-such-option"], {}, "Unknown option '--no-such-option'"],
  ["scripts/seed-demo.mjs", [], { DATA_DIR: file }, `${file} is a file.`],
  ["scripts/seed-demo.mjs", [], { DATA_DIR: NOT_EMPTY }, `the folder ${NOT_EMPTY} is not empty`],
  ["scripts/seed-demo.mjs", [], { DATABASE_URL: UNREACHABLE }, "The database does not respond"],
  ["scripts/backup.mjs", ["--no-such-option"], {}, "Unknown option '--no-such-option'"],
  ["scripts/backup.mjs", [], { DATABASE_URL: UNREACHABLE }, "The database does not respond"],
  ["scripts/screenshots.mjs", ["no-such-picture"], {}, "There is no picture no-such-picture"],
  ["scripts/bench.mjs", ["no-such-benchmark"], {}, "Unknown benchmark: no-such-benchmark"],
  [PRELOAD, [...HOME, "--rounds", "many"], {}, '--rounds must be a number, and not "many".'],
  ["scripts/kills.mjs", [], { TEST_DATABASE_URL: UNREACHABLE }, "does not respond"],
  ["scripts/hostile.mjs", [], { TEST_DATABASE_URL: UNREACHABLE }, "does not respond"],
])("%s %j %j", async ([script, args, env, sentence]) => {
  const { code, stdout, stderr } = await run(script, args, env);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stdout).toBe("");
  expect(code).toBeGreaterThan(0);
});

test("a demo that is interrupted leaves an empty folder", async () => {
  const dataDir = newFolder();
  const [preload, ...program] = withoutBuild("scripts/demo/main.ts");
  const { child, ended } = start(preload, [...program, "--days", "60"], { DATA_DIR: dataDir });
  const isBegun = () => existsSync(join(dataDir, "sandbox/chain.jsonl"));
  await expect.poll(isBegun, { timeout: 50_000 }).toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 143 });
  expect(readdirSync(dataDir)).toEqual([]);
});

test.skipIf(!inject("serverUrl"))(
  "a demo that fails in the middle leaves neither rows nor files",
  async () => {
    const { url, drop } = await createOnServer();
    const { db, close } = await openDatabase({ url, dataDir: "" });
    // The last table that a demo fills.
    await db.execute(sql`alter table webhook_attempts add constraint fails check (false)`);
    const dataDir = join(newFolder(), "new");
    const failed = await run("scripts/seed-demo.mjs", ["--days", "2"], {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
    });
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('violates check constraint "fails"');
    expect(failed.stderr).not.toMatch(/^ +at /m);
    expect(await db.$count(orders)).toBe(0);
    expect(await db.$count(settings)).toBe(0);
    expect(existsSync(dataDir)).toBe(false);
    await close();
    await drop();
  },
);
