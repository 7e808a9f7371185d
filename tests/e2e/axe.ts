import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** The only rule of axe whose result depends on the color scheme. */
const COLOR_RULES = ["color-contrast"];

/**
 * Expects no axe violations while nothing is animated, of all rules by default. Runs again if a toast appeared or
 * disappeared meanwhile.
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  for (;;) {
    await page.waitForFunction(standsStill);
    const toasts = await toastsOf(page);
    // Legacy mode runs in the page itself. The default opens a second page to merge results, which takes twice as long
    // and is needed only for cross-origin frames.
    const isLegacy = page.frames().length === 1;
    // Compiling the library again takes a third of a run.
    const isLoaded = isLegacy && (await page.evaluate(() => "axe" in window));
    const { violations } = await new AxeBuilder({ page, ...(isLoaded && { axeSource: "void 0" }) })
      .setLegacyMode(isLegacy)
      .options({
        resultTypes: ["violations"],
        ...(rules && { runOnly: { type: "rule", values: rules } }),
      })
      .analyze();
    if ((await toastsOf(page)) !== toasts) continue;
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
    );
    return expect(found, page.url()).toEqual([]);
  }
}

/** Expects no axe violations in light, dark and on a phone, and that nothing is wider than the phone. */
export async function expectAccessibleAndFits(page: Page): Promise<void> {
  await expectAccessibleInBothSchemes(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  if (size) await page.setViewportSize(size);
}

/** Expects no axe violations in the light and in the dark color scheme; the light one stays. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, COLOR_RULES);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
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
