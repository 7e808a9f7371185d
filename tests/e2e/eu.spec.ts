import { expect, test } from "./admin-shop.ts";
import { checkScreen } from "./axe.ts";
import { form, save } from "./settings-page.ts";
import { buyNow, createBuyer, fillRecipient, postForm, toast } from "./steps.ts";

// A shop of its own, since every purchase in it needs a country and a consent.
test.use({ adminShopEnv: { LOG_LEVEL: "error" } });

const TITLE = "Selling in the EU";

test("VAT, consent and withdrawal, from the settings to a decision under Review @core", async ({
  page,
  adminPage,
}) => {
  await adminPage.goto("/admin/settings/eu");
  const settings = form(adminPage, TITLE);
  await settings.getByRole("switch", { name: "VAT by country" }).click();
  await settings.getByRole("button", { name: "Save Changes" }).click();
  await expect(settings.getByText("Enter a rate, or switch")).toBeVisible();
  await settings.getByLabel("VAT included in prices").fill("19");
  await settings.getByRole("switch", { name: "Consent to immediate delivery" }).click();
  await settings.getByRole("switch", { name: "Withdrawal on the order" }).click();
  await checkScreen(adminPage, "settings for selling in the EU");
  await save(adminPage, TITLE, "EU settings updated successfully");

  const buyer = createBuyer();
  await page.goto("/");
  await buyNow(page, "350");
  await fillRecipient(page, buyer);
  const country = page.getByLabel("Country");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please choose your country")).toBeVisible();
  await country.selectOption({ label: "Germany" });
  await checkScreen(page, "step 1 with a country");
  await page.getByRole("button", { name: "Continue" }).click();
  const summary = page.getByRole("complementary", { name: "Order summary" });
  await expect(summary).toContainText(/Includes 19% VAT.*\$2\.39/);
  await checkScreen(page, "step 2 with VAT");
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByRole("region", { name: "Order details" })).toContainText("Germany");
  const consent = page.getByRole("checkbox", { name: "I agree that you deliver my order" });
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await expect(consent).toBeFocused();
  await consent.check();
  await checkScreen(page, "step 3 with a consent");
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await expect(page.getByText("You agreed on")).toBeVisible();
  const orderId = new URL(page.url()).searchParams.get("orderId") ?? "";
  await checkScreen(page, "an order with VAT and a consent");

  const withdrawal = page.getByRole("link", { name: "Withdraw from contract here" });
  await expect(withdrawal).toBeHidden();
  const paid = { intent: "status", version: "1", status: "processing" };
  await postForm(adminPage, `/admin/orders/${orderId}`, paid);
  await withdrawal.click();
  await expect(page.getByText(buyer.email)).toBeVisible();
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(page.getByText("Name is required")).toBeVisible();
  await page.getByLabel("Your name").fill("Mira Holt");
  await checkScreen(page, "the withdrawal from a contract");
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(toast(page, "We have received your withdrawal")).toBeVisible();
  await expect(page.getByText("We received your withdrawal from this contract")).toBeVisible();
  await checkScreen(page, "an order that its buyer withdrew from");

  await adminPage.goto("/admin/review");
  const waiting = adminPage.getByRole("region", { name: "Withdrawals from contracts" });
  await expect(waiting).toContainText("Mira Holt");
  await waiting.getByText("Decline", { exact: true }).click();
  await checkScreen(adminPage, "a withdrawal to decide");
  await waiting.getByRole("button", { name: "Accept, and reject the order" }).click();
  await expect(toast(adminPage, "Withdrawal accepted, order rejected")).toBeVisible();
  await expect(waiting).toBeHidden();
  // The buyer's page follows.
  await expect(page.getByText("It was accepted.")).toBeVisible();

  // Another order is completed: its VAT counts.
  await postForm(page, "/checkout", { intent: "select", packageId: "2" });
  await postForm(page, "/checkout", {
    ...{ intent: "account", tiktokUsername: buyer.username, tiktokUid: "" },
    ...{ email: buyer.email, country: "AT" },
  });
  await page.goto("/checkout?step=confirm&package=2");
  await consent.check();
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await expect(page.getByText("You agreed on")).toBeVisible();
  const secondId = new URL(page.url()).searchParams.get("orderId") ?? "";
  expect(secondId).not.toBe(orderId);
  await adminPage.goto(`/admin/orders/${secondId}`);
  await expect(adminPage.getByText("Consent to delivery")).toBeVisible();
  await adminPage.getByRole("button", { name: "Mark as Completed" }).click();
  const anyway = adminPage.getByRole("alertdialog", { name: /anyway/ });
  await anyway.getByRole("button", { name: "Mark as Completed" }).click();
  await expect(toast(adminPage, "Order status updated successfully")).toBeVisible();
  await expect(page.getByRole("link", { name: "Withdraw from contract here" })).toBeHidden();
  await adminPage.goto("/admin/reports");
  await adminPage.getByRole("link", { name: "VAT by quarter" }).click();
  await expect(adminPage.getByRole("row").filter({ hasText: "Austria" })).toContainText("$2.39");
  await checkScreen(adminPage, "VAT by quarter");
});
