import type { Page } from "@playwright/test";
import { expect, test } from "./admin-shop.ts";
import {
  badge,
  enableBankTransfers,
  orderByAnotherCustomer,
  orderByTransfer,
} from "./bank-transfer-steps.ts";
import { buyNow, createBuyer, fillRecipient, toast } from "./steps.ts";

/** Opens the form that records a payment, in an order's panel. */
async function openRecordForm(admin: Page, orderId: string): Promise<void> {
  await admin.goto(`/admin/orders/${orderId}`);
  await admin.locator("summary", { hasText: "Record payment" }).click();
}

test("a manually recorded payment with a wrong amount needs to be accepted @core", async ({
  page,
  browser,
  adminPage,
  adminShop,
}) => {
  await enableBankTransfers(adminPage);
  const orderId = await orderByTransfer(page);
  await openRecordForm(adminPage, orderId);
  await expect(adminPage.getByLabel("Amount in dollars")).toHaveValue("14.99");
  await expect(adminPage.getByLabel("Method")).toHaveValue("bank_transfer");
  await adminPage.getByRole("button", { name: "Record payment" }).click();
  await expect(adminPage.getByText("Please enter the reference")).toBeVisible();
  const reference = `NTRF-${orderId}`;
  await adminPage.getByLabel("Reference").fill(reference);
  await adminPage.getByLabel("Amount in dollars").fill("14.00");
  await adminPage.getByLabel("Who paid").fill("Mira Holt");
  await adminPage.getByRole("button", { name: "Record payment" }).click();
  await expect(toast(adminPage, "Payment recorded")).toBeVisible();
  const receipt = adminPage.getByRole("link", { name: "Bank transfer, $14.00" });
  await expect(receipt).toBeVisible();
  await expect(adminPage.getByText("$14.00 received")).toBeVisible();

  const other = await orderByAnotherCustomer(browser, adminShop);
  await openRecordForm(adminPage, other);
  await adminPage.getByLabel("Reference").fill(reference);
  await adminPage.getByRole("button", { name: "Record payment" }).click();
  await expect(
    adminPage.getByText(`This was already recorded, for order ${orderId}`),
  ).toBeVisible();

  await adminPage.goto("/admin/review");
  const row = adminPage.getByRole("row").filter({ hasText: orderId });
  await expect(row).toContainText("Too little");
  await expect(row).toContainText("$0.99");
  await row.getByRole("link").click();
  await expect(adminPage).toHaveURL(/\/admin\/review\/receipts\/\d+$/);
  const panel = adminPage.getByRole("dialog");
  await expect(panel).toContainText("Less than the price arrived");
  await expect(panel).toContainText(reference);
  await adminPage.getByRole("link", { name: "Accept", exact: true }).click();
  await adminPage.getByRole("button", { name: "Accept this payment" }).click();
  await expect(adminPage.getByText("Please enter a reason")).toBeVisible();
  await adminPage.getByLabel("Reason").fill("Agreed by mail");
  await adminPage.getByRole("button", { name: "Accept this payment" }).click();
  await expect(toast(adminPage, "Payment accepted")).toBeVisible();
  await expect(badge(page)).toHaveText("Processing");

  await adminPage.goto("/admin/review?view=decided");
  await adminPage.getByRole("link", { name: orderId }).first().click();
  await adminPage.getByRole("link", { name: "Refund", exact: true }).click();
  await adminPage.getByLabel("Reason").fill("Too late");
  await adminPage.getByLabel("Reference of the refund").fill("OUT-1");
  await adminPage.getByLabel("Amount in dollars").fill("20");
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(adminPage.getByText("This is more than is left of it")).toBeVisible();
  await adminPage.getByLabel("Amount in dollars").fill("14.00");
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(toast(adminPage, "Refund recorded")).toBeVisible();
  await expect(adminPage.getByRole("row").filter({ hasText: orderId }).first()).toContainText(
    "sent back $14.00",
  );
});

test("the owner chooses the first payment method, whose bank details show before the order is placed @core", async ({
  page,
  adminPage,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enableBankTransfers(adminPage);
  const order = adminPage.getByLabel("Order of payment methods");
  const choose = async (first: string) => {
    await adminPage.goto("/admin/settings/payment");
    await order.selectOption({ label: first });
    await adminPage
      .locator("form")
      .filter({ has: order })
      .getByRole("button", { name: "Save Changes" })
      .click();
    await expect(toast(adminPage, "Payment settings updated")).toBeVisible();
  };
  const goToPayment = async () => {
    await page.goto("/");
    await buyNow(page, "350");
    await fillRecipient(page, createBuyer());
    await page.getByRole("button", { name: "Continue" }).click();
  };
  const methods = page.locator(".method");

  await choose("Bank transfer first");
  await goToPayment();
  await expect(methods.first()).toHaveText(/^Bank transfer/);
  await expect(methods.first()).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("DE89 3704 0044 0532 0130 00")).toBeVisible();
  await expect(page.getByText("You get the order ID")).toBeVisible();

  await choose("Card first, otherwise Bitcoin");
  await goToPayment();
  await expect(methods.first()).toHaveText(/^Bitcoin/);
  await expect(methods.first()).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: /^Bank transfer/ }).press("Enter");
  await expect(page.getByText("DE89 3704 0044 0532 0130 00")).toBeVisible();
  await page.getByRole("button", { name: /^Bitcoin/ }).press("Space");
  await expect(page.getByRole("link", { name: "Open in wallet" })).toBeInViewport({ ratio: 1 });
});
