import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectNode, rootDir } from "../scripts/lib/prepare.mjs";

/** The result of a load test. */
export interface Load {
  /** Responses with status 200 per second. */
  perSecond: number;
  /** Latency in milliseconds, to the last byte of the response. */
  p50: number;
  p99: number;
}

/** Loads one page with autocannon in a process of its own; throws on any status but 200. */
export async function load(
  url: string,
  options: {
    connections: number;
    seconds: number;
    /** Accepts gzip, as browsers do. */
    gzip?: boolean;
  },
): Promise<Load> {
  const { connections, seconds, gzip = false } = options;
  const child = spawn(
    projectNode,
    [
      join(rootDir, "node_modules/autocannon/autocannon.js"),
      ...["--json", "-c", String(connections), "-d", String(seconds)],
      ...(gzip ? ["-H", "accept-encoding=gzip"] : []),
      url,
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  await new Promise((resolve) => child.once("close", resolve));
  const { requests, latency, errors, ...counts } = JSON.parse(output) as AutocannonResult;
  if (errors > 0 || counts["2xx"] === 0 || counts.non2xx > 0)
    throw new Error(`${url}: ${counts.non2xx} other statuses, ${errors} errors`);
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 };
}

/** The part of autocannon's JSON output that is used here. */
interface AutocannonResult {
  requests: { average: number };
  latency: { p50: number; p99: number };
  errors: number;
  "2xx": number;
  non2xx: number;
}

/** Operations per second, by the clock and by CPU time. */
export interface Rate {
  perSecond: number;
  /** Operations per second of CPU time: steadier than the clock on a shared machine. */
  perCpuSecond: number;
}

/** Runs the work, which returns its rate, and measures the CPU time that the processes used meanwhile. */
export async function rateOf<Work extends { perSecond: number }>(
  pids: readonly number[],
  work: () => Promise<Work>,
): Promise<Work & Rate> {
  const used = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = used();
  const began = performance.now();
  const done = await work();
  const count = (done.perSecond * (performance.now() - began)) / 1000;
  return { ...done, perCpuSecond: count / (used() - before) };
}

/** Returns the seconds of CPU time that a process has used, in all its threads. Linux only. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The fields after the process name, which may contain spaces: utime and stime, in hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Formats the medians of a baseline and of the shop, and the ratio of the two, as table cells. */
export function formatComparison(baseline: readonly number[], ours: readonly number[]): string {
  const [limit, reached] = [median(baseline), median(ours)];
  return `${limit.toFixed(0)} | ${reached.toFixed(0)} | ${((100 * reached) / limit).toFixed(0)}%`;
}

/** Returns the value that a share (0 to 1) of the values does not exceed; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
}

/** Returns the resident memory of a process in megabytes. Linux only. */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
