import { createHash } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError } from "../errors.ts";
import { lockFile } from "./file-lock.server.ts";

/** Handles one line that another process on this machine sends to the holder of the lock. */
export type RequestHandler = (request: string) => Promise<string>;

const MAX_REQUEST_LENGTH = 200;

/** Another process has the data folder open; two on one folder would corrupt it. */
export class DataFolderLockedError extends OperatorError {
  constructor(dir: string) {
    super(
      `The data folder ${dir} is in use by another Satchel. Stop it first, or set DATA_DIR to another folder. If no other has it open, not even in another container or on another machine, its file system takes no locks: move it to a local disk.`,
    );
    this.name = "DataFolderLockedError";
  }
}

/**
 * Locks the folder for this process; returns how to unlock it. The lock is that of the file `lockFileOf`, which holds
 * across containers, and a listening socket for requests. The system releases both with the process, however it ends.
 * Waits up to `waitMs` for a predecessor that is still closing, then throws DataFolderLockedError.
 */
export async function lockDataFolder(
  dir: string,
  waitMs = 5000,
  handleRequest: RequestHandler = () => Promise.resolve(""),
): Promise<() => Promise<void>> {
  const path = lockPath(dir);
  const deadline = Date.now() + waitMs;

  for (;;) {
    const unlockFile = tryToLockFile(dir);
    if (unlockFile) {
      const close = await listen(path, handleRequest);
      if (close)
        return async () => {
          await close();
          unlockFile();
        };
      unlockFile();
      if (!(await isHeld(path))) {
        if (leavesFile) rmSync(path, { force: true });
        continue;
      }
    }
    if (Date.now() > deadline) throw new DataFolderLockedError(dir);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Sends a request to the holder of the lock; returns null when there is none, or it ends before it has answered. */
export function sendToLockHolder(dir: string, request: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(lockPath(dir), () => socket.write(`${request}\n`));
    let response = "";
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      response += part;
    });
    socket.once("error", () => resolve(null));
    socket.once("close", () => resolve(response.endsWith("\n") ? response.slice(0, -1) : null));
  });
}

/** The file whose lock is the folder's: beside it, because a restore renames the folder. */
export const lockFileOf = (dir: string): string => `${realpathSync(dir)}.lock`;

function tryToLockFile(dir: string): (() => void) | null {
  const path = lockFileOf(dir);
  try {
    return lockFile(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The data folder ${dir} cannot be locked by the file ${path}: ${why}. This user must be able to write it, on a file system with locks.`,
    );
  }
}

function lockPath(dir: string): string {
  const name = createHash("sha256").update(realpathSync(dir)).digest("hex").slice(0, 24);
  return socketPath(`satchel-${name}`);
}

/** On other systems the socket is a file, which stays behind when its process is killed. */
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

/** Listens on the lock's socket; returns how to close it, or null when another process listens. */
function listen(
  path: string,
  handleRequest: RequestHandler,
): Promise<(() => Promise<void>) | null> {
  return new Promise((resolve, reject) => {
    const open = new Set<Socket>();
    const server = createServer((socket) => {
      open.add(socket);
      socket.once("close", () => open.delete(socket));
      socket.once("error", () => socket.destroy());
      serveRequest(socket, handleRequest);
    });
    server.unref();
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(null) : reject(error),
    );
    const unlock = () =>
      new Promise<void>((done) => {
        server.close(() => done());
        for (const socket of open) socket.destroy();
      });
    server.listen(path, () => resolve(unlock));
  });
}

/** One line is one request, answered by one line. */
function serveRequest(socket: Socket, handleRequest: RequestHandler): void {
  let request = "";
  socket.setEncoding("utf8");
  socket.on("data", (part: string) => {
    request += part;
    if (request.length > MAX_REQUEST_LENGTH) socket.destroy();
    if (!request.endsWith("\n")) return;
    socket.removeAllListeners("data");
    void handleRequest(request.trim()).then(
      (text) => socket.end(`${text}\n`),
      () => socket.destroy(),
    );
  });
}

/** Returns false when the socket was left behind by a process that is gone. */
function isHeld(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
