import { expect, test } from "./shop.ts";

test("the payment provider stand-in is reached through the shop, and knows the shop's URL", async ({
  page,
  shop,
}) => {
  const response = await fetch(`${shop.url}/sandbox/hosted-payments/messages`);
  expect(await response.json()).toEqual({ held: false, shop: shop.url, messages: [] });

  await page.goto("/sandbox");
  await page.getByRole("navigation").getByRole("link", { name: "Stripe and PayPal" }).click();
  await expect(page.getByText("No payments with Stripe or PayPal yet.")).toBeVisible();
  await page.getByRole("button", { name: "Hold back" }).click();
  await expect(page.getByText("They are held back.")).toBeVisible();
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await expect(page.getByText("They are sent at once.")).toBeVisible();
});

test("after a kill the sandbox receives the shop's URL again", async ({ ownShop }) => {
  const shop = await ownShop();
  await shop.killAndStart();
  const response = await fetch(`${shop.url}/sandbox/hosted-payments/messages`);
  expect(await response.json()).toMatchObject({ shop: shop.url });
});
