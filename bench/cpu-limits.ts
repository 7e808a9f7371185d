import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CGROUP_ROOT = "/sys/fs/cgroup";
/** Short, so that a process that has used up its quota is not paused for long. */
const PERIOD_US = 10_000;
/** Linux accepts no smaller quota. */
const MIN_QUOTA_US = 1000;

/**
 * Limits each process to a share (0 to 1) of one CPU by a Linux control group, so that processes on one machine behave
 * like several small machines. Returns a function that removes the limit, or null where that is not permitted.
 */
export function limitCpuShare(pids: readonly number[], share: number): (() => void) | null {
  const period = Math.max(PERIOD_US, Math.ceil(MIN_QUOTA_US / share));
  const quota = Math.round(share * period);
  const isVersion2 = existsSync(join(CGROUP_ROOT, "cgroup.controllers"));
  const groups: string[] = [];
  const removeLimit = () => {
    for (const group of groups) {
      const parent = join(group, "..", "cgroup.procs");
      // A process that has exited is no longer a member of its group.
      for (const pid of pids) ignoreErrors(() => writeFileSync(parent, String(pid)));
      ignoreErrors(() => rmdirSync(group));
    }
  };
  try {
    if (isVersion2) writeFileSync(join(CGROUP_ROOT, "cgroup.subtree_control"), "+cpu");
    for (const pid of pids) {
      const group = join(CGROUP_ROOT, isVersion2 ? "" : "cpu", `satchel-bench-${pid}`);
      mkdirSync(group);
      groups.push(group);
      if (isVersion2) writeFileSync(join(group, "cpu.max"), `${quota} ${period}`);
      else {
        writeFileSync(join(group, "cpu.cfs_period_us"), String(period));
        writeFileSync(join(group, "cpu.cfs_quota_us"), String(quota));
      }
      writeFileSync(join(group, "cgroup.procs"), String(pid));
    }
    return removeLimit;
  } catch {
    removeLimit();
    return null;
  }
}

/**
 * Pins the processes to one CPU, and this process with all its other descendants to the remaining ones. Returns a
 * function that undoes it, or null where that is not possible.
 */
export function pinToOneCpu(pids: readonly number[]): (() => void) | null {
  const cpus = allowedCpus(process.pid);
  const last = cpus.at(-1);
  const others = cpus.slice(0, -1);
  if (last === undefined || others.length === 0) return null;
  const all = withDescendants(process.pid);
  const unpin = () => {
    for (const pid of all) setAffinity(pid, cpus);
  };
  for (const pid of all) {
    const isPinned = setAffinity(pid, pids.includes(pid) ? [last] : others);
    // Any other descendant may have exited in the meantime.
    if (!isPinned && (pids.includes(pid) || pid === process.pid)) {
      unpin();
      return null;
    }
  }
  return unpin;
}

/** Sets the CPU affinity of all threads of a process; returns false where that is not possible. */
function setAffinity(pid: number, cpus: readonly number[]): boolean {
  const options = ["--all-tasks", "--cpu-list", "--pid", cpus.join(","), String(pid)];
  return spawnSync("taskset", options, { stdio: "ignore" }).status === 0;
}

/** Returns the CPUs that a process may run on, in order; none on systems without /proc. */
function allowedCpus(pid: number): number[] {
  const [, list = ""] = /^Cpus_allowed_list:\s*(.+)$/m.exec(readProc(`/proc/${pid}/status`)) ?? [];
  return list.split(",").flatMap((range) => {
    const [first = NaN, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 || 0 }, (_, i) => first + i);
  });
}

/** Returns the process and all its running descendants. */
function withDescendants(pid: number): number[] {
  const children = readProc(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean);
  return [pid, ...children.flatMap((child) => withDescendants(Number(child)))];
}

function readProc(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function ignoreErrors(run: () => void): void {
  try {
    run();
  } catch {
    // Nothing to clean up.
  }
}
