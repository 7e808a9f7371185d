import type { Browser, Page } from "@playwright/test";
import { checkScreen } from "../axe.ts";
import { checkTraced, isTraced } from "../untranslated.ts";
import { placeOrder, type PlacedOrder } from "../place-order.ts";
import type { Shop } from "../shop-process.ts";
import type { Buyer } from "../steps.ts";

/** The shop of the pass, and its administrator's page. */
export interface Visit {
  browser: Browser;
  shop: Shop;
  admin: Page;
}

/** The paths of the checked screens, with their parameters. */
export const checkedPaths = new Set<string>();

/** Checks a screen in its current state, and records that it was: where texts are traced, that each is a message. */
export async function check(page: Page, state: string): Promise<void> {
  const { pathname, search } = new URL(page.url());
  checkedPaths.add(`${pathname}${search}`);
  if (await isTraced(page)) await checkTraced(page, state);
  else await checkScreen(page, state);
}

/** Opens a path, and checks the screen. */
export async function checkPath(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await check(page, path);
}

/** Places an order that is to be paid to an address. */
export async function orderOnChain(shop: Shop, buyer: Partial<Buyer> = {}): Promise<PlacedOrder> {
  return placeOrder(shop, { onChain: true, buyer });
}
