import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "../../scripts/lib/postgres.mjs";
import { rootDir } from "../../scripts/lib/prepare.mjs";
import { merchantXpub } from "../../sandbox/chain/keys.ts";

/** A clone of the working tree with its packages, so that nothing is downloaded. */
export interface Clone {
  dir: string;
  /** Where the commands put temporary files. */
  temporary: string;
  /** Returns the path of a new folder for data, which does not exist yet. */
  newPath: () => string;
  /** Kills what still runs, and removes the clone. */
  remove: () => void;
}

/** Process groups that have not ended. */
const running = new Set<number>();

/** Clones the files that git knows or would add, if `isWanted`, into the only commit of a new repository. */
export function cloneWorkingTree(isWanted = (_path: string) => true): Clone {
  const base = mkdtempSync(join(tmpdir(), "satchel-clone-"));
  const [dir, temporary] = [join(base, "satchel"), join(base, "tmp")];
  for (const folder of [dir, temporary]) mkdirSync(folder);
  for (const path of workingTree().filter(isWanted)) {
    mkdirSync(join(dir, dirname(path)), { recursive: true });
    cpSync(join(rootDir, path), join(dir, path), { preserveTimestamps: true });
  }
  linkPackages(join(dir, "node_modules"));
  let paths = 0;
  return {
    dir,
    temporary,
    newPath: () => join(base, `data-${(paths += 1)}`),
    remove: () => {
      for (const group of running) process.kill(-group, "SIGKILL");
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** Copies the packages by hard links where the file systems allow it: npm wants no symbolic link here. */
function linkPackages(target: string): void {
  const packages = join(rootDir, "node_modules");
  if (spawnSync("cp", ["-al", packages, target]).status === 0) return;
  rmSync(target, { recursive: true, force: true });
  cpSync(packages, target, { recursive: true, verbatimSymlinks: true });
}

/** Commits everything in the clone. */
export function commitAll({ dir }: Clone): void {
  git(dir, "init", "--quiet");
  git(dir, "add", "--all");
  const author = ["-c", "user.name=Robin", "-c", "user.email=robin@satchel.example"];
  git(dir, ...author, "commit", "--quiet", "--message=Clone");
}

/** Returns the files of the working tree that git knows or would add. */
function workingTree(): string[] {
  return git(rootDir, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    .split("\0")
    .filter((path) => path && existsSync(join(rootDir, path)));
}

/** Runs git in a folder that may belong to another user. */
export function git(dir: string, ...args: string[]): string {
  return execFileSync("git", ["-c", "safe.directory=*", ...args], { cwd: dir, encoding: "utf8" });
}

/** Starts a command in a shell in the clone, with the shop's variables from `env` alone, and without a registry. */
export function startCommand(clone: Clone, command: string, env: Record<string, string> = {}) {
  const { PATH = "", TEST_DATABASE_URL, CHROMIUM_PATH, CI } = process.env;
  const child = spawn("sh", ["-c", command], {
    cwd: clone.dir,
    env: {
      PATH,
      HOME: clone.temporary,
      TMPDIR: clone.temporary,
      NO_COLOR: "1",
      npm_config_offline: "true",
      npm_config_update_notifier: "false",
      ...(TEST_DATABASE_URL && { TEST_DATABASE_URL }),
      ...(CHROMIUM_PATH && { CHROMIUM_PATH }),
      ...(CI && { CI }),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const { pid = 0 } = child;
  running.add(pid);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => (output += String(chunk)));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once("close", (code) => {
      running.delete(pid);
      resolve({ code, output });
    }),
  );
  const stop = () => {
    process.kill(-pid, "SIGTERM");
    return ended;
  };
  return { ended, stop, output: () => output };
}

/** Runs a command to its end; returns what it printed, and throws unless it succeeded. */
export async function runCommand(
  clone: Clone,
  command: string,
  env?: Record<string, string>,
): Promise<string> {
  const { code, output } = await startCommand(clone, command, env).ended;
  if (code !== 0) throw new Error(`\`${command}\` ended with ${code}:\n${output}`);
  return output;
}

/** Starts a shop by a command on a free port, waits until it is open, and returns its response to `path`; then ends it. */
export async function visitShop(
  clone: Clone,
  command: string,
  { path = "/", env = {} }: { path?: string; env?: Record<string, string> },
): Promise<{ status: number; body: string; output: string }> {
  const port = await freePort();
  const shop = startCommand(clone, command, {
    PORT: String(port),
    DATA_DIR: clone.newPath(),
    ...env,
  });
  let isOver = false;
  void shop.ended.then(() => (isOver = true));
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
    if (response) {
      const body = await response.text();
      const { output } = await shop.stop();
      return { status: response.status, body, output };
    }
    if (isOver) throw new Error(`\`${command}\` ended:\n${shop.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Installs the unit of the shop with a program in place of systemd, which starts and stops it in the clone; returns the
 * variables by which `bin/satchel` finds both.
 */
export function installService(clone: Clone, variables: Record<string, string>) {
  const folder = clone.newPath();
  const file = join(folder, "satchel.env");
  mkdirSync(folder);
  const unit = readFileSync(join(rootDir, "deploy/satchel.service"), "utf8")
    .replace("/etc/satchel.env", file)
    .replace("/var/lib/satchel", join(folder, "data"))
    .replaceAll("=satchel\n", `=${userInfo().username}\n`);
  writeFileSync(join(folder, "satchel.service"), unit);
  const all = { SATCHEL_MODE: "sandbox", ...variables };
  writeFileSync(
    file,
    Object.entries(all)
      .map((pair) => `${pair.join("=")}\n`)
      .join(""),
  );
  const systemctl = `#!/bin/sh
cd ${folder}
[ "$1" = start ] || { kill "$(cat pid)" && while kill -0 "$(cat pid)"; do sleep 0.1; done; } 2> /dev/null
[ "$1" = stop ] && exit
set -a; . ./satchel.env; DATA_DIR=${join(folder, "data")}; cd ${clone.dir}
setsid node_modules/node/bin/node build/server/index.js > ${folder}/log 2>&1 &
echo $! > ${folder}/pid
`;
  writeFileSync(join(folder, "systemctl"), systemctl, { mode: 0o755 });
  const env = {
    SATCHEL_UNIT: join(folder, "satchel.service"),
    PATH: `${folder}:${process.env.PATH}`,
  };
  return { env, stop: () => void spawnSync(join(folder, "systemctl"), ["stop"]) };
}

/** The variables of a live shop whose outside world does not respond. */
export const live = {
  SATCHEL_MODE: "live",
  NODE_ENV: "production",
  APP_URL: "https://shop.example",
  BITCOIN_NETWORK: "regtest",
  BITCOIN_XPUB: merchantXpub(),
  ESPLORA_URL: "http://127.0.0.1:9",
  BITCOIN_PRICE_URLS: "http://127.0.0.1:9/0/public/Ticker?pair=XBTUSD",
  PRICE_MIN_SOURCES: "1",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "Coin shop <orders@shop.example>",
  ADMIN_EMAIL: "owner@shop.example",
};
