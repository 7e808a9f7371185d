import { expect, test } from "./admin-shop.ts";
import { confirmOrder, createBuyer, goToPayment, readPayment, toast } from "./steps.ts";

test("a buyer checks the recipient by eye, corrects it, and it is final once it is taken @core", async ({
  page,
  browser,
  adminPage,
  adminShop,
}) => {
  const { shop } = adminShop;
  const buyer = createBuyer();
  await goToPayment(page, "350", buyer);
  const profile = page.getByRole("link", { name: "on TikTok" });
  await expect(profile).toHaveAttribute("href", /^https:\/\/www\.tiktok\.com\/@[\w.]+$/);
  await expect(profile).toHaveAttribute("rel", "noopener noreferrer");
  await expect(page.getByRole("link", { name: "Change username" })).toBeVisible();
  const { address, sats } = await readPayment(page);
  const orderId = await confirmOrder(page);
  await shop.pay({ address, sats, confirm: 1 });

  await page.getByText("Wrong username? Correct it").click();
  const field = page.getByLabel("TikTok username");
  await field.fill("mira holt!");
  await page.getByRole("button", { name: "Save username" }).click();
  await expect(page.getByText("has only letters, digits")).toBeVisible();
  await field.fill("mira.corrected");
  await page.getByRole("button", { name: "Save username" }).click();
  await expect(toast(page, "Recipient corrected")).toBeVisible();
  await expect(page.getByRole("article")).toContainText("@mira.corrected");

  // Order id and email show the order, without the form.
  const plain = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false });
  const other = await plain.newPage();
  await other.goto(`/track-order?orderId=${orderId}`);
  await other.getByLabel("Email").fill(buyer.email);
  await other.getByRole("button", { name: "Track Order" }).click();
  await expect(other.getByRole("button", { name: "Email me the link" })).toBeVisible();
  const posted = await other.request.post(`/track-order?orderId=${orderId}`, {
    form: { intent: "recipient", orderId, tiktokUsername: "eve", tiktokUid: "", made: "1" },
    headers: { origin: shop.url },
    maxRedirects: 0,
  });
  expect(posted.headers().location).toContain("notice=proof-needed");
  await plain.close();

  await adminPage.goto("/admin/deliver");
  const row = adminPage.locator(`[data-order="${orderId}"]`);
  await expect(row).toContainText("@mira.corrected");
  await expect(row).toContainText("Corrected by the buyer: was @");
  await row.getByRole("button", { name: "Copy username" }).click();
  await expect(row).toContainText("Taken by you");
  await page.reload();
  await expect(page.getByRole("article")).toContainText("@mira.corrected");
  await expect(page.getByText("Wrong username? Correct it")).toHaveCount(0);
  await adminPage.goto(`/admin/orders/${orderId}`);
  await expect(adminPage.getByRole("dialog")).toContainText("Recipient corrected by the buyer");
});
