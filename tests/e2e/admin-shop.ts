import type { BrowserContextOptions, Page } from "@playwright/test";
import { type Person, register, createPerson } from "./people.ts";
import { GAP_LIMIT, openShop, type ShopOptions, test as base } from "./shop.ts";
import type { Shop } from "./shop-process.ts";

type StorageState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** A shop with its administrator, shared by the tests of one worker. */
export interface AdminShop {
  shop: Shop;
  admin: Person;
  /** The administrator's cookies. */
  signedIn: StorageState;
}

/** Playwright's test with a shop whose first account is signed in on `adminPage`. */
export const test = base.extend<
  { adminPage: Page },
  ShopOptions & { adminShop: AdminShop; adminShopEnv: Record<string, string> }
>({
  /** The environment of the shop. */
  adminShopEnv: [{}, { option: true, scope: "worker" }],
  adminShop: [
    async ({ database, browser, adminShopEnv }, use) => {
      const { shop, close } = await openShop(database, adminShopEnv, GAP_LIMIT.shared);
      const context = await browser.newContext({ baseURL: shop.url });
      const admin = { ...createPerson(), name: "Robin Aker" };
      await register(await context.newPage(), admin);
      const signedIn = await context.storageState();
      await context.close();
      await use({ shop, admin, signedIn });
      await close();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: ({ adminShop }, use) => use(adminShop.shop.url),
  adminPage: async ({ browser, adminShop, contextOptions }, use) => {
    const { shop, signedIn } = adminShop;
    const context = await browser.newContext({
      ...contextOptions,
      baseURL: shop.url,
      storageState: signedIn,
    });
    await use(await context.newPage());
    await context.close();
  },
});

export { expect } from "@playwright/test";
