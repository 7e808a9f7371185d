import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "./admin-shop.ts";
import { orderByProvider, withProviders } from "./hosted-payment-steps.ts";
import { panel } from "./orders-page.ts";
import { form, save } from "./settings-page.ts";
import { toast } from "./steps.ts";

test.use({ adminShopEnv: withProviders });

async function download(page: Page, link: Locator): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const document = await getDocumentProxy(new Uint8Array(readFileSync(await file.path())));
  const { text } = await extractText(document, { mergePages: true });
  return { name: file.suggestedFilename(), text };
}

test("a part that is sent back is on a credit note, and the invoice stays", async ({
  page,
  adminPage,
  adminShop: { shop },
}) => {
  await adminPage.goto("/admin/settings/eu");
  await form(adminPage, "Selling in the EU").getByLabel("VAT included in prices").fill("19");
  await save(adminPage, "Selling in the EU", "EU settings updated successfully");
  const { orderId, session } = await orderByProvider(page, shop, "stripe");
  await shop.applyPaymentAction(session.id, { act: "pay" });
  await expect(async () => {
    await page.goto(`/track-order?orderId=${orderId}`);
    await expect(page.getByText("We send the coins next.")).toBeVisible({ timeout: 1000 });
  }).toPass();
  const invoice = page.getByRole("link", { name: "Download Invoice" });
  const before = await download(page, invoice);

  await adminPage.goto(`/admin/orders/${orderId}`);
  await adminPage.getByRole("link", { name: "Refund", exact: true }).click();
  await adminPage.getByLabel("Amount in dollars").fill("4.99");
  await adminPage.getByLabel("Reason").fill("A part could not be delivered");
  await adminPage.getByRole("button", { name: "Send it back by Stripe" }).click();
  await expect(toast(adminPage, /sent back|Refund/i)).toBeVisible();

  // Both pages follow once the refund cannot be undone any more.
  const note = page.getByRole("link", { name: /Credit note CN-\d{6}/ });
  await expect(note).toBeVisible();
  await expect(page.getByRole("article")).toContainText("Sent back−$4.99");
  await adminPage.goto(`/admin/orders/${orderId}`);
  await expect(panel(adminPage)).toContainText("Kept$10.00");
  const fromPage = await download(page, note);
  expect(fromPage.name).toMatch(/^credit-note-CN-\d{6}\.pdf$/);
  const [, number] = /(INV-\d{6})/.exec(before.name) ?? [];
  // 19% of $14.99 is $2.39, of $10.00 $1.60.
  for (const words of ["Credit note", number ?? "", "−$4.99", "−$0.79", "−$4.20"])
    expect(fromPage.text).toContain(words);
  const fromPanel = await download(
    adminPage,
    panel(adminPage).getByRole("link", { name: /Credit note CN-\d{6}/ }),
  );
  expect(fromPanel).toEqual(fromPage);
  expect(await download(page, invoice)).toEqual(before);
});
