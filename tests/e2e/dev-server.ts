import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootDir } from "../../scripts/lib/prepare.mjs";

const SOURCES = [
  ...[
    "app",
    "db",
    "docs",
    "examples",
    "lib",
    "messages",
    "public",
    "sandbox",
    "scripts",
    "server",
    "shop",
  ],
  ...["package.json", "package-lock.json", "react-router.config.ts", "tsconfig.json"],
  ...["vite.config.ts", "CHANGELOG.md"],
];

/** `npm run dev` in a copy of the sources, which a test may edit. */
export class DevServer {
  readonly #folder: string;
  readonly #npm: ChildProcess;
  readonly #closed: Promise<unknown>;
  #log = "";

  constructor(env: Record<string, string>) {
    this.#folder = copySources();
    this.#npm = spawn("npm", ["run", "dev"], {
      cwd: this.#folder,
      env: { ...process.env, LOG_LEVEL: "error", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#closed = once(this.#npm, "close");
    for (const stream of [this.#npm.stdout, this.#npm.stderr])
      stream?.on("data", (chunk) => (this.#log += String(chunk)));
  }

  /** What the server and its sandbox have printed. */
  get log(): string {
    return this.#log;
  }

  /** Replaces a text in a source file. */
  edit(file: string, text: string, replacement: string): void {
    const path = join(this.#folder, file);
    const source = readFileSync(path, "utf8");
    if (!source.includes(text)) throw new Error(`${file} does not contain ${text}`);
    // Vite would also read a file that is written only in part.
    writeFileSync(`${path}.new`, source.replaceAll(text, replacement));
    renameSync(`${path}.new`, path);
  }

  /** Sends SIGTERM to npm; resolves when every process has exited that writes to its output. */
  async terminate(): Promise<void> {
    this.#npm.kill("SIGTERM");
    await this.#closed;
  }

  /** Ends what still runs, and deletes the copy. */
  async remove(): Promise<void> {
    // The server and the sandbox are in groups of their own, and exit with their parents.
    if (this.#npm.exitCode === null && this.#npm.signalCode === null)
      process.kill(-(this.#npm.pid ?? 0), "SIGKILL");
    await this.#closed;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Copies the sources to a temporary folder, with the dependencies as hard links where the system can. */
function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), "satchel-dev-"));
  for (const name of SOURCES.filter((file) => existsSync(join(rootDir, file))))
    cpSync(join(rootDir, name), join(folder, name), { recursive: true });
  const [from, to] = [join(rootDir, "node_modules"), join(folder, "node_modules")];
  if (spawnSync("cp", ["-al", from, to]).status !== 0) {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
  // Vite's cache, which would be written through the links.
  rmSync(join(to, ".vite"), { recursive: true, force: true });
  return folder;
}
