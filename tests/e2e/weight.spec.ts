import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext } from "@playwright/test";
import { prepareVisit, visits } from "../../bench/page-visits.ts";
import { measureLayoutShift, type Weight, measureWeight } from "../../bench/page-weight.ts";
import { expect, test } from "./shop.ts";

/** Budgets for all scripts of the checkout: in gzipped bytes, and in files, since each costs a round trip. */
const CHECKOUT_SCRIPTS_GZIP = 160_000;
const CHECKOUT_SCRIPT_FILES = 12;
/** Budget for the inline script, in gzipped bytes. */
const INLINE_GZIP = 2000;
/** Budget for all fonts of a page, in bytes (WOFF2 is compressed already). */
const FONTS = 95_000;

/** A string that identifies each part in a script, and a page that has the part. */
const parts = [
  { part: "QR codes", mark: "QRCodeSVG", shownBy: "Payment" },
  { part: "tables", mark: "table__sort", shownBy: "Admin orders" },
  { part: "the back office", mark: "quick-search__open", shownBy: "Admin orders" },
  { part: "charts", mark: "plot__bar", shownBy: "Admin reports" },
];

// Each page loads until the network is idle.
test.describe.configure({ timeout: 180_000 });

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

const everyVisit = [
  ...visits,
  {
    name: "Admin reports",
    prepare: async (send: Parameters<(typeof visits)[number]["prepare"]>[0]) => {
      await visitOf("Admin orders").prepare(send);
      return "/admin/reports";
    },
  },
];

function visitOf(name: string) {
  const visit = everyVisit.find((visit) => visit.name === name);
  if (!visit) throw new Error(`unknown page: ${name}`);
  return visit;
}

async function inFreshBrowser<Found>(
  { browser, name, viewport = phone }: { browser: Browser; name: string; viewport?: typeof phone },
  origin: string,
  measure: (context: BrowserContext, url: string) => Promise<Found>,
): Promise<Found> {
  const context = await browser.newContext({ viewport });
  try {
    return await measure(context, await prepareVisit(visitOf(name), context, origin));
  } finally {
    await context.close();
  }
}

const scriptsGzip = ({ scripts }: Weight) => scripts.reduce((sum, { gzip }) => sum + gzip, 0);
const contains = ({ scripts }: Weight, mark: string) =>
  scripts.some(({ text }) => text.includes(mark));

async function inlineScripts(url: string): Promise<string> {
  const html = await (await fetch(url)).text();
  return [...html.matchAll(/<script\b[^>]*>([^]*?)<\/script>/g)].map(([, code]) => code).join("");
}

test("the home and sign-in pages load no scripts, and the checkout few, and none of other screens; every page loads few fonts, and uses those that it preloads", async ({
  browser,
  ownShop,
}) => {
  // A shop of its own: its first account must be the administrator that signs in here.
  const shop = await ownShop();
  const weights = new Map<string, Weight>();
  for (const { name } of everyVisit)
    weights.set(name, await inFreshBrowser({ browser, name }, shop.url, measureWeight));
  const weightOf = (name: string) => {
    const weight = weights.get(name);
    if (!weight) throw new Error(`unknown page: ${name}`);
    return weight;
  };

  expect(weightOf("Home").scripts).toEqual([]);
  expect(weightOf("Sign in").scripts).toEqual([]);
  expect(gzipSync(await inlineScripts(shop.url)).length).toBeLessThanOrEqual(INLINE_GZIP);
  const checkout = weightOf("Checkout");
  expect(scriptsGzip(checkout)).toBeGreaterThan(0);
  expect(scriptsGzip(checkout)).toBeLessThanOrEqual(CHECKOUT_SCRIPTS_GZIP);
  expect(checkout.scripts.length).toBeLessThanOrEqual(CHECKOUT_SCRIPT_FILES);
  for (const { part, mark, shownBy } of parts) {
    expect(contains(weightOf(shownBy), mark), `${shownBy} has ${part}`).toBe(true);
    // The payment is a step of the checkout.
    if (shownBy !== "Payment")
      expect(contains(checkout, mark), `the checkout has ${part}`).toBe(false);
  }

  for (const [name, { fonts, unusedPreloads }] of weights) {
    expect(fonts.length, name).toBeGreaterThan(0);
    expect(
      fonts.reduce((sum, { bytes }) => sum + bytes, 0),
      name,
    ).toBeLessThanOrEqual(FONTS);
    expect(unusedPreloads, name).toEqual([]);
  }
});

for (const [screen, viewport] of Object.entries({ phone, desktop })) {
  test(`no layout shift on a slow connection where fonts arrive last, ${screen}`, async ({
    browser,
    shop,
  }) => {
    for (const name of ["Home", "Checkout", "Sign in"]) {
      const shift = await inFreshBrowser({ browser, name, viewport }, shop.url, measureLayoutShift);
      expect(shift, name).toBe(0);
    }
  });
}
