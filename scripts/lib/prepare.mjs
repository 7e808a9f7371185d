// Plain JavaScript without dependencies: it runs before anything is installed, on Node 20 or later.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const rootDir = fileURLToPath(new URL("../../", import.meta.url));

const packageFolder = (name) => join(rootDir, "node_modules", name);
const { optionalDependencies } = JSON.parse(readFileSync(join(rootDir, "package.json"), "utf8"));

/** Whether the Node that runs this is as new as the project's. */
export const isNodeRecent =
  Number.parseInt(process.versions.node) >= Number.parseInt(optionalDependencies.node);
const installedNode = join(packageFolder("node"), "bin/node");
/** The Node that runs the shop: the installed one, or the machine's where none is installed and that is recent. */
export const projectNode =
  isNodeRecent && !existsSync(installedNode) ? process.execPath : installedNode;

const installStamp = join(rootDir, "node_modules/.satchel-installed");
const buildDir = join(rootDir, "build");
const BUILD_STAMP = ".satchel-built";
export const buildInputs = [
  "app",
  "db",
  "lib",
  "messages",
  "public",
  "server",
  "shop",
  "vite.config.ts",
  "scripts/lib/bundle-groups.ts",
  "react-router.config.ts",
  "package.json",
  "package-lock.json",
  "CHANGELOG.md",
  "docs/delivery.md",
  "docs/lightning.md",
  "examples/delivery-adapter/README.md",
];

/**
 * Installs what building and running the shop need, and with `tools` those of development and Node in the project's
 * version, unless it matches the lock file; exits on failure. Tools that are installed stay.
 */
export function ensureInstalled({ tools = false } = {}) {
  const expected = hashOf(
    ["package.json", "package-lock.json"].map((name) => readFileSync(join(rootDir, name), "utf8")),
  );
  const hasTools = existsSync(packageFolder("oxlint"));
  const lacksTools = tools && !hasTools;
  const lacksNode = () => (tools || projectNode === installedNode) && !existsSync(installedNode);
  if (readIfExists(installStamp) === expected && !lacksTools && !lacksNode()) return;
  console.log("Installing dependencies …");
  rmSync(installStamp, { force: true });
  const withTools = tools || hasTools;
  installPackages(withTools);
  if (lacksNode()) installNode();
  // npm leaves out optional packages for which its own Node is too old. In npm scripts, it now runs with the installed one.
  if (findMissing().length > 0) installPackages(withTools);
  if (findMissing().length > 0) {
    console.error(`npm has not installed ${findMissing().join(", ")}. Run the command again.`);
    process.exit(1);
  }
  writeFileSync(installStamp, expected);
}

function installPackages(withTools) {
  // Not `npm ci`: it fails if the lock file lacks an optional binary of another platform.
  const args = ["install", "--no-save", "--loglevel=error", "--ignore-scripts"];
  run("npm", [...args, withTools ? "--include=dev" : "--omit=dev"]);
}

/** Returns the packages for building and the sandbox that are not installed. */
function findMissing() {
  return Object.keys(optionalDependencies).filter((name) => !existsSync(packageFolder(name)));
}

/** Installs Node: the package's script downloads it. */
function installNode() {
  run("npm", ["rebuild", "node", "--loglevel=error"]);
  // The download, whose program is now in `bin`: the rest are 67 MB of headers.
  rmSync(join(packageFolder("node"), "node_modules"), { recursive: true, force: true });
}

/** Builds the shop unless the build is up to date; exits on failure. */
export function ensureBuilt() {
  if (readIfExists(join(buildDir, BUILD_STAMP)) !== buildInputsHash()) buildShop();
}

/** Builds the shop; exits on failure, and leaves the last build as it was. */
export function buildShop() {
  const expected = buildInputsHash();
  const directory = ".react-router/build";
  const made = join(rootDir, directory);
  rmSync(made, { recursive: true, force: true });
  console.log("Building …");
  run(
    projectNode,
    [join(rootDir, "node_modules/@react-router/dev/bin.cjs"), "build", "--logLevel", "warn"],
    { BUILD_DIRECTORY: directory },
  );
  writeFileSync(join(made, BUILD_STAMP), expected);
  writeFileSync(join(made, "commit"), commitOf());
  keepAssets(buildDir, made);
  replaceFolder(made, buildDir);
}

/** How many builds the files of a page outlast that was open before them. */
const KEPT_BUILDS = 3;

/**
 * Copies the client files of the last build into the new one: pages that are open load them later, when a link is
 * pressed. Their names have a hash of what they contain, so none takes the place of another.
 */
export function keepAssets(from, into) {
  const assets = (build) => join(build, "client/assets");
  const list = (build) => join(build, "kept-assets.json");
  if (!existsSync(assets(from))) return;
  const known = JSON.parse(readIfExists(list(from)) ?? "{}");
  const kept = {};
  for (const name of readdirSync(assets(from))) {
    const builds = (known[name] ?? 0) + 1;
    if (builds > KEPT_BUILDS || existsSync(join(assets(into), name))) continue;
    cpSync(join(assets(from), name), join(assets(into), name), { preserveTimestamps: true });
    kept[name] = builds;
  }
  writeFileSync(list(into), JSON.stringify(kept));
}

/** Renames a folder to one that may exist. */
function replaceFolder(made, target) {
  const replaced = `${made}-replaced`;
  rmSync(replaced, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, replaced);
  renameSync(made, target);
  rmSync(replaced, { recursive: true, force: true });
}

/** Returns the commit of the sources and its date; without git, the date of today. */
function commitOf() {
  const args = ["-c", "safe.directory=*", "log", "-1", "--format=%h, %cs"];
  const { status, stdout } = spawnSync("git", args, { cwd: rootDir, encoding: "utf8" });
  return status === 0 ? stdout.trim() : `built ${new Date().toISOString().slice(0, 10)}`;
}

/**
 * Runs a TypeScript file with the project's Node, and exits with its status. Installs only if nothing is installed: the
 * shop's own user, who runs backups, may not write here.
 */
export function runScript(path) {
  if (!existsSync(join(rootDir, "node_modules")) || !existsSync(projectNode)) ensureInstalled();
  process.exit(runProgram(path, process.argv.slice(2)));
}

/** Runs a TypeScript file that answers failures with one sentence; returns its exit code. */
export function runProgram(path, args, options = {}) {
  const preload = join(rootDir, "scripts/lib/report-failure.ts");
  const { status } = spawnSync(projectNode, ["--import", preload, join(rootDir, path), ...args], {
    stdio: "inherit",
    ...options,
  });
  return status ?? 1;
}

function run(command, args, env = {}) {
  const { status, error, stderr } = spawnSync(command, args, {
    cwd: rootDir,
    // npm shows its progress.
    stdio: ["ignore", "inherit", command === "npm" ? "inherit" : "pipe"],
    encoding: "utf8",
    maxBuffer: Infinity,
    shell: process.platform === "win32",
    env: { ...process.env, NODE_ENV: command === "npm" ? "development" : "production", ...env },
  });
  process.stderr.write((stderr ?? "").replaceAll(/^ +at .*\n/gm, ""));
  if (status === 0) return;
  console.error(`\`${command} ${args.join(" ")}\` failed${error ? `: ${error.message}` : ""}.`);
  process.exit(1);
}

function buildInputsHash() {
  return hashOf(buildInputs.flatMap((name) => fingerprint(join(rootDir, name))));
}

function fingerprint(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return [`${path} ${stat.mtimeMs} ${stat.size}`];
  return readdirSync(path).flatMap((name) => fingerprint(join(path, name)));
}

function hashOf(parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}

function readIfExists(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
