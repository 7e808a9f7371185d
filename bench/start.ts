// The time of a start compared with a bare Node and a bare database, and the memory of the running shop.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { freePort } from "../scripts/lib/postgres.mjs";
import { projectNode, rootDir } from "../scripts/lib/prepare.mjs";
import { register } from "./bench-shop.ts";
import { median } from "./load.ts";
import { numberOf } from "./options.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    minutes: { type: "string", default: "1" },
  },
});

const rounds = numberOf("rounds", values.rounds);
const minutes = numberOf("minutes", values.minutes);

/** The pages that are requested while memory is measured. */
const pages = [
  "/",
  "/packages/2",
  "/track-order",
  "/login",
  "/terms",
  "/admin",
  "/admin/orders",
  "/admin/orders?q=mira",
  "/admin/packages",
  "/admin/reports?period=month",
  "/admin/customers",
  "/admin/settings",
  "/admin/audit",
];
const CONCURRENCY = 4;

const dataDir = mkdtempSync(join(tmpdir(), "satchel-bench-"));
const shop = join(dataDir, "shop");
const bare = join(dataDir, "bare");

const openBare = `
  const { PGlite } = await import("@electric-sql/pglite");
  const { pg_trgm } = await import("@electric-sql/pglite/contrib/pg_trgm");
  const db = await PGlite.create(${JSON.stringify(bare)}, { extensions: { pg_trgm } });
  await db.query("select 1");
  process.exit(0);`;

const starts: [name: string, run: () => Promise<number>][] = [
  ["`node -e 0`", () => timeUntilExit(["-e", "0"])],
  ["bare PGlite, same folder", () => timeUntilExit(["--input-type=module", "-e", openBare])],
  ["`node scripts/start.mjs`", () => timeUntilFirstPage(projectNode, ["scripts/start.mjs"])],
  ["`npm start`", () => timeUntilFirstPage("npm", ["start"])],
];

try {
  console.error("first start, which creates the database …");
  await timeUntilFirstPage("npm", ["start"]);
  cpSync(join(shop, "database"), bare, { recursive: true });
  await measureStarts();
  await measureMemory();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

async function measureStarts(): Promise<void> {
  const taken = new Map(starts.map(([name]) => [name, [] as number[]]));
  for (let round = 1; round <= rounds; round += 1) {
    console.error(`start ${round} of each …`);
    for (const [name, run] of starts) taken.get(name)?.push(await run());
  }
  const databaseMs = median(taken.get("bare PGlite, same folder") ?? []);
  console.log("| until the first page, second start | ms | bare PGlite = 1 |\n|---|---:|---:|");
  for (const [name, all] of taken)
    console.log(
      `| ${name} | ${median(all).toFixed(0)} | ${(median(all) / databaseMs).toFixed(2)} |`,
    );
}

async function measureMemory(): Promise<void> {
  const running = await openAt("npm", ["start"]);
  try {
    const cookie = await register(running.url);
    const rows: [string, Memory][] = [["after the first page", memoryOf(running.child)]];
    const until = Date.now() + minutes * 60_000;
    let count = 0;
    const browse = async () => {
      while (Date.now() < until) {
        count += 1;
        const path = pages[count % pages.length] ?? "/";
        const response = await fetch(`${running.url}${path}`, { headers: { cookie } });
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        await response.arrayBuffer();
      }
    };
    console.error(`${minutes} minutes of browsing …`);
    await Promise.all(Array.from({ length: CONCURRENCY }, browse));
    rows.push([`after ${count.toLocaleString("en")} pages`, memoryOf(running.child)]);
    await delay(10_000);
    rows.push(["10 s later", memoryOf(running.child)]);
    console.log("\n| resident memory, MB | shop | sandbox |\n|---|---:|---:|");
    for (const [when, { server, sandbox }] of rows)
      console.log(`| ${when} | ${server} | ${sandbox} |`);
  } finally {
    await running.end();
  }
}

async function timeUntilExit(args: string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(projectNode, args, { cwd: rootDir, stdio: "inherit" });
  await new Promise((resolve) => child.once("exit", resolve));
  return performance.now() - began;
}

async function timeUntilFirstPage(command: string, args: string[]): Promise<number> {
  const running = await openAt(command, args);
  await running.end();
  return running.took;
}

/** Starts the shop; `took` is the time in milliseconds until the first page was loaded. */
async function openAt(command: string, args: string[]) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: rootDir,
    env: { ...process.env, PORT: String(port), APP_URL: url, DATA_DIR: shop },
    stdio: ["ignore", "ignore", "inherit"],
    // A process group of its own, so that a signal reaches npm and all it has started.
    detached: true,
  });
  while (!(await isReachable(url))) {
    if (child.exitCode !== null) throw new Error(`the shop exited with ${child.exitCode}`);
    await delay(5);
  }
  const took = performance.now() - began;
  const end = async () => {
    const { server } = findProcesses(child);
    process.kill(-(child.pid ?? 0), "SIGTERM");
    while (isRunning(server?.pid)) await delay(20);
  };
  return { child, url, took, end };
}

async function isReachable(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

interface Memory {
  server: number;
  sandbox: number;
}

function memoryOf(child: ChildProcess): Memory {
  const { server, sandbox } = findProcesses(child);
  return { server: server?.mb ?? 0, sandbox: sandbox?.mb ?? 0 };
}

/** Finds the shop and its sandbox among the descendants of the process, with their resident memory. */
function findProcesses(child: ChildProcess) {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, kb, args = ""]) => ({
      pid: Number(pid),
      parent: Number(parent),
      mb: Math.round(Number(kb) / 1000),
      args,
    }));
  const descendants = all.filter(({ pid }) => pid === child.pid);
  for (const member of descendants)
    descendants.push(...all.filter(({ parent }) => parent === member.pid));
  return {
    server: descendants.find(({ args }) => /^\S*node .*scripts\/start\.mjs/.test(args)),
    sandbox: descendants.find(({ args }) => args.includes("sandbox/main.ts")),
  };
}

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}
