import type { Page } from "@playwright/test";

/** Tells the page that its tab was hidden or shown: in a headless browser every tab counts as visible. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
    const state = isHidden ? "hidden" : "visible";
    Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}
