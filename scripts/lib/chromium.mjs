// Finds a Chromium for the tests: Debian's, or Playwright's.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Without a window system: the tests take two thirds of the time. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

const places = [
  process.env.CHROMIUM_PATH,
  HEADLESS_SHELL,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Returns the path of the preferred Chromium, or null. */
export function findHeadlessShell() {
  return (
    [process.env.CHROMIUM_PATH, HEADLESS_SHELL].find((path) => path && existsSync(path)) ?? null
  );
}

/** Returns the path of any Chromium on this machine, or null. Needs the dependencies installed. */
export async function findChromium() {
  const found = places.find((path) => path && existsSync(path));
  if (found) return found;
  const { chromium } = await import("@playwright/test");
  const bundled = chromium.executablePath();
  return existsSync(bundled) ? bundled : null;
}

/**
 * Returns the font that is used for Arial, or null if none has its widths. The fallback fonts of the styles are adjusted to its widths, so that
 * without it a page moves when its fonts arrive.
 */
export function findArial() {
  const { status, stdout } = spawnSync("fc-match", ["Arial"], { encoding: "utf8" });
  // Systems without fontconfig, such as macOS, come with Arial.
  if (status !== 0) return "Arial";
  return /Arial|Liberation Sans|Helvetica/.test(stdout) ? stdout.trim() : null;
}
