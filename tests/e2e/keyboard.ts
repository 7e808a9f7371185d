import type { Locator, Page } from "@playwright/test";

/** Returns the actions of a keyboard-only user. */
export function keyboardOf(page: Page) {
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("Tab does not lead there");
  };
  return {
    tabTo,
    /** Replaces the text of a field. */
    type: async (label: string, text: string) => {
      await tabTo(page.getByLabel(label, { exact: true }));
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type(text);
    },
    press: async (target: Locator) => {
      await tabTo(target);
      await page.keyboard.press("Enter");
    },
  };
}
