import { DatabaseSync } from "node:sqlite";

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/** Referenced until unlocked: a database that is garbage is closed, which would release its lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks a file, which is created if needed and stays empty; returns how to unlock it, or null while another process
 * holds it. The operating system releases the lock when the process ends, however it ends. It holds for all processes of
 * a machine, also in different containers. Node has no `flock`: this is the lock of an SQLite database
 * (https://www.sqlite.org/lockingv3.html).
 */
export function lockFile(path: string): (() => void) | null {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // Without a journal file beside it.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    held.add(database);
    return () => {
      if (held.delete(database)) database.close();
    };
  } catch (error) {
    database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
}
