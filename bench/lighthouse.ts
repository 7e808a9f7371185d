// Lighthouse's mobile scores. It is installed by this benchmark only: with its dependencies it is half as large as
// everything else the project installs.
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
import { median } from "./load.ts";
import { prepareVisit, type Visit, visitsOf } from "./page-visits.ts";
import { numberOf } from "./options.ts";
import { OperatorError } from "#db/errors.ts";

const VERSION = "13.5.0";

/** Audits that private pages fail on purpose: they exclude search engines. */
const IGNORED_AUDITS = ["is-crawlable"];

const { values } = parseArgs({
  options: {
    /** Names from `page-visits.ts`. */
    pages: { type: "string", default: "Home,Checkout,Track,Admin orders" },
    runs: { type: "string", default: "3" },
    /** Prints the audits that cost points. */
    findings: { type: "boolean", default: false },
  },
});

const wanted = visitsOf(values.pages);
const runs = numberOf("runs", values.runs);

interface Report {
  /** The speed of this machine during the run; Lighthouse's scores are meaningful above 1000. */
  environment: { benchmarkIndex: number };
  categories: Record<string, { title: string; score: number | null; auditRefs: AuditRef[] }>;
  audits: Record<
    string,
    { score: number | null; title: string; displayValue?: string; numericValue?: number }
  >;
}

interface AuditRef {
  id: string;
  weight: number;
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;

const lighthouse = await loadLighthouse();
const executablePath = await findChromium();
if (!executablePath)
  throw new OperatorError("No Chromium: install the package `chromium`, or set CHROMIUM_PATH.");
const { shop, close } = await openShop("embedded");
try {
  for (const [index, visit] of wanted.entries()) {
    const { name } = visit;
    const reports: Report[] = [];
    for (let run = 1; run <= runs; run += 1) {
      console.error(`${name}, run ${run} …`);
      reports.push(await inspect(visit));
    }
    print(name, reports, index === 0);
  }
} finally {
  await close();
}

/** Installs Lighthouse into a cache folder, and imports it. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = join(rootDir, "node_modules/.cache/lighthouse", VERSION);
  const entry = join(folder, "node_modules/lighthouse/core/index.js");
  if (!existsSync(entry)) {
    console.error(`Installing Lighthouse ${VERSION} …`);
    mkdirSync(folder, { recursive: true });
    const { status } = spawnSync(
      "npm",
      ["install", "--prefix", folder, "--no-save", "--ignore-scripts", `lighthouse@${VERSION}`],
      { stdio: ["ignore", "ignore", "inherit"] },
    );
    if (status !== 0) throw new OperatorError("Lighthouse could not be installed.");
  }
  const { default: run } = (await import(pathToFileURL(entry).href)) as { default: Lighthouse };
  return run;
}

/** Runs Lighthouse once in a fresh browser. */
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
  const medianOf = (id: string) =>
    median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
  const shown = [
    `${(medianOf("largest-contentful-paint") / 1000).toFixed(1)} s`,
    `${medianOf("total-blocking-time").toFixed(0)} ms`,
    medianOf("cumulative-layout-shift").toFixed(2),
  ];
  const machine = median(reports.map(({ environment }) => environment.benchmarkIndex)).toFixed(0);
  console.log(`| ${[name, ...scores, ...shown, machine].join(" | ")} |`);
  if (values.findings) for (const line of findingsOf(report)) console.error(`    ${line}`);
}

/** Computes the weighted score of 100, without the ignored audits. */
function scoreOf({ categories, audits }: Report, key: string): number {
  const refs = (categories[key]?.auditRefs ?? []).filter(
    ({ id, weight }) =>
      weight > 0 && !IGNORED_AUDITS.includes(id) && typeof audits[id]?.score === "number",
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
