import type { Locator, Page } from "@playwright/test";

/** Returns the row of an order in the list. */
export function row(page: Page, id: string): Locator {
  return page.getByRole("row").filter({ has: page.getByRole("link", { name: id, exact: true }) });
}

/** Returns the panel of an order once it is hydrated, which makes it modal: a press before that submits its form at once. */
export function panel(page: Page): Locator {
  return page.getByRole("dialog", { name: "Order Details" }).and(page.locator(":modal"));
}

export function search(page: Page): Locator {
  return page.getByPlaceholder("Search orders...");
}

/** Returns the listed ids, from top to bottom. */
export function listed(page: Page): Locator {
  return page.locator(".row-link");
}

/** Generates a text that only the orders of one test contain. */
let tests = 0;
export function mark(): string {
  tests += 1;
  return `m${tests}x${Math.random().toString(36).slice(2, 8)}`;
}
