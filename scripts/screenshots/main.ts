import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { OperatorError } from "#db/errors.ts";
import { type Sandbox, sandboxPriceUrls, startSandbox } from "#server/sandbox.ts";
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
  { name: "orders", path: "/admin/orders", theme: "light", open: "tbody tr a" },
  { name: "settings", path: "/admin/settings", theme: "light" },
  { name: "reports", path: "/admin/reports?period=year", theme: "light" },
  { name: "packages", path: "/admin/packages", theme: "light" },
  { name: "bank", path: "/admin/bank", theme: "light" },
  { name: "review", path: "/admin/review", theme: "light" },
  { name: "webhook", path: "/admin/webhooks/1", theme: "light", open: "tbody tr a" },
  { name: "api-keys", path: "/admin/api-keys", theme: "dark" },
];

/** The list of a new live shop. */
const setup: Picture = { name: "setup", path: "/admin", theme: "light" };
const owner = { name: "Robin Aker", email: "robin@shop.example", password: demoPassword };

const PREVIEW = "preview";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How many days of orders the shop has. */
    days: { type: "string", default: "365" },
  },
});
const names = [PREVIEW, ...[...visited, ...administered, setup].map(({ name }) => name)];
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
const env = {
  LOG_LEVEL: "error",
  ...process.env,
  NODE_ENV: "production",
  SATCHEL_MODE: "sandbox",
  DATA_DIR: join(dir, "data"),
  DATABASE_URL: "",
};
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const wanted = [...visited, ...administered].filter(isWanted);
  if (wanted.length > 0 || isWanted({ name: PREVIEW })) {
    if (runProgram("scripts/demo/main.ts", ["--days", values.days], { env }) !== 0)
      throw new OperatorError("No picture was taken, as there is no demo.");
    await whileOpen(env, takeDemo);
  }
  if (isWanted(setup)) {
    const outside = await startSandbox(rootDir, dir);
    await whileOpen({ ...env, ...liveIn(outside) }, (page) => takeSetup(page, outside));
    await outside.close();
  }
} finally {
  await browser.close();
}
cpSync(pictures, rootDir, { recursive: true });

/** Runs a shop with these variables, and gives a page of it to `work`. */
async function whileOpen(
  variables: NodeJS.ProcessEnv,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const shop = spawn(projectNode, [join(rootDir, "build/server/index.js")], {
    // With an IPC channel the shop ends with this process.
    stdio: ["ignore", "inherit", "pipe", "ipc"],
    env: { ...variables, PORT, APP_URL: url },
  });
  const ended = new Promise((resolve) => shop.once("exit", resolve));
  try {
    await new Promise<void>((resolve, reject) => {
      shop.once("exit", (code) => reject(new OperatorError(`The shop exited with ${code}.`)));
      shop.stderr?.on("data", (chunk) => String(chunk).includes("is open at") && resolve());
    });
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1440, height: 900 },
      reducedMotion: "reduce",
    });
    await work(await context.newPage());
    await context.close();
  } finally {
    shop.kill("SIGTERM");
    await ended;
  }
}

/** The variables of a new live shop whose outside world is a sandbox. */
function liveIn(outside: Sandbox) {
  return {
    SATCHEL_MODE: "live",
    DATA_DIR: join(dir, "new"),
    BITCOIN_NETWORK: "regtest",
    BITCOIN_XPUB: outside.xpub,
    ESPLORA_URL: `${outside.url}/esplora`,
    BITCOIN_PRICE_URLS: sandboxPriceUrls(outside.url).join(","),
    SMTP_URL: outside.smtpUrl,
    MAIL_FROM: "Coin shop <orders@shop.example>",
    ADMIN_EMAIL: owner.email,
  };
}

async function takeDemo(page: Page): Promise<void> {
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
}

/** Registers the owner, whose mail is at the sandbox. */
async function takeSetup(page: Page, outside: Sandbox): Promise<void> {
  await page.goto("/register");
  await page.getByLabel("Full name").fill(owner.name);
  await page.getByLabel("Email", { exact: true }).fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByLabel("Confirm password").fill(owner.password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("/");
  let link: string | undefined;
  while (!link) {
    const mails = await fetch(`${outside.url}/sandbox/mail/messages`);
    link = /https?:\/\/\S+token=[\w.%-]+/.exec(
      ((await mails.json()) as { text: string }[]).map(({ text }) => text).join("\n"),
    )?.[0];
    await page.waitForTimeout(100);
  }
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await page.getByRole("heading", { name: "Email address confirmed" }).waitFor();
  await take(page, [setup]);
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
