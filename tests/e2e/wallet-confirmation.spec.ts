import { sandboxPriceUrls, startSandbox } from "#server/sandbox.ts";
import { rootDir } from "../../scripts/lib/prepare.mjs";
import { folderForDatabases } from "../temp-folder.ts";
import { checkScreen } from "./axe.ts";
import { createPerson, register, confirmEmail } from "./people.ts";
import { expect, test } from "./shop.ts";
import { Shop } from "./shop-process.ts";
import { buyNow, createBuyer, fillRecipient, goToPayment, readPayment, toast } from "./steps.ts";

// A shop in live mode, whose outside world is the sandbox.

test("a new live shop is set up by the list on its dashboard: packages, wallet, mail, legal pages @core", async ({
  browser,
  ownShop,
}) => {
  test.slow();
  const sandbox = await startSandbox(rootDir, folderForDatabases());
  const owner = { ...createPerson(), name: "Robin Aker" };
  const shop = await ownShop({
    SATCHEL_MODE: "live",
    // Empty, unlike the data that the other shops begin with.
    DATA_DIR: folderForDatabases(),
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
  await confirmEmail(admin, outside, owner.email);
  const buyer = await browser.newPage({ baseURL: shop.url });

  // The samples are not for sale. The list works without JavaScript, too.
  await buyer.goto("/");
  await expect(buyer.getByText("No packages at the moment")).toBeVisible();
  const plain = await browser.newContext({
    baseURL: shop.url,
    javaScriptEnabled: false,
    storageState: await admin.context().storageState(),
  });
  const plainPage = await plain.newPage();
  await plainPage.goto("/admin");
  await plainPage.getByRole("button", { name: "Mark as read" }).click();
  await expect(plainPage.getByText("1 of 7 done")).toBeVisible();
  await plain.close();

  await admin.goto("/admin");
  const setup = admin.getByRole("region", { name: "Set up your shop" });
  await expect(setup).toContainText("Customers see “Satchel” and support@satchel.example.");
  await checkScreen(admin, "the dashboard of a new live shop");
  await setup.getByRole("button", { name: "Send a test email" }).click();
  await expect(setup).toContainText("Accepted by the mail server");
  expect(await outside.subjectsTo(owner.email)).toContain("Satchel: test email");
  await setup.getByRole("link", { name: "Packages and prices" }).click();
  await admin.getByRole("button", { name: /Move to grid.*350 coins/ }).click();
  await expect(toast(admin, "Package moved to the grid")).toBeVisible();

  // Nothing is offered yet: step 1 says so, and keeps what was entered.
  await buyer.goto("/");
  await buyNow(buyer, "350");
  await fillRecipient(buyer, createBuyer());
  await buyer.getByRole("button", { name: "Continue" }).click();
  await expect(buyer.getByText("We are not taking payments yet.")).toBeVisible();
  await checkScreen(buyer, "no payment method yet");

  await admin.goto("/admin");
  await expect(admin.getByText("The shop does not use HTTPS")).toBeVisible();
  await admin.getByRole("link", { name: /Compare the addresses with your wallet/ }).click();
  const addresses = admin.getByRole("region", { name: "First receiving addresses" });
  await expect(addresses).toContainText("Native SegWit");
  const [first] = await addresses.getByRole("code").allInnerTexts();
  await checkScreen(admin, "the first addresses of the wallet");
  await addresses.getByRole("button", { name: "My wallet shows these addresses" }).click();
  await expect(toast(admin, "Addresses confirmed. Bitcoin is now offered")).toBeVisible();
  await expect(addresses).toContainText("Confirmed by");
  await admin.goto("/admin");
  await expect(admin.getByText("Compare the addresses with your wallet")).toBeHidden();
  await expect(setup.getByText("4 of 7 done")).toBeVisible();
  await setup.getByRole("button", { name: "Hide this list" }).click();
  await expect(setup).toBeHidden();

  await goToPayment(buyer, "350", createBuyer());
  expect((await readPayment(buyer)).address).toBe(first);
  await sandbox.close();
});
