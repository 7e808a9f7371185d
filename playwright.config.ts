import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/lib/chromium.mjs";
import type { ShopOptions } from "./tests/e2e/shop.ts";
import { isCore } from "./tests/tiers.ts";

const executablePath = await findChromium();
const hasServer = Boolean(process.env.TEST_DATABASE_URL);

/**
 * What may go otherwise on the embedded database runs there too: a purchase (once: its looks are the same), much at
 * once, faults, and the shop being killed. Service functions are tested on both without a browser.
 */
const onEmbeddedToo = {
  testMatch: isCore
    ? [/\/purchase\.spec\.ts$/]
    : [
        /\/(home-cache|purchase|kills|kills-credit|kills-lightning|kills-notifications|races|recovery)\.spec\.ts$/,
        ...(process.env.KILLS ? [/\/kills-delivery\.spec\.ts$/] : []),
        process.env.HOSTILE === "full"
          ? /\/hostile\/.*\.spec\.ts$/
          : /\/hostile\/faults\.spec\.ts$/,
      ],
  grepInvert: /phone/,
};

export default defineConfig<object, ShopOptions>({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/e2e/global-setup.ts",
  fullyParallel: true,
  // For two cores, since some tests wait for the shop's timeouts. Failed tests are not retried.
  workers: 4,
  forbidOnly: Boolean(process.env.CI),
  grep: isCore ? /@core/ : undefined,
  // They end what hangs, and say nothing of speed.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    screenshot: "only-on-failure",
    // Frames of animations take 8 % of the processor time. Specs in which something moves turn motion on.
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  },
  // All tests run on one database: on a server where there is one, because a shop starts five times as fast there.
  projects: hasServer
    ? [
        { name: "embedded", ...onEmbeddedToo, use: { database: "embedded" as const } },
        { name: "postgresql", use: { database: "postgresql" as const } },
      ]
    : // Several instances have a server between them.
      [
        {
          name: "embedded",
          testIgnore: /\/instances\.spec\.ts$/,
          use: { database: "embedded" as const },
        },
      ],
});
