import * as accounts from "./accessibility/accounts.ts";
import * as backOffice from "./accessibility/back-office.ts";
import * as buying from "./accessibility/buying.ts";
import * as integrations from "./accessibility/integrations.ts";
import * as orders from "./accessibility/orders.ts";
import { checkOtherRoutes } from "./accessibility/routes.ts";
import type { Visit } from "./accessibility/screens.ts";
import { checkTeam } from "./accessibility/team.ts";
import { test } from "./admin-shop.ts";

test.use({
  adminShopEnv: { SANDBOX_LIGHTNING: "on", SANDBOX_PROVIDERS: "on", WEBHOOK_ALLOW_PRIVATE: "1" },
  actionTimeout: 60_000,
});
// On one worker with one shop.
test.describe.configure({ mode: "default" });

const parts: Record<string, ((visit: Visit) => Promise<void>)[]> = {
  "keys, webhooks and a new shop": [
    backOffice.checkEmptyShop,
    integrations.checkApiKeys,
    integrations.checkWebhooks,
  ],
  "a visitor's screens": [
    buying.checkPurchase,
    buying.checkInterruptions,
    buying.checkHostedPayments,
    buying.checkSandbox,
  ],
  "a customer's screens": [accounts.checkSigningIn, accounts.checkAccount],
  "the team": [checkTeam],
  "orders and their payments": [
    orders.checkOrders,
    orders.checkDeliver,
    orders.checkReview,
    orders.checkRefunds,
  ],
  "bank transfers and newsletters": [backOffice.checkBankTransfers, backOffice.checkNewsletters],
  "lists, settings and the delivery adapter": [
    backOffice.checkLists,
    backOffice.checkSettings,
    integrations.checkDeliveryAdapter,
  ],
  "all other routes": [checkOtherRoutes],
};
// The last one opens each route that no other did: alone, as in the core of the tests, all of them.
const core = ["a visitor's screens", "all other routes"];
for (const [title, checks] of Object.entries(parts)) {
  const tag = core.includes(title) ? " @core" : "";
  test(`${title} are accessible in light and dark, and fit a phone${tag}`, async ({
    browser,
    adminPage,
    adminShop: { shop },
  }) => {
    test.setTimeout(600_000);
    for (const each of checks)
      await test.step(each.name, () => each({ browser, shop, admin: adminPage }));
  });
}
