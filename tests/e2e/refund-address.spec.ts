import { expect, test } from "./admin-shop.ts";
import { confirmOrder, createBuyer, goToPayment, readPayment, toast } from "./steps.ts";

const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

test("a buyer leaves a refund address, which the order id alone is not enough to change, and it prefills the refund @core", async ({
  page,
  browser,
  adminPage,
  adminShop,
}) => {
  const { shop } = adminShop;
  await goToPayment(page, "350", createBuyer());
  const { address, sats } = await readPayment(page);
  const orderId = await confirmOrder(page);
  await expect(page.getByLabel("Bitcoin address", { exact: true })).toHaveCount(0);
  await shop.pay({ address, sats: sats + 5_000, confirm: 1 });

  const field = page.getByLabel("Bitcoin address", { exact: true });
  await expect(page.getByText("Where should a refund go?")).toBeVisible();
  await field.fill(address);
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByText("This is one of our own addresses")).toBeVisible();
  await expect(field).toHaveValue(address);
  await field.fill(ADDRESS.toUpperCase());
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(toast(page, "Refund address saved")).toBeVisible();
  await expect(page.getByText("Your refund address")).toBeVisible();
  await expect(field).toHaveValue(ADDRESS);

  const stranger = await browser.newPage({ baseURL: shop.url });
  await stranger.goto(`/track-order?orderId=${orderId}`);
  await expect(stranger.getByRole("article")).toContainText(orderId);
  await expect(stranger.getByText("Your refund address")).toHaveCount(0);
  expect(await stranger.content()).not.toContain(ADDRESS);
  const posted = await stranger.request.post(`/track-order?orderId=${orderId}`, {
    form: { intent: "refund-address", orderId, address: "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn" },
    headers: { origin: shop.url },
  });
  expect(posted.status()).toBe(404);
  await stranger.close();

  await adminPage.goto(`/admin/orders/${orderId}`);
  const panel = adminPage.getByRole("dialog");
  await expect(panel).toContainText("Refund to");
  await expect(panel).toContainText("Refund address provided by the buyer");
  await panel.getByRole("link", { name: "Refund", exact: true }).click();
  await expect(adminPage.getByLabel("Sent to address")).toHaveValue(ADDRESS);
  const txid = await shop.pay({ address: ADDRESS, sats: 5_000, confirm: 1 });
  await adminPage.getByRole("textbox", { name: "Transaction ID" }).fill(txid);
  await adminPage.getByLabel("Reason").fill("Paid too much");
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(toast(adminPage, "Refund recorded")).toBeVisible();
  await expect(page.getByText("Your refund address")).toHaveCount(0);
  await expect(panel).toContainText("Confirmed. To bcrt1q");

  await adminPage.goto(`/admin/review/${orderId}?decide=refund`);
  await adminPage.getByLabel("Sent to address").fill("mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn");
  await adminPage.getByLabel("Amount in BTC").fill("0.00001");
  await adminPage.getByRole("textbox", { name: "Transaction ID" }).fill(txid);
  await adminPage.getByLabel("Reason").fill("A mistake");
  await adminPage.getByRole("button", { name: "Record this refund" }).click();
  await expect(toast(adminPage, "Refund recorded")).toBeVisible();
  await adminPage.goto(`/admin/review/${orderId}`);
  await expect(panel).toContainText("This transaction pays another address");
});
