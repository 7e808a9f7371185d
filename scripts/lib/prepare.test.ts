import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { version } from "#lib/version.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Runs `npm run backup` of an installation whose script prints its arguments, without npm. */
function runBackup({ installed }: { installed: boolean }) {
  const root = mkdtempSync(join(tmpdir(), "satchel-prepare-"));
  folders.push(root);
  const copied = ["scripts/lib/prepare.mjs", "scripts/lib/report-failure.ts", "db/errors.ts"];
  for (const path of ["scripts/backup.mjs", "package.json", ...copied])
    cpSync(join(import.meta.dirname, "../..", path), join(root, path));
  writeFileSync(join(root, "package-lock.json"), "{}");
  mkdirSync(join(root, "scripts/recovery"));
  writeFileSync(join(root, "scripts/recovery/backup.ts"), "console.log(process.argv.slice(2));");
  if (installed) {
    mkdirSync(join(root, "node_modules/node/bin"), { recursive: true });
    symlinkSync(process.execPath, join(root, "node_modules/node/bin/node"));
  }
  const { status, stdout } = spawnSync(process.execPath, ["scripts/backup.mjs", "to.backup"], {
    cwd: root,
    env: { PATH: join(root, "empty") },
    encoding: "utf8",
  });
  return { status, stdout };
}

test("a backup of an installed shop installs nothing", () => {
  expect(runBackup({ installed: true })).toEqual({ status: 0, stdout: "[ 'to.backup' ]\n" });
});

test("a backup where nothing is installed installs first", () => {
  const { status, stdout } = runBackup({ installed: false });
  expect(status).toBe(1);
  expect(stdout).toBe("Installing dependencies …\n");
});

test("npm start -- --version prints the version alone", () => {
  const { stdout, status } = spawnSync(process.execPath, ["scripts/start.mjs", "--version"], {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8",
  });
  expect({ stdout, status }).toEqual({ stdout: `${version}\n`, status: 0 });
});
