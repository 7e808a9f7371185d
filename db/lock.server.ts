import { createHash } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Another process has the data folder open; two on one folder would corrupt it. */
export class DataFolderInUse extends Error {
  constructor(dir: string) {
    super(
      `The data folder ${dir} is in use by another Satchel. Stop it first, or set DATA_DIR to another folder.`,
    );
    this.name = "DataFolderInUse";
  }
}

/**
 * Holds the folder for this process; returns how to let go. The lock is a listening socket, which the
 * system closes with the process, however it ends: a lock file would outlive a kill.
 * Waits up to `waitMs` for a predecessor that is still closing, then throws DataFolderInUse.
 */
export async function lockDataFolder(dir: string, waitMs = 5000): Promise<() => Promise<void>> {
  const name = createHash("sha256").update(realpathSync(dir)).digest("hex").slice(0, 24);
  const path = socketPath(`satchel-${name}`);
  const deadline = Date.now() + waitMs;

  for (;;) {
    const server = await listen(path);
    if (server) {
      return () => new Promise((resolve) => server.close(() => resolve()));
    }
    if (!(await answers(path))) {
      if (leavesFile) rmSync(path, { force: true });
      continue;
    }
    if (Date.now() > deadline) throw new DataFolderInUse(dir);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Where a socket has a name in the file system, which stays behind when its process is killed. */
const leavesFile = process.platform !== "linux" && process.platform !== "win32";

/**
 * On Linux a name in the abstract namespace: it goes with its process, so that there is no leftover to
 * remove. Of two that remove the same leftover, the second would remove the first one's fresh socket.
 */
function socketPath(name: string): string {
  if (process.platform === "linux") return `\0${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.lock`);
}

function listen(path: string): Promise<ReturnType<typeof createServer> | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end());
    server.unref();
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(null) : reject(error),
    );
    server.listen(path, () => resolve(server));
  });
}

/** False when the socket was left behind by a process that is gone. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
