// Plain JavaScript without dependencies: this runs before anything is installed, on any Node from 20 on.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const rootDir = fileURLToPath(new URL("../../", import.meta.url));

/** The Node that the project brings along; the one that runs this may be older. */
export const projectNode = join(rootDir, "node_modules/node/bin/node");

const installStamp = join(rootDir, "node_modules/.satchel-installed");
const buildStamp = join(rootDir, "build/.satchel-built");
const buildInputs = [
  "app",
  "db",
  "lib",
  "public",
  "server",
  "shop",
  "vite.config.ts",
  "scripts/lib/chunks.ts",
  "react-router.config.ts",
  "package-lock.json",
];

/** Installs the dependencies unless the lock file's are there already; ends the process when that fails. */
export function ensureInstalled() {
  const wanted = hashOf(
    ["package.json", "package-lock.json"].map((name) => readFileSync(join(rootDir, name), "utf8")),
  );
  if (readIfThere(installStamp) === wanted && existsSync(projectNode)) return;
  console.log("Installing dependencies, once …");
  // Not `npm ci`: it refuses a lock file in which a registry lacked some other platform's binary.
  run("npm", ["install", "--no-save", "--loglevel=error"]);
  writeFileSync(installStamp, wanted);
}

/** Builds the shop unless it was built from exactly these sources; ends the process when that fails. */
export function ensureBuilt() {
  const wanted = hashOf(buildInputs.flatMap((name) => fingerprint(join(rootDir, name))));
  if (readIfThere(buildStamp) === wanted) return;
  console.log("Building, once …");
  run(projectNode, [
    join(rootDir, "node_modules/@react-router/dev/bin.cjs"),
    "build",
    "--logLevel",
    "warn",
  ]);
  mkdirSync(join(rootDir, "build"), { recursive: true });
  writeFileSync(buildStamp, wanted);
}

/** Runs a script in TypeScript with the project's Node, and ends the process as that ends. */
export function runScript(path) {
  ensureInstalled();
  const { status } = spawnSync(projectNode, [join(rootDir, path), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  process.exit(status ?? 1);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: rootDir,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
    env: { ...process.env, NODE_ENV: command === "npm" ? "development" : "production" },
  });
  if (status === 0) return;
  console.error(`\`${command} ${args.join(" ")}\` failed${error ? `: ${error.message}` : ""}.`);
  process.exit(1);
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

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
