import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { isCore } from "../tiers.ts";

const PHONE = { width: 390, height: 844 };

/**
 * Checks a screen in its current state: no axe violations in light on a desktop and in dark on a phone, and nothing is
 * wider than the window. The core of the tests leaves out the desktop, since contrast.test.ts compares the colours of
 * both schemes. Reports what it finds under the name of the state, and the test goes on.
 */
export async function checkScreen(page: Page, state: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  const light = isCore ? [] : await violationsOf(page);
  const found = light.map((violation) => `light: ${violation}`);
  await page.emulateMedia({ colorScheme: "dark" });
  // The back office is made for phones of 390 px.
  const isBackOffice = new URL(page.url()).pathname.startsWith("/admin");
  for (const width of isBackOffice ? [PHONE.width] : [1920, 768, 360]) {
    await page.setViewportSize({ width, height: PHONE.height });
    const content = await page.evaluate(() => document.documentElement.scrollWidth);
    if (content > width) found.push(`${content} px wide at ${width} px`);
  }
  found.push(...(await violationsOf(page)).map((violation) => `dark, on a phone: ${violation}`));
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(size);
  expect.soft(found, `${state} (${page.url()})`).toEqual([]);
}

/**
 * Returns the axe violations while nothing is animated. Runs again if a toast appeared or disappeared meanwhile, or a
 * frame that hydration put back.
 */
async function violationsOf(page: Page): Promise<string[]> {
  for (;;) {
    await page.waitForFunction(standsStill);
    // axe would wait forever for a frame that runs no scripts.
    const frames = page.locator("iframe");
    await frames.evaluateAll((all) => all.forEach((frame) => frame.remove()));
    const toasts = await toastsOf(page);
    // Compiling the library again takes a third of a run.
    const isLoaded = await page.evaluate(() => "axe" in window);
    // Legacy mode runs in the page itself. The default opens a second page to merge results, which takes twice as long
    // and is needed only for cross-origin frames.
    const { violations } = await new AxeBuilder({ page, ...(isLoaded && { axeSource: "void 0" }) })
      .setLegacyMode(true)
      .options({ resultTypes: ["violations"] })
      .analyze();
    if ((await toastsOf(page)) !== toasts || (await frames.count()) > 0) continue;
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
    );
  }
}

/** Whether no finite animation runs. Runs in the page. */
function standsStill(): boolean {
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    .filter(({ playState }) => playState === "running");
  return moving.length === 0;
}

/** Returns the texts of the toasts. */
async function toastsOf(page: Page): Promise<string> {
  return (await page.locator(".toast").allTextContents()).join("\n");
}
