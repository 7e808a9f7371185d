import { expect, test } from "./shop.ts";
import { confirmOrder, goToPayment, createBuyer } from "./steps.ts";

const NOT_FOUND = "Order not found. Please check your order ID and email.";

test("empty fields, an unknown id and a wrong email have the specified messages", async ({
  page,
  browser,
  shop,
}) => {
  const buyer = createBuyer();
  await goToPayment(page, "70", buyer);
  const orderId = await confirmOrder(page);

  const stranger = await browser.newPage({ baseURL: shop.url });
  await stranger.goto("/track-order");
  await stranger.getByRole("button", { name: "Track Order" }).click();
  await expect(stranger.getByText("Please enter your order ID")).toBeVisible();
  await expect(stranger.getByText("Please enter your email address")).toBeVisible();

  for (const [id, email] of [
    ["ZZZZZZZ", buyer.email],
    [orderId, "somebody@example.com"],
  ] as const) {
    await stranger.goto("/track-order");
    await stranger.getByLabel("Order ID").fill(id);
    await stranger.getByLabel("Email", { exact: true }).fill(email);
    await stranger.getByRole("button", { name: "Track Order" }).click();
    await expect(stranger.getByRole("alert")).toContainText(NOT_FOUND);
    await expect(stranger.getByLabel("Email", { exact: true })).toHaveValue(email);
  }
  await stranger.close();
});

test("the id alone shows the order masked; the email unmasks it, also after a reload", async ({
  page,
  browser,
  shop,
}) => {
  const buyer = createBuyer();
  await goToPayment(page, "350", buyer);
  const orderId = await confirmOrder(page);
  await expect(page.getByText(buyer.email)).toBeVisible();

  const stranger = await browser.newPage({ baseURL: shop.url });
  await stranger.goto(`/track-order?orderId=${orderId}`);
  const card = stranger.getByRole("article");
  await expect(card.getByText("350 coins")).toBeVisible();
  await expect(card.getByText("$14.99")).toBeVisible();
  await expect(card.getByText("m•••@e•••.com")).toBeVisible();
  expect(await stranger.content()).not.toContain(buyer.email);
  expect(await stranger.content()).not.toContain(buyer.username);
  await expect(stranger.getByTestId("payment-address")).toHaveCount(0);

  await stranger.getByLabel("Email", { exact: true }).fill(buyer.email);
  await stranger.getByRole("button", { name: "Track Order" }).click();
  await expect(card.getByText(buyer.email)).toBeVisible();
  await stranger.reload();
  await expect(card.getByText(buyer.email)).toBeVisible();
  await stranger.close();
});

test("with the id in the URL, a wrong or missing email leaves the order masked", async ({
  page,
  browser,
  shop,
}) => {
  const buyer = createBuyer();
  await goToPayment(page, "350", buyer);
  const orderId = await confirmOrder(page);
  const stranger = await browser.newPage({ baseURL: shop.url });
  for (const email of ["", "somebody@example.com"]) {
    await stranger.goto(`/track-order?orderId=${orderId}`);
    await stranger.getByLabel("Email", { exact: true }).fill(email);
    await stranger.getByRole("button", { name: "Track Order" }).click();
    await expect(stranger.getByRole("article").getByText("m•••@e•••.com")).toBeVisible();
    await expect(stranger.getByText("Please enter your email address")).toHaveCount(0);
  }
  await stranger.close();
});

test("the link in the mail unmasks the order, and removes the key from the URL", async ({
  page,
  browser,
  shop,
}) => {
  const buyer = createBuyer();
  await goToPayment(page, "350", buyer);
  const orderId = await confirmOrder(page);
  await expect.poll(async () => (await shop.mailsTo(buyer.email)).length).toBe(1);
  const [mail] = await shop.mailsTo(buyer.email);
  expect(mail?.text).toContain(orderId);
  const link =
    /https?:\/\/\S+\/track-order\?orderId=\S+key=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "";

  const phone = await browser.newPage();
  await phone.goto(link);
  await expect(phone.getByRole("article").getByText(buyer.email)).toBeVisible();
  expect(phone.url()).toBe(`${shop.url}/track-order?orderId=${orderId}`);
  await phone.close();

  const forged = await browser.newPage();
  await forged.goto(link.replace(/key=..../, "key=AAAA"));
  await expect(forged.getByRole("article").getByText("m•••@e•••.com")).toBeVisible();
  await forged.close();
});

test("an unknown id in the URL shows that it was not found, with status 404", async ({ page }) => {
  const response = await page.goto("/track-order?orderId=ZZZZZZ9");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("alert")).toContainText(NOT_FOUND);
});
