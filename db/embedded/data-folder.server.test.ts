import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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

/** Returns the message of the error that a check throws for a user who is not root. */
function asAnotherUser(check: string): string {
  const script = `
    const { checkDataDir, checkDatabaseFolder } = await import(${JSON.stringify(new URL("./data-folder.server.ts", import.meta.url).href)});
    // Root may read and write everywhere.
    if (process.getuid() === 0) process.setuid(65534);
    try { ${check}; } catch (error) { console.log(error.message); }`;
  const args = ["--input-type=module", "-e", script];
  return spawnSync(process.execPath, args, { encoding: "utf8" }).stdout;
}

function operatorErrorOf(work: () => void): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as Error).message;
  }
  throw new Error("no error was thrown");
}

test("a missing folder is created, and no file is left in it", () => {
  const dataDir = join(newFolder(), "a/b");
  checkDataDir(dataDir);
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a file in place of the folder or of a parent is reported", () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  expect(operatorErrorOf(() => checkDataDir(file))).toContain(`${file} is a file`);
  expect(operatorErrorOf(() => checkDataDir(join(file, "data")))).toContain("is a file");
});

test("a folder that cannot be made is reported instead of being tried without end", () => {
  const link = join(newFolder(), "link");
  symlinkSync(join(dir, "gone"), link);
  expect(operatorErrorOf(() => checkDataDir(link))).toContain("does not exist");
  expect(operatorErrorOf(() => checkDataDir(join(link, "data")))).toContain(link);
  const long = join(dir, "a".repeat(300));
  expect(operatorErrorOf(() => checkDataDir(long))).toContain("cannot be made (ENAMETOOLONG)");
  if (process.platform === "linux")
    expect(operatorErrorOf(() => checkDataDir("/proc/nothing/data"))).toContain(
      "/proc/nothing/data cannot be made (ENOENT)",
    );
});

test("a folder of another user is reported with both user ids", () => {
  const dataDir = newFolder();
  chmodSync(dataDir, 0o555);
  chmodSync(dir, 0o755);
  const message = asAnotherUser(`checkDataDir(${JSON.stringify(dataDir)})`);
  expect(message).toContain(
    `The data folder ${dataDir} cannot be written to by this user (number `,
  );
  expect(message).toContain(`it belongs to ${process.getuid?.()}`);
});

test("a database of another user, as root restores it, is reported with both user ids", () => {
  const dataDir = folderWith(whole);
  chmodSync(join(dataDir, "database"), 0o000);
  chmodSync(dataDir, 0o755);
  expect(asAnotherUser(`checkDatabaseFolder(${JSON.stringify(dataDir)})`)).toContain(
    `The data folder ${join(dataDir, "database")} cannot be written to by this user (number `,
  );
  chmodSync(join(dataDir, "database"), 0o700);
});

test("a full disk is reported before the database is opened", () => {
  expect(spaceProblem("/data", { bavail: 1000, bsize: 4096 })).toBe(
    "The disk of /data is full: 4 MB are free, and the shop needs 64 MB to start.",
  );
  expect(spaceProblem("/data", { bavail: 1_000_000, bsize: 4096 })).toBeNull();
});

test("an empty folder and a complete database are accepted", () => {
  const empty = newFolder();
  mkdirSync(join(empty, "database"));
  checkDatabaseFolder(empty);
  checkDatabaseFolder(folderWith(whole));
});

test("a database of another version of PostgreSQL is rejected", () => {
  const dataDir = folderWith({ ...whole, "database/PG_VERSION": "17\n" });
  expect(operatorErrorOf(() => checkDatabaseFolder(dataDir))).toContain(
    `is of PostgreSQL 17, and this version of Satchel brings ${EMBEDDED_VERSION}`,
  );
});

test("an incomplete database, and a folder with other files, are rejected", () => {
  expect(
    operatorErrorOf(() => checkDatabaseFolder(folderWith({ "database/notes.txt": "x" }))),
  ).toContain("no complete database");
  const { "database/PG_VERSION": version } = whole;
  expect(
    operatorErrorOf(() => checkDatabaseFolder(folderWith({ "database/PG_VERSION": version }))),
  ).toContain("no complete database");
});

test("an interrupted restore, and a shop that was moved, are not opened", () => {
  const cutOff = folderWith(whole);
  mkdirSync(join(cutOff, "database-restoring"));
  expect(operatorErrorOf(() => checkDatabaseFolder(cutOff))).toContain("A restore was cut off");
  expect(operatorErrorOf(() => checkDatabaseFolder(cutOff))).toContain("or delete the folder");
  // Between the two renames of a restore.
  rmSync(join(cutOff, "database"), { recursive: true });
  mkdirSync(join(cutOff, "database"));
  expect(operatorErrorOf(() => checkDatabaseFolder(cutOff))).not.toContain("or delete the folder");
  const moved = folderWith({ ...whole, moved: "2026-11-20T08:00:00.000Z" });
  expect(operatorErrorOf(() => checkDatabaseFolder(moved))).toContain(
    "was moved to a PostgreSQL server on 2026-11-20T08:00:00.000Z",
  );
});
