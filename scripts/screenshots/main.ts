import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { OperatorError } from "#db/errors.ts";
import { findChromium } from "../lib/chromium.mjs";
import { freePort } from "../lib/postgres.mjs";
import { demoAdmin, demoPassword } from "../demo/accounts.ts";
import { ensureBuilt, projectNode, rootDir, runProgram } from "../lib/prepare.mjs";

interface Picture {
  name: string;
  path: string;
  theme: "light" | "dark";
  /** Clicks the first of these, which opens a dialog. */
  open?: string;
  prepare?: (page: Page) => Promise<void>;
}

/** The pages of a visitor, and those of the administrator. */
const visited: Picture[] = [
  { name: "home", path: "/", theme: "light" },
  { name: "checkout", path: "/", theme: "light", prepare: goToPayment },
  { name: "payment", path: "/", theme: "light", prepare: chooseBitcoin },
];
const administered: Picture[] = [
  { name: "dashboard", path: "/admin", theme: "light" },
  { name: "dashboard-dark", path: "/admin", theme: "dark" },
  { name: "orders", path: "/admin/orders", theme: "light", open: "tbody tr a" },
  { name: "reports", path: "/admin/reports?period=year", theme: "light" },
  { name: "packages", path: "/admin/packages", theme: "light" },
  { name: "bank", path: "/admin/bank", theme: "light" },
  { name: "review", path: "/admin/review", theme: "light" },
  { name: "webhook", path: "/admin/webhooks/1", theme: "light", open: "tbody tr a" },
  { name: "api-keys", path: "/admin/api-keys", theme: "dark" },
];

const PREVIEW = "preview";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How many days of orders the shop has. */
    days: { type: "string", default: "365" },
  },
});
const names = [PREVIEW, ...[...visited, ...administered].map(({ name }) => name)];
const unknown = positionals.find((name) => !names.includes(name));
if (unknown)
  throw new OperatorError(`There is no picture ${unknown}. There are: ${names.join(", ")}.`);
const isWanted = ({ name }: { name: string }) =>
  positionals.length === 0 || positionals.includes(name);

const executablePath = await findChromium();
if (!executablePath)
  throw new OperatorError("No Chromium: install the package `chromium`, or set CHROMIUM_PATH.");
ensureBuilt();
// The pictures are replaced together, when all have been taken.
const dir = mkdtempSync(join(tmpdir(), "satchel-screenshots-"));
process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
const pictures = join(dir, "pictures");
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const env = {
  LOG_LEVEL: "error",
  ...process.env,
  NODE_ENV: "production",
  SATCHEL_MODE: "sandbox",
  DATA_DIR: join(dir, "data"),
  DATABASE_URL: "",
  PORT: String(port),
};
if (runProgram("scripts/demo/main.ts", ["--days", values.days], { env }) !== 0)
  throw new OperatorError("No picture was taken, as there is no demo.");

const shop = spawn(projectNode, [join(rootDir, "build/server/index.js")], {
  // With an IPC channel the shop ends with this process.
  stdio: ["ignore", "inherit", "pipe", "ipc"],
  env,
});
const ended = new Promise((resolve) => shop.once("exit", resolve));
try {
  await new Promise<void>((resolve, reject) => {
    shop.once("exit", (code) => reject(new OperatorError(`The shop exited with ${code}.`)));
    shop.stderr?.on("data", (chunk) => String(chunk).includes("is open at") && resolve());
  });
  await takeAll(executablePath);
} finally {
  shop.kill("SIGTERM");
  await ended;
}
cpSync(pictures, rootDir, { recursive: true });

async function takeAll(executablePath: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1440, height: 900 },
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    if (isWanted({ name: PREVIEW })) await takePreview(page);
    await take(page, visited.filter(isWanted));
    const administratorPictures = administered.filter(isWanted);
    if (administratorPictures.length === 0) return;
    await page.goto("/login");
    await page.getByLabel("Email").fill(demoAdmin.email);
    await page.getByLabel("Password", { exact: true }).fill(demoPassword);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("/");
    await take(page, administratorPictures);
  } finally {
    await browser.close();
  }
}

/** Saves what the page shows as the file with this path in the repository. */
async function save(page: Page, path: string): Promise<void> {
  await page.screenshot({ path: join(pictures, path) });
  console.log(path);
}

/** Takes the columns of coins alone, in the size that link previews want: https://ogp.me */
async function takePreview(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.goto("/");
  await page.locator(".hero__cols .coins").evaluate((coins) => {
    const stage = document.createElement("div");
    stage.className = "deep";
    stage.style.cssText = "position:fixed;inset:0;z-index:99;display:grid;place-content:center";
    stage.style.background = getComputedStyle(
      document.querySelector(".hero") ?? coins,
    ).backgroundColor;
    coins.style.cssText = "width:auto;height:510px";
    stage.append(coins);
    document.body.append(stage);
  });
  await save(page, `public/${PREVIEW}.png`);
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function take(page: Page, list: readonly Picture[]): Promise<void> {
  for (const { name, path, theme, open, prepare } of list) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    // Reloads the page, without the toast of the sign-in.
    await page.goto(path);
    if (open) {
      await page.locator(open).first().click();
      await page.getByRole("dialog").waitFor();
    }
    await prepare?.(page);
    await page.waitForLoadState("load");
    // Times are hidden until they are shown in the browser's time zone.
    await page.waitForFunction(() => !document.querySelector("time.utc"));
    await save(page, `docs/screenshots/${name}.png`);
  }
}

/** Goes to the choice of the payment method. */
async function goToPayment(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Buy Now/ })
    .first()
    .click();
  await page.getByLabel("TikTok username").fill("mira.holt");
  await page.getByLabel("Email").fill("mira@satchel.example");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Payment method" }).waitFor();
}

/** Goes on to a payment in Bitcoin. */
async function chooseBitcoin(page: Page): Promise<void> {
  await goToPayment(page);
  await page.getByRole("button", { name: /^Bitcoin/ }).click();
  await page.getByTestId("payment-amount").waitFor();
}
