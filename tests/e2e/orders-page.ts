import type { Locator, Page } from "@playwright/test";

/** The row of an order in the list. */
export function row(page: Page, id: string): Locator {
  return page.getByRole("row").filter({ has: page.getByRole("link", { name: id, exact: true }) });
}

export function panel(page: Page): Locator {
  return page.getByRole("dialog", { name: "Order Details" });
}

export function search(page: Page): Locator {
  return page.getByPlaceholder("Search orders...");
}

/** The ids that are listed, from top to bottom. */
export function listed(page: Page): Locator {
  return page.locator(".row-link");
}

/** A text that only the orders of one test have. */
let tests = 0;
export function mark(): string {
  tests += 1;
  return `m${tests}x${Math.random().toString(36).slice(2, 8)}`;
}
