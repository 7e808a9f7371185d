import type { Page } from "@playwright/test";
import { expect, test } from "./admin-shop.ts";
import { placeOrder } from "./place-order.ts";
import { form, save } from "./settings-page.ts";
import { buyNow, createBuyer, fillRecipient, toast } from "./steps.ts";

test.use({ adminShopEnv: { WEBHOOK_ALLOW_PRIVATE: "1" } });

const SAVED = "Delivery settings updated successfully";

/** Pays an order, and returns its id. */
async function payOrder(shop: Parameters<typeof placeOrder>[0]): Promise<string> {
  const { id, payment } = await placeOrder(shop);
  const { address, sats } = payment;
  await shop.pay({ address, sats, confirm: 1 });
  return id;
}

const row = (page: Page, id: string) =>
  page.getByRole("group", { name: "Work list" }).getByRole("listitem").filter({ hasText: id });

test("a delivery adapter is configured and tested, delivers, and what it refuses is tried again @core", async ({
  adminPage: page,
  adminShop: { shop },
  browser,
}) => {
  test.slow();
  await page.goto("/admin/settings/delivery");
  const settings = form(page, "Delivery");
  await expect(page.getByText("Save the adapter URL to test it.")).toBeVisible();
  await settings.getByLabel("Adapter URL").fill(`${shop.url}/sandbox/delivery/adapter`);
  await settings.getByRole("switch", { name: "Deliver automatically" }).check();
  await save(page, "Delivery", SAVED);

  await page.getByRole("button", { name: "New secret" }).click();
  const question = page.getByRole("alertdialog", { name: "Replace the secret?" });
  await question.getByRole("button", { name: "Replace secret" }).click();
  await expect(question).toBeHidden();
  const secret = await page.getByText(/^whsec_[\w-]{43}$/).innerText();
  await shop.setDeliverySecret(secret);
  const send = async (username: string) => {
    await page.getByLabel("Username to test with").fill(username);
    await page.getByRole("button", { name: "Send test" }).click();
  };
  await send("@mira.holt");
  await expect(page.getByText("@mira.holt is known as mira.holt in the sandbox.")).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  await send("nobody.1");
  await expect(page.getByText("There is no account with this username")).toBeVisible();
  await shop.setFaults({ delivery: "500" });
  await send("mira.holt");
  await expect(page.getByText("The adapter gave no answer. Status 500")).toBeVisible();

  // Checkout goes on while the adapter is down, and refuses an unknown account once it answers.
  const buyer = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await buyer.goto("/");
  await buyNow(buyer, "350");
  await fillRecipient(buyer, { ...createBuyer(), username: "nobody.2" });
  await shop.setFaults({ delivery: null });
  await buyer.getByRole("button", { name: "Continue" }).click();
  await expect(buyer.getByText("There is no account with this username")).toBeVisible();
  await expect(buyer.getByLabel("TikTok username")).toHaveAttribute("aria-invalid", "true");
  await shop.setFaults({ delivery: "500" });
  await buyer.getByLabel("TikTok username").fill("nobody.3");
  await buyer.getByRole("button", { name: "Continue" }).click();
  await expect(buyer.getByTestId("payment-address")).toBeVisible();
  await shop.setFaults({ delivery: null });
  await buyer.goto("/checkout?step=account");
  await buyer.getByLabel("TikTok username").fill("mira.holt");
  await buyer.getByRole("button", { name: "Continue" }).click();
  await expect(buyer.getByTestId("payment-address")).toBeVisible();
  await buyer.goto("/checkout?step=confirm");
  await expect(buyer.getByText("mira.holt in the sandbox").first()).toBeVisible();
  await buyer.context().close();

  await page.goto("/admin/deliver");
  await shop.setFaults({ delivery: "refuse" });
  const id = await payOrder(shop);
  await expect(row(page, id)).toContainText("The account cannot receive coins");
  await shop.setFaults({ delivery: "late" });
  const pending = await payOrder(shop);
  await expect(row(page, pending)).toContainText("Pending at the adapter");
  await shop.setFaults({ delivery: null });
  await page.getByRole("button", { name: `Deliver order ${id} again` }).click();
  await expect(toast(page, `The delivery adapter tries order ${id} again.`)).toBeVisible();
  await expect(row(page, id)).toHaveCount(0);
  await expect(row(page, pending)).toHaveCount(0);
  await page.goto(`/admin/orders/${id}`);
  await expect(page.getByText("delivery adapter").first()).toBeVisible();
});
