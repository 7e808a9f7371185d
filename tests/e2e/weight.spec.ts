import type { Browser, BrowserContext } from "@playwright/test";
import { prepareVisit, visits } from "../../bench/visits.ts";
import { layoutShift, type Weight, weigh } from "../../bench/weigh.ts";
import { expect, test } from "./shop.ts";

/** All scripts that the home page loads, in bytes as gzip makes them. */
const HOME_SCRIPTS_GZIP = 130_000;
/** All files with them, so that a slow line is not kept waiting for each. */
const HOME_SCRIPT_FILES = 10;
/** All fonts of a page, in bytes; they are compressed by themselves. */
const FONTS = 95_000;

/** What tells in a script that it draws this, and a page that does. */
const parts = [
  { part: "QR codes", mark: "QRCodeSVG", shownBy: "Payment" },
  { part: "tables", mark: "table__sort", shownBy: "Admin orders" },
  { part: "the back office", mark: "quick-search__open", shownBy: "Admin orders" },
  { part: "charts", mark: "plot__bar", shownBy: "Admin reports" },
];

// Each page is waited for until nothing more comes.
test.describe.configure({ timeout: 180_000 });

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

const everyVisit = [
  ...visits,
  {
    name: "Admin reports",
    prepare: async (ask: Parameters<(typeof visits)[number]["prepare"]>[0]) => {
      await visitOf("Admin orders").prepare(ask);
      return "/admin/reports";
    },
  },
];

function visitOf(name: string) {
  const visit = everyVisit.find((visit) => visit.name === name);
  if (!visit) throw new Error(`no visit is called ${name}`);
  return visit;
}

async function inFreshBrowser<Found>(
  { browser, name, viewport = phone }: { browser: Browser; name: string; viewport?: typeof phone },
  origin: string,
  look: (context: BrowserContext, url: string) => Promise<Found>,
): Promise<Found> {
  const context = await browser.newContext({ viewport });
  try {
    return await look(context, await prepareVisit(visitOf(name), context, origin));
  } finally {
    await context.close();
  }
}

const scriptsGzip = ({ scripts }: Weight) => scripts.reduce((sum, { gzip }) => sum + gzip, 0);
const draws = ({ scripts }: Weight, mark: string) =>
  scripts.some(({ text }) => text.includes(mark));

test("the home page comes alive with few scripts, and none of other screens", async ({
  browser,
  ownShop,
}) => {
  // Of its own: its first account has to be the one that signs in here.
  const shop = await ownShop();
  const home = await inFreshBrowser({ browser, name: "Home" }, shop.url, weigh);
  expect(scriptsGzip(home)).toBeGreaterThan(0);
  expect(scriptsGzip(home)).toBeLessThanOrEqual(HOME_SCRIPTS_GZIP);
  expect(home.scripts.length).toBeLessThanOrEqual(HOME_SCRIPT_FILES);
  for (const { part, mark, shownBy } of parts) {
    const other = await inFreshBrowser({ browser, name: shownBy }, shop.url, weigh);
    expect(draws(other, mark), `${shownBy} has ${part}`).toBe(true);
    expect(draws(home, mark), `the home page has ${part}`).toBe(false);
  }
});

test("scripts yield to styles and fonts", async ({ browser, shop }) => {
  // Without a script: React takes the preloads away when it comes alive.
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url });
  await page.goto("/");
  await expect(page.locator("link[rel=modulepreload]")).not.toHaveCount(0);
  await expect(page.locator("link[rel=modulepreload]:not([fetchpriority=low])")).toHaveCount(0);
  await page.close();
});

test("the fonts of every page are few, and what is preloaded is shown", async ({
  browser,
  ownShop,
}) => {
  const shop = await ownShop();
  for (const { name } of visits) {
    const { fonts, idlePreloads } = await inFreshBrowser({ browser, name }, shop.url, weigh);
    expect(fonts.length, name).toBeGreaterThan(0);
    expect(
      fonts.reduce((sum, { bytes }) => sum + bytes, 0),
      name,
    ).toBeLessThanOrEqual(FONTS);
    expect(idlePreloads, name).toEqual([]);
  }
});

for (const [screen, viewport] of Object.entries({ phone, desktop })) {
  test(`nothing moves while a page comes slowly and its fonts last, ${screen}`, async ({
    browser,
    ownShop,
  }) => {
    const shop = await ownShop();
    for (const name of ["Home", "Checkout", "Sign in"]) {
      const shift = await inFreshBrowser({ browser, name, viewport }, shop.url, layoutShift);
      expect(shift, name).toBe(0);
    }
  });
}
