import { expect, test } from "./admin-shop.ts";
import { choose, openPayment, overpay, SHORT_QUOTES, underpay } from "./review-steps.ts";
import { toast } from "./steps.ts";

test.use(SHORT_QUOTES);
// On one worker with one shop.
test.describe.configure({ mode: "default" });

const BUYER_ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

test("a recorded refund shows the buyer amount and address @core", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const { orderId } = await underpay(page, adminShop.shop);
  await openPayment(adminPage, orderId);
  await choose(adminPage, "Refund");
  const txid = "ab".repeat(32);
  await adminPage.getByLabel("Amount in BTC").fill("0.00010001");
  await adminPage.getByLabel("Sent to address").fill(BUYER_ADDRESS);
  await adminPage.getByRole("textbox", { name: "Transaction ID" }).fill(txid);
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(adminPage.getByText("This is more than arrived")).toBeVisible();
  await expect(adminPage.getByRole("textbox", { name: "Transaction ID" })).toHaveValue(txid);
  await adminPage.getByLabel("Amount in BTC").fill("0.000099");
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(toast(adminPage, "Refund recorded")).toBeVisible();

  await expect(page.getByText("We have sent a part of this payment back.")).toBeVisible();
  await expect(page.getByText("0.00009900 BTC")).toBeVisible();
  await expect(page.getByTitle(BUYER_ADDRESS)).toBeVisible();
  await expect(page.getByTitle(txid)).toBeVisible();
});

test("refunding an overpayment proposes the excess, names the amount that stays, and requires a confirmation for more", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const { orderId, sats } = await overpay(page, adminShop.shop, 3_866);
  await adminPage.goto("/admin/review");
  await adminPage.getByRole("link", { name: orderId }).click();
  await choose(adminPage, "Refund");
  const panel = adminPage.getByRole("dialog");
  const amount = adminPage.getByLabel("Amount in BTC");
  await expect(amount).toHaveValue("0.00003866");
  await expect(panel).toContainText(`${(sats / 1e8).toFixed(8)} BTC is kept`);
  await amount.fill("0.00003867");
  await adminPage.getByLabel("Sent to address").fill(BUYER_ADDRESS);
  await adminPage.getByRole("textbox", { name: "Transaction ID" }).fill("cd".repeat(32));
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(panel.getByRole("alert")).toContainText("no longer paid in full");
  await expect(amount).toHaveValue("0.00003867");
  await adminPage.getByLabel("Refund more than the excess").check();
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(toast(adminPage, "Refund recorded")).toBeVisible();
});

test("a rejected, paid order leads to its refund, and back to its panel", async ({
  page,
  adminPage,
  adminShop,
}) => {
  const { orderId, sats } = await overpay(page, adminShop.shop, 0);
  await adminPage.goto(`/admin/orders/${orderId}`);
  const panel = adminPage.getByRole("dialog");
  await expect(panel.getByRole("link", { name: "Refund", exact: true })).toBeVisible();
  await adminPage.getByRole("button", { name: "Rejected" }).click();
  await adminPage.getByRole("button", { name: "Reject order" }).click();
  await expect(panel).toContainText(
    "This order is rejected, but its payment has not been refunded",
  );
  await panel.getByRole("link", { name: "Refund", exact: true }).click();
  await expect(adminPage.getByLabel("Amount in BTC")).toHaveValue((sats / 1e8).toFixed(8));
  await adminPage.getByLabel("Sent to address").fill(BUYER_ADDRESS);
  await adminPage.getByRole("textbox", { name: "Transaction ID" }).fill("ef".repeat(32));
  await adminPage.getByLabel("Reason").fill("Could not be delivered");
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(toast(adminPage, "Refund recorded")).toBeVisible();
  await expect(adminPage).toHaveURL(new RegExp(`/admin/orders/${orderId}`));
  await expect(panel.getByRole("link", { name: "Refund", exact: true })).toHaveCount(0);
});
