import { readFileSync } from "node:fs";

/** Calls `onExit` once when npm, which runs this script, is killed: its shell does not pass signals on. */
export function watchNpm(onExit) {
  if (!process.env.npm_lifecycle_event) return;
  const started = ancestors();
  const watching = setInterval(() => {
    if (ancestors() === started) return;
    clearInterval(watching);
    onExit();
  }, 500);
  watching.unref();
}

/** Returns parent and grandparent: npm starts a shell, which outlives it. */
function ancestors() {
  const parent = process.ppid;
  try {
    const status = readFileSync(`/proc/${parent}/status`, "utf8");
    return `${parent} ${/^PPid:\s+(\d+)/m.exec(status)?.[1]}`;
  } catch {
    // Without /proc only the shell can be watched.
    return String(parent);
  }
}
