import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectNode, rootDir } from "../scripts/lib/prepare.mjs";

/** What a server answered under load. */
export interface Load {
  /** Answered with 200, each second. */
  perSecond: number;
  /** Milliseconds from a request to its whole answer. */
  p50: number;
  p99: number;
}

/** Asks for one page over and over, from a process of its own; throws when anything but 200 comes back. */
export async function load(
  url: string,
  options: {
    connections: number;
    seconds: number;
    cookie?: string;
    /** Whether the answer may come compressed, as browsers want it. */
    gzip?: boolean;
    /** Whether each request has a query of its own, so that nothing that was answered before will do. */
    anew?: boolean;
  },
): Promise<Load> {
  const { connections, seconds, cookie, gzip = false, anew = false } = options;
  const child = spawn(
    projectNode,
    [
      join(rootDir, "node_modules/autocannon/autocannon.js"),
      ...["--json", "-c", String(connections), "-d", String(seconds)],
      ...(cookie ? ["-H", `cookie=${cookie}`] : []),
      ...(gzip ? ["-H", "accept-encoding=gzip"] : []),
      // An argument that ends with a bracket would be taken for the end of a list.
      ...(anew ? ["--idReplacement", `${url}${url.includes("?") ? "&" : "?"}n=[<id>]_`] : [url]),
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  await new Promise((resolve) => child.once("close", resolve));
  const { requests, latency, errors, ...counts } = JSON.parse(output) as Outcome;
  if (errors > 0 || counts["2xx"] === 0 || counts.non2xx > 0)
    throw new Error(`${url}: ${counts.non2xx} other answers, ${errors} errors`);
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99 };
}

/** What autocannon 9 prints, as far as it is read here. */
interface Outcome {
  requests: { average: number };
  latency: { p50: number; p99: number };
  errors: number;
  "2xx": number;
  non2xx: number;
}

/** A side of a comparison: how often a second, and what that took of a processor. */
export interface Rate {
  perSecond: number;
  /** Times a second if these processes shared a processor of their own: steadier where others use the machine, too. */
  perCpuSecond: number;
}

/** Does the work, which says how often a second it did it, and reads what the processes used meanwhile. */
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

/** Linux only: seconds of processor time that a process has used, in all its threads. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // Counted from behind the name, which may hold anything: user and system time, in hundredths.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** `ours` beside `theirs`, as the median of all rounds: both, and what part one is of the other. */
export function compared(theirs: readonly number[], ours: readonly number[]): string {
  const [limit, reached] = [median(theirs), median(ours)];
  return `${limit.toFixed(0)} | ${reached.toFixed(0)} | ${((100 * reached) / limit).toFixed(0)}%`;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
