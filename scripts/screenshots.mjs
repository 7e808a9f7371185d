// `npm run screenshots`: takes the pictures in docs/screenshots, and the one that previews of links show, of a shop
// with demo data.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "./lib/chromium.mjs";
import { freePort } from "./lib/postgres.mjs";
import { ensureBuilt, ensureInstalled, projectNode, rootDir } from "./lib/prepare.mjs";

/** The pages of a visitor, and those of the administrator. */
const visited = [
  { name: "home", path: "/", theme: "light" },
  { name: "checkout", path: "/", theme: "light", prepare: goToPayment },
  { name: "payment", path: "/checkout?step=payment", theme: "light", prepare: chooseBitcoin },
];
const administered = [
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

ensureInstalled();
ensureBuilt();
const executablePath = await findChromium();
if (!executablePath) {
  console.error("No Chromium: install the package `chromium`, or set CHROMIUM_PATH.");
  process.exit(1);
}
const dataDir = mkdtempSync(join(tmpdir(), "satchel-screenshots-"));
const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: "production" };
spawnSync(projectNode, [join(rootDir, "scripts/demo/main.ts")], { stdio: "inherit", env });

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const shop = spawn(projectNode, [join(rootDir, "build/server/index.js")], {
  stdio: ["ignore", "pipe", "inherit"],
  env: { LOG_LEVEL: "error", ...env, PORT: String(port) },
});
try {
  await new Promise((resolve, reject) => {
    shop.once("exit", (code) => reject(new Error(`the shop exited with ${code}`)));
    shop.stdout.on("data", (chunk) => String(chunk).includes("is open at") && resolve());
  });
  await takeAll();
} finally {
  const ended = new Promise((resolve) => shop.once("exit", resolve));
  shop.kill("SIGTERM");
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

async function takeAll() {
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await takePreview(page);
  await take(page, visited);
  await page.goto("/login");
  await page.getByLabel("Email").fill("robin@satchel.example");
  await page.getByLabel("Password", { exact: true }).fill("satchel demo");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/");
  await take(page, administered);
  await browser.close();
}

/** Takes the columns of coins alone, in the size that link previews want: https://ogp.me */
async function takePreview(page) {
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.goto("/");
  await page.locator(".hero__cols .coins").evaluate((coins) => {
    const stage = document.createElement("div");
    stage.className = "deep";
    stage.style = "position:fixed;inset:0;z-index:99;display:grid;place-content:center";
    stage.style.background = getComputedStyle(document.querySelector(".hero")).backgroundColor;
    coins.style = "width:auto;height:510px";
    stage.append(coins);
    document.body.append(stage);
  });
  await page.screenshot({ path: join(rootDir, "public/preview.png") });
  await page.setViewportSize({ width: 1440, height: 900 });
  console.log("public/preview.png");
}

async function take(page, pictures) {
  for (const { name, path, theme, open, prepare } of pictures) {
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
    await page.screenshot({ path: join(rootDir, "docs/screenshots", `${name}.png`) });
    console.log(`docs/screenshots/${name}.png`);
  }
}

/** Goes to the choice of the payment method. */
async function goToPayment(page) {
  await page
    .getByRole("button", { name: /^Buy Now/ })
    .first()
    .click();
  await page.getByLabel("TikTok username").fill("mira.holt");
  await page.getByLabel("Email").fill("mira@satchel.example");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Payment method" }).waitFor();
}

/** Selects Bitcoin in a checkout at the payment step. */
async function chooseBitcoin(page) {
  await page.getByRole("button", { name: /^Bitcoin/ }).click();
  await page.getByTestId("payment-amount").waitFor();
}
