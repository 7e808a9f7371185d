// A temporary PostgreSQL server for tests and benchmarks.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** Returns the folder with initdb and postgres, or null if none is installed. */
export function findPostgres() {
  const folders = [...(process.env.PATH ?? "").split(":"), ...debianFolders()];
  return (
    folders.find(
      (folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")),
    ) ?? null
  );
}

/**
 * Starts a server on a free local port; `stop` ends it and deletes its data. Commits are flushed to disk only with
 * `durable`. With `countsStatements`, the extension pg_stat_statements is loaded if it is installed.
 */
export async function startPostgres(bin, { durable = false, countsStatements = false } = {}) {
  const dir = mkdtempSync(join(tmpdir(), "satchel-postgres-"));
  // PostgreSQL does not run as root: use the user postgres, or else nobody.
  const identity = process.getuid?.() === 0 ? unprivileged() : {};
  if (identity.uid) chownSync(dir, identity.uid, identity.gid);
  const data = join(dir, "data");
  execFileSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "satchel", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"],
    {
      ...identity,
      cwd: dir,
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const log = join(dir, "log");
  const port = await freePort();
  const server = spawn(
    join(bin, "postgres"),
    [
      "-D",
      data,
      "-p",
      String(port),
      "-h",
      "127.0.0.1",
      "-k",
      dir,
      "-c",
      "max_connections=200",
      "-c",
      `fsync=${durable ? "on" : "off"}`,
      ...(countsStatements && hasStatementCounter(bin)
        ? ["-c", "shared_preload_libraries=pg_stat_statements"]
        : []),
    ],
    // A log file, because a pipe without a reader fills up and blocks the server.
    { ...identity, cwd: dir, stdio: ["ignore", "ignore", openSync(log, "a")] },
  );
  // When this process is interrupted, nobody stops the server.
  const abort = () => {
    server.kill("SIGKILL");
    rmSync(dir, { recursive: true, force: true });
  };
  process.once("exit", abort);
  while (!readFileSync(log, "utf8").includes("ready to accept connections")) {
    if (server.exitCode !== null)
      throw new Error(`postgres exited while starting: ${readFileSync(log, "utf8")}`);
    await setTimeout(50);
  }
  return {
    url: `postgres://satchel@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGINT");
      await ended;
      process.off("exit", abort);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function hasStatementCounter(bin) {
  const program = realpathSync(join(bin, "postgres"));
  return existsSync(join(program, "../../lib/pg_stat_statements.so"));
}

function debianFolders() {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return [];
  const newestFirst = readdirSync(root).toSorted((a, b) => Number(b) - Number(a));
  return newestFirst.map((version) => join(root, version, "bin"));
}

function unprivileged() {
  const idOf = (flag) => {
    const { status, stdout } = spawnSync("id", [flag, "postgres"], { encoding: "utf8" });
    return status === 0 ? Number(stdout) : 65_534;
  };
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/**
 * Returns a free port below the range that Linux, macOS and Windows take for outgoing connections: a server that is
 * restarted on it finds it free again.
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    if (await canListen(port)) return port;
  }
}

function canListen(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error)));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
