import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

/**
 * axe finds nothing on the page as a person reads it: not while something moves in or out. If a toast came
 * or began to go while axe was looking, it looks again.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (;;) {
    await page.waitForFunction(standsStill);
    const toasts = await toastsOf(page);
    // "Legacy" is one run in the page itself. The other way opens a second page to put results together, which
    // takes as long again, and is needed only where a frame holds something that the page may not look into.
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode(page.frames().length === 1)
      .options({ resultTypes: ["violations"] })
      .analyze();
    if ((await toastsOf(page)) !== toasts) continue;
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
    );
    return expect(found, page.url()).toEqual([]);
  }
}

/** Whether all toasts are fully in, and nothing moves but what always does. Runs in the page. */
function standsStill(): boolean {
  const toasts = [...document.querySelectorAll<HTMLElement>("[data-sonner-toast]")];
  const areIn = toasts.every(
    (toast) =>
      toast.dataset.visible === "false" ||
      (toast.dataset.removed !== "true" && getComputedStyle(toast).opacity === "1"),
  );
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    .filter(({ playState }) => playState === "running");
  return areIn && moving.length === 0;
}

/** What the toasts say, and which of them are on their way out. */
function toastsOf(page: Page): Promise<string> {
  return page
    .locator("[data-sonner-toast]")
    .evaluateAll((toasts: HTMLElement[]) =>
      toasts.map(({ dataset, textContent }) => `${textContent} ${dataset.removed}`).join("\n"),
    );
}
