// The browser for the tests: Debian's, or the one Playwright brings.
import { existsSync } from "node:fs";

const places = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of a Chromium on this machine, or null. Needs the dependencies installed. */
export async function findChromium() {
  const found = places.find((path) => path && existsSync(path));
  if (found) return found;
  const { chromium } = await import("@playwright/test");
  const bundled = chromium.executablePath();
  return existsSync(bundled) ? bundled : null;
}
