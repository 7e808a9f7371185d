import type { BrowserContextOptions, Page } from "@playwright/test";
import { type Person, register, somebody } from "./people.ts";
import { openShop, type Shop, type ShopOptions, test as base } from "./shop.ts";

type StorageState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/** A shop with its administrator, whom the tests of one worker share. */
export interface Office {
  shop: Shop;
  admin: Person;
  /** The administrator's cookies. */
  signedIn: StorageState;
}

/** Playwright's test with a shop of its own whose first account is signed in on `adminPage`. */
export const test = base.extend<
  { adminPage: Page },
  ShopOptions & { office: Office; officeEnv: Record<string, string> }
>({
  /** How the shop is configured. */
  officeEnv: [{}, { option: true, scope: "worker" }],
  office: [
    async ({ database, browser, officeEnv }, use) => {
      const { shop, close } = await openShop(database, officeEnv);
      const context = await browser.newContext({ baseURL: shop.url });
      const admin = { ...somebody(), name: "Robin Aker" };
      await register(await context.newPage(), admin);
      const signedIn = await context.storageState();
      await context.close();
      await use({ shop, admin, signedIn });
      await close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ office }, use) => use(office.shop.url),
  adminPage: async ({ browser, office, contextOptions }, use) => {
    const { shop, signedIn } = office;
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
