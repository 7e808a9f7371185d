import { spawn } from "node:child_process";
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
  options: { connections: number; seconds: number; cookie?: string },
): Promise<Load> {
  const { connections, seconds, cookie } = options;
  const child = spawn(
    projectNode,
    [
      join(rootDir, "node_modules/autocannon/autocannon.js"),
      ...["--json", "-c", String(connections), "-d", String(seconds)],
      ...(cookie ? ["-H", `cookie=${cookie}`] : []),
      url,
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

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
