// `satchel <command>`: runs it with the user and the variables of the service. See docs/operations.md.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { projectNode, rootDir } from "./lib/prepare.mjs";
import { idsOf, readService, ServiceError, withVariable } from "./lib/service.mjs";

const usage = `Usage, as root where the shop is a service:
  satchel backup [file]                writes a backup, while the shop is running
  satchel restore <file>               stops the shop, restores it from a backup, and starts it
  satchel move --to <DATABASE_URL>     moves the shop to a PostgreSQL server, and sets DATABASE_URL
  satchel unlock <email>               removes the second factor of an account, and prints a link for a new password
  satchel upgrade                      backs up, fetches the newest version, builds and starts it`;

/** How long a shop may take to open: an upgrade migrates its database first. */
const OPEN_MS = 300_000;
const LISTED_CHANGES = 20;

const [command = "", ...args] = process.argv.slice(2);
const service = attempt(() => readService());
const commands = {
  backup: () => run("backup"),
  restore: () => whileStopped(() => run("restore")),
  unlock: () => whileStopped(() => run("unlock")),
  async move() {
    const { values } = parseArgs({ args, options: { to: { type: "string" } } });
    await whileStopped(() => {
      run("move");
      const file = service?.variablesFile;
      if (!file) return;
      const text = withVariable(readFileSync(file, "utf8"), "DATABASE_URL", values.to);
      writeFileSync(file, text);
      console.log(`${file} has DATABASE_URL now.`);
    });
  },
  upgrade,
};

const work = Object.hasOwn(commands, command) ? commands[command] : null;
if (!work) {
  console.error(usage);
  process.exit(1);
}
try {
  await work();
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  console.error(error.message);
  process.exit(1);
}

/** Runs a command of the built shop, as the user and with the variables of the service. */
function run(name) {
  const env = { ...process.env, ...service?.variables, INIT_CWD: process.cwd() };
  const isRoot = process.getuid?.() === 0;
  const server = join(rootDir, "build/server/index.js");
  const { status } = spawnSync(projectNode, [server, name, ...(name === command ? args : [])], {
    cwd: rootDir,
    stdio: "inherit",
    env,
    ...(service && isRoot && idsOf(service.user)),
  });
  if (status !== 0) throw new ServiceError(`satchel ${command} did not finish.`);
}

/** Stops the service while a command changes its data; it starts again, whether that succeeds or not. */
async function whileStopped(work) {
  if (!service) return work();
  systemctl("stop");
  try {
    await work();
  } finally {
    systemctl("start");
  }
  await waitUntilOpen();
}

async function upgrade() {
  const git = (...words) => call("git", ["-c", "safe.directory=*", ...words]);
  const version = () => git("log", "-1", "--format=%h of %cs").trim();
  const [before, changesBefore] = [version(), changelog()];
  run("backup");
  git("pull", "--quiet", "--ff-only");
  if (version() === before) return console.log(`${before} is the newest version.`);
  // Of the new version, in a process of its own. The running shop keeps serving the last build from memory.
  call(process.execPath, ["scripts/build.mjs"], { stdio: "inherit" });
  if (service) {
    systemctl("restart");
    await waitUntilOpen();
  }
  const changes = changelog().filter((line) => !changesBefore.includes(line));
  const listed = changes.slice(0, LISTED_CHANGES);
  console.log(
    [
      `Upgraded from ${before} to ${version()}.`,
      ...(service ? [] : ["Restart the shop."]),
      ...listed,
      ...(changes.length > listed.length ? ["… The rest is in CHANGELOG.md."] : []),
    ].join("\n"),
  );
}

function changelog() {
  const text = readFileSync(join(rootDir, "CHANGELOG.md"), "utf8");
  return text.split("\n").filter((line) => line.startsWith("- "));
}

/** Waits until the shop answers, and throws when it does not: the log says why. */
async function waitUntilOpen() {
  const { PORT = "3000", HOST = "127.0.0.1" } = service.variables;
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  const until = Date.now() + OPEN_MS;
  while (Date.now() < until) {
    const response = await fetch(`http://${host}:${PORT}/readyz`).catch(() => null);
    if (response?.ok) return;
    await sleep(500);
  }
  throw new ServiceError("The shop does not answer. See why: journalctl -u satchel -n 50");
}

function systemctl(verb) {
  call("systemctl", [verb, "satchel"], { stdio: "inherit" });
}

function call(program, words, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: rootDir,
    encoding: "utf8",
    ...options,
  });
  if (status === 0) return stdout ?? "";
  const why = error?.message ?? stderr?.trim() ?? "";
  throw new ServiceError(`${program} ${words.at(-1)} failed${why ? `: ${why}` : "."}`);
}

function attempt(work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
