import { expect } from "@playwright/test";
import { startReceiver } from "../../webhook-receiver.ts";
import { form, save } from "../settings-page.ts";
import { buyNow, createBuyer, fillRecipient, toast } from "../steps.ts";
import { addWebhook } from "../webhook-steps.ts";
import { check, checkPath, orderOnChain, type Visit } from "./screens.ts";

/** API keys: none, errors, a new key, the list, a dialog; then the reference. */
export async function checkApiKeys({ admin: page }: Visit): Promise<void> {
  await page.goto("/admin/api-keys");
  await expect(page.getByText("No key yet")).toBeVisible();
  await check(page, "no API key");
  await page.goto("/admin/api-keys?new");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Choose at least one right")).toBeVisible();
  await check(page, "an API key with errors");
  await page.getByRole("textbox", { name: "Name" }).fill("Delivery <b>bot</b>");
  await page.getByLabel("See the packages that are for sale").check();
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("button", { name: "Copy key" }).click();
  await expect(toast(page, "Key copied")).toBeVisible();
  await check(page, "a new API key");
  await page.getByRole("link", { name: "I have copied it" }).click();
  await expect(page.locator(".new-key")).toBeHidden();
  await check(page, "API keys");
  await page.getByRole("button", { name: /^Revoke the key/ }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await check(page, "revoking an API key");
  await page.goto("/api");
  await page.getByText("Responses").first().click();
  await expect(page.getByText("orders[].tiktokUsername")).toBeVisible();
  await check(page, "the API reference");
}

/** Webhooks: none, errors, a new endpoint, deliveries that arrive and that fail, and dialogs. */
export async function checkWebhooks({ shop, admin: page }: Visit): Promise<void> {
  const receiver = await startReceiver();
  await page.goto("/admin/webhooks");
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  await check(page, "no webhook");
  await page.getByRole("link", { name: "New webhook" }).click();
  const fields = page.getByRole("form", { name: "New webhook" });
  await fields.getByLabel("URL").fill("ftp://receiver.example");
  for (const box of await fields.getByRole("group", { name: "Events" }).getByRole("checkbox").all())
    await box.uncheck();
  await fields.getByRole("button", { name: "Add webhook" }).click();
  await expect(fields.getByText("Choose at least one event")).toBeVisible();
  await check(page, "a webhook with errors");
  await addWebhook(page, receiver.url, ["order.placed"]);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(toast(page, "Secret copied")).toBeVisible();
  await check(page, "a new webhook");
  await page.getByRole("link", { name: receiver.url }).click();
  await expect(page.getByText("Nothing sent yet")).toBeVisible();
  await check(page, "a webhook without deliveries");
  const { id } = await orderOnChain(shop);
  const row = page.getByRole("row").filter({ hasText: id });
  await expect(row).toContainText("Delivered");
  await row.getByRole("link", { name: "Order placed" }).click();
  const drawer = page.getByRole("dialog", { name: "Order placed" });
  await drawer.getByText("Answered 200").click();
  await expect(drawer.getByRole("region", { name: "Request" })).toBeVisible();
  await check(page, "a delivery of a webhook");
  await page.keyboard.press("Escape");

  receiver.respondWith(500, "out of order");
  await page.getByRole("button", { name: "Send a test" }).click();
  // Retried after about 5 and 10 seconds.
  await expect(page.getByText(/The last 3 attempts have failed/)).toBeVisible({ timeout: 40_000 });
  await check(page, "a failing webhook");
  await page.getByRole("row").filter({ hasText: "Test" }).getByRole("link").first().click();
  const failed = page.getByRole("dialog", { name: "Test" });
  await failed.locator("summary", { hasText: "Answered 500" }).first().click();
  await expect(failed.getByRole("region", { name: "Answer" }).first()).toHaveText("out of order");
  await check(page, "a failed delivery of a webhook");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: "Delete webhook" })).toBeVisible();
  await check(page, "deleting a webhook");
  await receiver.close();
}

/** The delivery adapter: its settings, the checkout, and orders that it refuses or has not delivered yet. */
export async function checkDeliveryAdapter({ browser, shop, admin: page }: Visit): Promise<void> {
  await page.goto("/admin/settings/delivery");
  const settings = form(page, "Delivery");
  await settings.getByLabel("Adapter URL").fill(`${shop.url}/sandbox/delivery/adapter`);
  await settings.getByRole("switch", { name: "Deliver automatically" }).check();
  await save(page, "Delivery", "Delivery settings updated successfully");
  await page.getByRole("button", { name: "New secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Replace secret" }).click();
  await shop.setDeliverySecret(await page.getByText(/^whsec_[\w-]{43}$/).innerText());
  await shop.setFaults({ delivery: "500" });
  await page.getByLabel("Username to test with").fill("mira.holt");
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText("The adapter gave no answer. Status 500")).toBeVisible();
  await check(page, "a failed test of the delivery adapter");

  await shop.setFaults({ delivery: null });
  const buyer = await browser.newPage({ baseURL: shop.url });
  await buyer.goto("/");
  await buyNow(buyer, "350");
  await fillRecipient(buyer, { ...createBuyer(), username: "nobody.2" });
  await buyer.getByRole("button", { name: "Continue" }).click();
  await expect(buyer.getByText("There is no account with this username")).toBeVisible();
  await check(buyer, "a recipient whom the adapter does not know");
  await buyer.getByLabel("TikTok username").fill("mira.holt");
  await buyer.getByRole("button", { name: "Continue" }).click();
  await expect(buyer.getByRole("heading", { level: 1 })).toHaveText("Payment method");
  await buyer.goto("/checkout?step=confirm");
  // In the list and beside the confirmation.
  await expect(buyer.getByText("mira.holt in the sandbox").first()).toBeVisible();
  await check(buyer, "a recipient whom the adapter knows");
  await buyer.close();

  await page.goto("/admin/deliver");
  for (const [fault, text] of [
    ["refuse", "The account cannot receive coins"],
    ["late", "Pending at the adapter"],
  ] as const) {
    await shop.setFaults({ delivery: fault });
    const { id, payment } = await orderOnChain(shop);
    await shop.pay({ ...payment, confirm: 1 });
    await expect(page.getByRole("listitem").filter({ hasText: id })).toContainText(text);
  }
  await checkPath(page, "/admin/deliver");
  await shop.setFaults({ delivery: null });
}
