import * as accounts from "./accessibility/accounts.ts";
import * as buying from "./accessibility/buying.ts";
import { checkOtherRoutes } from "./accessibility/routes.ts";
import { test } from "./admin-shop.ts";

test.use({
  adminShopEnv: { SANDBOX_LIGHTNING: "on", SANDBOX_PROVIDERS: "on", SANDBOX_TEXTS: "traced" },
  actionTimeout: 60_000,
});

test("each text of a buyer's screens can be translated", async ({
  browser,
  adminPage,
  adminShop: { shop },
}) => {
  test.setTimeout(600_000);
  const parts = [
    buying.checkPurchase,
    buying.checkInterruptions,
    buying.checkHostedPayments,
    accounts.checkSigningIn,
    accounts.checkAccount,
    checkOtherRoutes,
  ];
  for (const each of parts)
    await test.step(each.name, () => each({ browser, shop, admin: adminPage }));
});
