// Lighthouse's scores, as on a telephone. It is fetched for this alone: with what it brings it is as large as half
// of everything else the project installs.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findChromium } from "../scripts/lib/chromium.mjs";
import { freePort } from "../scripts/lib/postgres.mjs";
import { rootDir } from "../scripts/lib/prepare.mjs";
import { openShop } from "../tests/e2e/shop.ts";
import { prepareVisit, type Visit, visits } from "./visits.ts";

const VERSION = "13.5.0";

/** Pages of one person only ask search engines to stay away, which Lighthouse holds against them. */
const OFF_FOR_PRIVATE_PAGES = ["is-crawlable"];

const { values } = parseArgs({
  options: {
    /** Names of those in `visits.ts`. */
    pages: { type: "string", default: "Home,Checkout,Track,Admin orders" },
    runs: { type: "string", default: "3" },
    /** Prints which audits cost points. */
    findings: { type: "boolean", default: false },
  },
});

interface Report {
  /** How fast this machine was meanwhile; Lighthouse's scores mean something above 1000. */
  environment: { benchmarkIndex: number };
  categories: Record<string, { title: string; score: number | null; auditRefs: AuditRef[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
}

interface AuditRef {
  id: string;
  weight: number;
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;

const lighthouse = await fetchLighthouse();
const executablePath = await findChromium();
if (!executablePath) throw new Error("no Chromium: install one, or set CHROMIUM_PATH");
const { shop, close } = await openShop("embedded");
try {
  for (const [index, name] of values.pages.split(",").entries()) {
    const visit = visits.find((visit) => visit.name === name);
    if (!visit) throw new Error(`no visit is called ${name}`);
    const reports: Report[] = [];
    for (let run = 1; run <= Number(values.runs); run += 1) {
      console.error(`${name}, run ${run} …`);
      reports.push(await inspect(visit));
    }
    print(name, reports, index === 0);
  }
} finally {
  await close();
}

/** Lighthouse, installed into a folder of its own beside the dependencies. */
async function fetchLighthouse(): Promise<Lighthouse> {
  const folder = join(rootDir, "node_modules/.cache/lighthouse", VERSION);
  const entry = join(folder, "node_modules/lighthouse/core/index.js");
  if (!existsSync(entry)) {
    console.error(`Fetching Lighthouse ${VERSION}, once …`);
    mkdirSync(folder, { recursive: true });
    const { status } = spawnSync(
      "npm",
      ["install", "--prefix", folder, "--no-save", "--ignore-scripts", `lighthouse@${VERSION}`],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    if (status !== 0) throw new Error("Lighthouse could not be installed");
  }
  const { default: run } = (await import(pathToFileURL(entry).href)) as { default: Lighthouse };
  return run;
}

/** One report, by a browser that has been nowhere but where the visit begins. */
async function inspect(visit: Visit): Promise<Report> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: executablePath ?? "",
    args: ["--no-sandbox", `--remote-debugging-port=${port}`],
  });
  try {
    const context = await browser.newContext();
    const url = await prepareVisit(visit, context, shop.url);
    const cookies = await context.cookies();
    const result = await lighthouse(url, {
      port,
      logLevel: "error",
      onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
      extraHeaders: { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
    });
    if (!result) throw new Error(`no report on ${url}`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

function print(name: string, reports: Report[], first: boolean): void {
  const [report] = reports;
  if (!report) return;
  if (first) {
    const titles = Object.values(report.categories).map(({ title }) => title);
    console.log(`| page, median | ${titles.join(" | ")} | LCP | TBT | CLS | machine |`);
    console.log(`|---|${"---:|".repeat(titles.length + 4)}`);
  }
  const scores = Object.keys(report.categories).map((key) =>
    median(reports.map((report) => scoreOf(report, key))).toFixed(0),
  );
  const shown = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"].map(
    (id) => report.audits[id]?.displayValue ?? "",
  );
  const machine = median(reports.map(({ environment }) => environment.benchmarkIndex)).toFixed(0);
  console.log(`| ${[name, ...scores, ...shown, machine].join(" | ")} |`);
  if (values.findings) for (const line of findingsOf(report)) console.error(`    ${line}`);
}

/** Of 100, as Lighthouse weighs it; without what it holds against private pages. */
function scoreOf({ categories, audits }: Report, key: string): number {
  const refs = (categories[key]?.auditRefs ?? []).filter(
    ({ id, weight }) =>
      weight > 0 && !OFF_FOR_PRIVATE_PAGES.includes(id) && typeof audits[id]?.score === "number",
  );
  const total = refs.reduce((sum, { weight }) => sum + weight, 0);
  const reached = refs.reduce((sum, { id, weight }) => sum + weight * (audits[id]?.score ?? 0), 0);
  return (100 * reached) / total;
}

function findingsOf({ audits }: Report): string[] {
  return Object.entries(audits)
    .filter(([, { score }]) => score !== null && score < 0.9)
    .map(([id, { score, title, displayValue = "" }]) => `${score} ${id}: ${title} ${displayValue}`);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
