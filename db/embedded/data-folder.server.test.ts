import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkDatabaseFolder, checkDataDir, spaceProblem } from "./data-folder.server.ts";
import { EMBEDDED_VERSION } from "./pglite.server.ts";
import { OperatorError } from "../errors.ts";

const dir = mkdtempSync(join(tmpdir(), "satchel-folder-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(join(dir, "data-"));

/** A data folder with these files, and `database/` in any case. */
function folderWith(files: Record<string, string>): string {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, "database/global"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dataDir, name), text);
  return dataDir;
}
const whole = { "database/PG_VERSION": `${EMBEDDED_VERSION}\n`, "database/global/pg_control": "x" };

function refusal(work: () => void): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as Error).message;
  }
  throw new Error("it was not refused");
}

test("a folder that is not there yet is made, for its owner alone, and nothing is left in it", () => {
  const dataDir = join(newFolder(), "a/b");
  checkDataDir(dataDir);
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a file in place of the folder, or of one above it, is told as such", () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  expect(refusal(() => checkDataDir(file))).toContain(`${file}, or what it is in, is a file`);
  expect(refusal(() => checkDataDir(join(file, "data")))).toContain("is a file");
});

test("a folder of somebody else is told with both owners", () => {
  const dataDir = newFolder();
  chmodSync(dataDir, 0o555);
  chmodSync(dir, 0o755);
  const script = `
    const { checkDataDir } = await import(${JSON.stringify(new URL("./data-folder.server.ts", import.meta.url).href)});
    // Root may write everywhere.
    if (process.getuid() === 0) process.setuid(65534);
    try { checkDataDir(${JSON.stringify(dataDir)}); } catch (error) { console.log(error.message); }`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  expect(stdout).toContain(`The data folder ${dataDir} cannot be written to by this user (number `);
  expect(stdout).toContain(`it belongs to ${process.getuid?.()}`);
});

test("a disk that is full is told before the database finds out", () => {
  expect(spaceProblem("/data", { bavail: 1000, bsize: 4096 })).toBe(
    "The disk of /data is full: 4 MB are free, and the shop needs 64 MB to start.",
  );
  expect(spaceProblem("/data", { bavail: 1_000_000, bsize: 4096 })).toBeNull();
});

test("an empty folder and a whole database are fine", () => {
  const empty = newFolder();
  mkdirSync(join(empty, "database"));
  checkDatabaseFolder(empty);
  checkDatabaseFolder(folderWith(whole));
});

test("a database of another version of PostgreSQL is refused", () => {
  const dataDir = folderWith({ ...whole, "database/PG_VERSION": "17\n" });
  expect(refusal(() => checkDatabaseFolder(dataDir))).toContain(
    `is of PostgreSQL 17, and this version of Satchel brings ${EMBEDDED_VERSION}`,
  );
});

test("half a database, or something else, is refused", () => {
  expect(refusal(() => checkDatabaseFolder(folderWith({ "database/notes.txt": "x" })))).toContain(
    "no complete database",
  );
  const { "database/PG_VERSION": version } = whole;
  expect(
    refusal(() => checkDatabaseFolder(folderWith({ "database/PG_VERSION": version }))),
  ).toContain("no complete database");
});

test("a restore that was cut off, and a shop that was moved, are not opened", () => {
  const cutOff = folderWith(whole);
  mkdirSync(join(cutOff, "database-restoring"));
  expect(refusal(() => checkDatabaseFolder(cutOff))).toContain("A restore was cut off");
  expect(refusal(() => checkDatabaseFolder(cutOff))).toContain("or delete the folder");
  // Between putting aside the old one and giving the new one its name.
  rmSync(join(cutOff, "database"), { recursive: true });
  mkdirSync(join(cutOff, "database"));
  expect(refusal(() => checkDatabaseFolder(cutOff))).not.toContain("or delete the folder");
  const moved = folderWith({ ...whole, moved: "2026-11-20T08:00:00.000Z" });
  expect(refusal(() => checkDatabaseFolder(moved))).toContain(
    "was moved to a PostgreSQL server on 2026-11-20T08:00:00.000Z",
  );
});
