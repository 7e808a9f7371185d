import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { rootDir } from "../../scripts/lib/prepare.mjs";
import { withProviders } from "./hosted-payment-steps.ts";
import { withLightning } from "./lightning-steps.ts";
import { createPerson, fillRegistration, confirmEmail } from "./people.ts";
import { expect, test } from "./shop.ts";
import { buyNow, createBuyer, fillRecipient } from "./steps.ts";

test("the steps of “Try it” in README.md lead from an empty shop to its back office @core", async ({
  browser,
  ownShop,
}) => {
  const shop = await ownShop({ ...withProviders, ...withLightning });
  const page = await browser.newPage({ baseURL: shop.url });
  const buyer = createBuyer();
  const person = { ...createPerson(), email: buyer.email };
  let wallet: Page;
  const steps: Record<string, () => Promise<void>> = {
    "Open the shop, press Buy Now, enter a username and an email address, and press Continue.":
      async () => {
        await page.goto("/");
        await buyNow(page, "350");
        await fillRecipient(page, { username: buyer.username, email: buyer.email });
        await page.getByRole("button", { name: "Continue" }).click();
      },
    'Choose Bitcoin, and press "Pay from the sandbox wallet". It opens in another tab, with the Lightning invoice filled in.':
      async () => {
        await page.getByRole("button", { name: /^Bitcoin/ }).click();
        const opened = page.waitForEvent("popup");
        await page.getByRole("link", { name: "Pay from the sandbox wallet" }).click();
        wallet = await opened;
        await expect(wallet.getByText(/^Asks for .* by Lightning/)).toBeVisible();
      },
    'Press "Pay exactly". The payment page notices it, and leads to your order.': async () => {
      await wallet.getByRole("button", { name: "Pay exactly" }).click();
      await page.waitForURL(/\/track-order\?orderId=/);
      await expect(page.getByRole("article").getByText("Processing").first()).toBeVisible();
    },
    "The [mailbox](http://127.0.0.1:3000/sandbox/mail) has the mail with the link to the order.":
      async () => {
        let link = "";
        await expect
          .poll(async () => {
            const mails = await shop.mailsTo(buyer.email);
            link = /https?:\/\/\S+orderId=\S+/.exec(mails[0]?.text ?? "")?.[0] ?? "";
            return link;
          })
          .not.toBe("");
        await wallet.goto(`${shop.url}/sandbox/mail`);
        await expect(wallet.getByText(buyer.email).first()).toBeVisible();
        await wallet.goto(link);
        await expect(wallet.getByRole("article").getByText("Processing").first()).toBeVisible();
      },
    'Press Sign in, create an account with the same email address, and confirm it by the link in its mail: the order is under My Orders. "Continue with Google" lets you be anybody.':
      async () => {
        await page.getByRole("link", { name: "Sign in" }).first().click();
        await expect(page.getByRole("link", { name: "Continue with Google" })).toBeVisible();
        await page.getByRole("link", { name: "Create account" }).click();
        await fillRegistration(page, person);
        await page.getByRole("button", { name: "Create account" }).click();
        await confirmEmail(page, shop, buyer.email);
        await page.goto("/orders");
        await expect(page.getByText("350 coins").first()).toBeVisible();
      },
    "The first account owns the shop: Dashboard, in its menu, opens the back office.": async () => {
      await page.goto("/admin");
      await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    },
  };
  expect(stepsOfReadme()).toEqual(Object.keys(steps));
  for (const [text, follow] of Object.entries(steps)) await test.step(text, follow);
});

/** Returns the numbered steps under “Try it”. */
function stepsOfReadme(): string[] {
  const readme = readFileSync(join(rootDir, "README.md"), "utf8");
  const section = readme.split("\n## ").find((part) => part.startsWith("Try it\n")) ?? "";
  return [...section.matchAll(/^\d+\. (.+)$/gm)].map(([, step = ""]) => step);
}
