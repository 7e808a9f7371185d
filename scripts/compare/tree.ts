import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { OperatorError } from "#db/errors.ts";
import { freePort } from "../lib/postgres.mjs";
import { projectNode, rootDir } from "../lib/prepare.mjs";

export interface Tree {
  dir: string;
  /** Removes a temporary worktree. */
  remove: () => void;
}

/** Checks a commit out into a temporary worktree. A folder is taken as it is. */
export function openTree(commit: string): Tree {
  if (existsSync(commit)) return { dir: resolve(commit), remove: () => undefined };
  const git = (...args: string[]) => execFileSync("git", args, { cwd: rootDir, stdio: "pipe" });
  const known = spawnSync("git", ["rev-parse", "--verify", "--quiet", `${commit}^{commit}`], {
    cwd: rootDir,
  });
  if (known.status !== 0) throw new OperatorError(`There is no commit or folder ${commit}.`);
  const dir = mkdtempSync(join(tmpdir(), "satchel-compare-"));
  git("worktree", "add", "--detach", dir, commit);
  return { dir, remove: () => git("worktree", "remove", "--force", dir) };
}

/** Installs and builds a tree by its own scripts. With an equal lock file it shares this tree's `node_modules`. */
export function buildTree(dir: string): void {
  const lockOf = (folder: string) => readFileSync(join(folder, "package-lock.json"), "utf8");
  const modules = join(dir, "node_modules");
  const shared = !existsSync(modules) && lockOf(dir) === lockOf(rootDir);
  if (shared) symlinkSync(join(rootDir, "node_modules"), modules, "junction");
  const steps = shared ? "p.ensureBuilt()" : "p.ensureInstalled(); p.ensureBuilt()";
  const program = `import("./scripts/lib/prepare.mjs").then((p) => { ${steps} })`;
  const { status } = spawnSync(projectNode, ["-e", program], { cwd: dir, stdio: "inherit" });
  if (status !== 0) throw new OperatorError(`${dir} cannot be built.`);
}

/** Lists the routes of a tree as JSON, without the names of files. */
export function routesOf(dir: string): string {
  const cli = join(dir, "node_modules/@react-router/dev/bin.cjs");
  const listed = execFileSync(projectNode, [cli, "routes", "--json"], { cwd: dir });
  const routes: unknown = JSON.parse(String(listed));
  const named = (key: string, value: unknown) =>
    key === "id" || key === "file" ? undefined : value;
  return JSON.stringify(routes, named, 2);
}

/** A built tree that serves its shop, with the sandbox, from a data folder that begins empty. */
export class TreeShop {
  readonly url: string;
  readonly #dir: string;
  readonly #env: Record<string, string>;
  #process: ChildProcess | null = null;

  private constructor(dir: string, port: number, dataDir: string) {
    this.url = `http://127.0.0.1:${port}`;
    this.#dir = dir;
    this.#env = {
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      // The story pays on-chain.
      SANDBOX_LIGHTNING: "off",
      WEBHOOK_ALLOW_PRIVATE: "1",
    };
  }

  static async open(dir: string): Promise<TreeShop> {
    return new TreeShop(
      dir,
      await freePort(),
      mkdtempSync(join(tmpdir(), "satchel-compare-data-")),
    );
  }

  /** Starts the shop with these variables, and waits until it answers. */
  async start(env: Record<string, string> = {}): Promise<void> {
    const child = spawn(projectNode, [join(this.#dir, "build/server/index.js")], {
      cwd: this.#dir,
      env: { ...process.env, ...this.#env, ...env },
      // The channel ends the shop with this process.
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#process = child;
    while (!(await this.#isReady())) {
      if (child.exitCode !== null) throw new Error(`${this.#dir}: the shop ended while starting`);
      await delay(100);
    }
  }

  async #isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#env.DATA_DIR ?? "", { recursive: true, force: true });
  }
}
