import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Has these processes share one processor of this machine, and leaves the others to this process and all that it has
 * started and will start; returns how to lift it, or null where that is not possible.
 */
export function setApart(pids: readonly number[]): (() => void) | null {
  const allowed = processorsOf(process.pid);
  const last = allowed.at(-1);
  const others = allowed.slice(0, -1);
  if (last === undefined || others.length === 0) return null;
  const all = withDescendants(process.pid);
  const lift = () => {
    for (const pid of all) keepTo(pid, allowed);
  };
  for (const pid of all) {
    const isKept = keepTo(pid, pids.includes(pid) ? [last] : others);
    // Of the others one may have ended meanwhile.
    if (!isKept && (pids.includes(pid) || pid === process.pid)) {
      lift();
      return null;
    }
  }
  return lift;
}

/** Keeps all threads of a process to these processors; false where that is not possible. */
function keepTo(pid: number, processors: readonly number[]): boolean {
  const options = ["--all-tasks", "--cpu-list", "--pid", processors.join(","), String(pid)];
  return spawnSync("taskset", options, { stdio: "ignore" }).status === 0;
}

/** Those that a process may run on, in order; none where it is not told. */
function processorsOf(pid: number): number[] {
  const [, list = ""] = /^Cpus_allowed_list:\s*(.+)$/m.exec(told(`/proc/${pid}/status`)) ?? [];
  return list.split(",").flatMap((range) => {
    const [first = NaN, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 || 0 }, (_, i) => first + i);
  });
}

/** A process, and all that it and they have started and that still run. */
function withDescendants(pid: number): number[] {
  const children = told(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  return [pid, ...children.flatMap((child) => withDescendants(Number(child)))];
}

/** Empty where Linux does not tell. */
function told(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
