import { readFileSync } from "node:fs";

/** Calls `onExit` once when npm, which runs this script, is killed: its shell does not pass signals on. */
export function watchNpm(onExit) {
  if (!process.env.npm_lifecycle_event) return;
  const isGone = npmWatch();
  const watching = setInterval(() => {
    if (!isGone()) return;
    clearInterval(watching);
    onExit();
  }, 500);
  watching.unref();
}

/** Returns a function that tells whether npm has ended. A failed read says nothing: descriptors may have run out. */
export function npmWatch() {
  const shell = process.ppid;
  const npm = parentOf(shell);
  return () => {
    if (process.ppid !== shell) return true;
    const now = parentOf(shell);
    return npm !== null && now !== null && now !== npm;
  };
}

/** Returns the parent of a process; null where there is no /proc, or it cannot be read. */
function parentOf(pid) {
  try {
    return /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? null;
  } catch {
    return null;
  }
}
