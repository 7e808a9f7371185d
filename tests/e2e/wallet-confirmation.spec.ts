import { sandboxPriceUrls, startSandbox } from "#server/sandbox.ts";
import { rootDir } from "../../scripts/lib/prepare.mjs";
import { folderForDatabases } from "../temp-folder.ts";
import { expectAccessible } from "./axe.ts";
import { createPerson, linkInMail, register } from "./people.ts";
import { expect, Shop, test } from "./shop.ts";
import { buyNow, createBuyer, fillRecipient, goToPayment, readPayment, toast } from "./steps.ts";

// A shop in live mode, whose outside world is the sandbox.

test("in live mode Bitcoin is offered once an administrator has compared the first addresses", async ({
  browser,
  ownShop,
}) => {
  test.slow();
  const sandbox = await startSandbox(rootDir, folderForDatabases());
  const owner = { ...createPerson(), name: "Robin Aker" };
  const shop = await ownShop({
    SATCHEL_MODE: "live",
    BITCOIN_NETWORK: "regtest",
    BITCOIN_XPUB: sandbox.xpub,
    ESPLORA_URL: `${sandbox.url}/esplora`,
    BITCOIN_PRICE_URLS: sandboxPriceUrls(sandbox.url).join(","),
    SMTP_URL: sandbox.smtpUrl,
    MAIL_FROM: "shop@satchel.example",
    ADMIN_EMAIL: owner.email,
    CHAIN_POLL_SECONDS: "1",
  });
  const admin = await browser.newPage({ baseURL: shop.url });
  // A stranger who registers first owns nothing.
  const stranger = await browser.newPage({ baseURL: shop.url });
  await register(stranger, createPerson());
  await stranger.goto("/admin");
  await expect(stranger).toHaveURL(/\/$/);
  await stranger.close();
  await register(admin, owner);
  const outside = new Shop(sandbox.url, {});
  await admin.goto(await linkInMail(outside, owner.email, "confirm your email"));
  const buyer = await browser.newPage({ baseURL: shop.url });

  // Nothing is offered yet: step 1 says so, and keeps what was entered.
  await buyer.goto("/");
  await buyNow(buyer, "350");
  await fillRecipient(buyer, createBuyer());
  await buyer.getByRole("button", { name: "Continue" }).click();
  await expect(buyer.getByText("We are not taking payments yet.")).toBeVisible();
  await expectAccessible(buyer);

  await admin.goto("/admin");
  await expect(admin.getByText("The shop does not use HTTPS")).toBeVisible();
  await admin.getByRole("link", { name: /Compare the addresses with your wallet/ }).click();
  const addresses = admin.getByRole("region", { name: "First receiving addresses" });
  await expect(addresses).toContainText("Native SegWit");
  const [first] = await addresses.getByRole("code").allInnerTexts();
  await expectAccessible(admin);
  await addresses.getByRole("button", { name: "My wallet shows these addresses" }).click();
  await expect(toast(admin, "Addresses confirmed. Bitcoin is now offered")).toBeVisible();
  await expect(addresses).toContainText("Confirmed by");
  await admin.goto("/admin");
  await expect(admin.getByText("Compare the addresses with your wallet")).toBeHidden();

  await goToPayment(buyer, "350", createBuyer());
  expect((await readPayment(buyer)).address).toBe(first);
  await sandbox.close();
});
