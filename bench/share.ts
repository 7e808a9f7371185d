import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = "/sys/fs/cgroup";
/** Short, so that a process that has used up its share does not stand still for long. */
const PERIOD_US = 10_000;
/** Less of a period Linux gives to nobody. */
const LEAST_US = 1000;

/**
 * Gives each of these processes so much of one processor (0 to 1) and no more, by a control group of Linux; returns
 * how to lift it, or null where that is not allowed. So the processes of one machine are like several small ones.
 */
export function limitShare(pids: readonly number[], share: number): (() => void) | null {
  const period = Math.max(PERIOD_US, Math.ceil(LEAST_US / share));
  const quota = Math.round(share * period);
  const isSecond = existsSync(join(ROOT, "cgroup.controllers"));
  const made: string[] = [];
  const lift = () => {
    for (const group of made) {
      const above = join(group, "..", "cgroup.procs");
      for (const pid of pids) tryTo(() => writeFileSync(above, String(pid)));
      tryTo(() => rmdirSync(group));
    }
  };
  try {
    if (isSecond) writeFileSync(join(ROOT, "cgroup.subtree_control"), "+cpu");
    for (const pid of pids) {
      const group = join(ROOT, isSecond ? "" : "cpu", `satchel-bench-${pid}`);
      mkdirSync(group);
      made.push(group);
      if (isSecond) writeFileSync(join(group, "cpu.max"), `${quota} ${period}`);
      else {
        writeFileSync(join(group, "cpu.cfs_period_us"), String(period));
        writeFileSync(join(group, "cpu.cfs_quota_us"), String(quota));
      }
      writeFileSync(join(group, "cgroup.procs"), String(pid));
    }
    return lift;
  } catch {
    lift();
    return null;
  }
}

/** A process that has ended leaves its group by itself. */
function tryTo(what: () => void): void {
  try {
    what();
  } catch {
    // Nothing is left to do.
  }
}
