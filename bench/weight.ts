// Measures the transfers of each page with an empty cache, and its cumulative layout shift on a slow connection.
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../scripts/lib/chromium.mjs";
import { openShop } from "../tests/e2e/shop.ts";
import { prepareVisit, type Visit, visitsOf } from "./page-visits.ts";
import { measureLayoutShift, type Weight, measureWeight } from "./page-weight.ts";
import { OperatorError } from "#db/errors.ts";

const { values } = parseArgs({
  options: {
    /** Names from `page-visits.ts`. */
    pages: { type: "string", default: "Home,Checkout,Payment,Track,Sign in,Admin orders" },
  },
});
const wanted = visitsOf(values.pages);

const screens = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
};

const executablePath = await findChromium();
if (!executablePath)
  throw new OperatorError("No Chromium: install the package `chromium`, or set CHROMIUM_PATH.");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const { shop, close } = await openShop("embedded");
try {
  console.log(
    "| page | scripts, kB gzip | styles, kB gzip | fonts, kB | requests | CLS phone, 1/100 | CLS desktop, 1/100 |",
  );
  console.log("|---|---:|---:|---:|---:|---:|---:|");
  for (const visit of wanted) {
    console.error(`${visit.name} …`);
    const weight = await inFreshBrowser(visit, "phone", measureWeight);
    const phone = await inFreshBrowser(visit, "phone", measureLayoutShift);
    const desktop = await inFreshBrowser(visit, "desktop", measureLayoutShift);
    console.log(`| ${[visit.name, ...cellsOf(weight), phone, desktop].join(" | ")} |`);
  }
} finally {
  await close();
  await browser.close();
}

async function inFreshBrowser<Found>(
  visit: Visit,
  screen: keyof typeof screens,
  measure: (context: Awaited<ReturnType<Browser["newContext"]>>, url: string) => Promise<Found>,
): Promise<Found> {
  const context = await browser.newContext({ viewport: screens[screen] });
  try {
    return await measure(context, await prepareVisit(visit, context, shop.url));
  } finally {
    await context.close();
  }
}

function cellsOf({ scripts, stylesGzip, fonts, requests }: Weight): string[] {
  const scriptsGzip = scripts.reduce((sum, { gzip }) => sum + gzip, 0);
  const fontBytes = fonts.reduce((sum, { bytes }) => sum + bytes, 0);
  const inKb = (bytes: number) => (bytes / 1000).toFixed(1);
  return [inKb(scriptsGzip), inKb(stylesGzip), inKb(fontBytes), String(requests)];
}
