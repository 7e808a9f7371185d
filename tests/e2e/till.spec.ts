import { expectAccessible } from "./axe.ts";
import { expect, test } from "./shop.ts";

test("the till is reached through the shop, and knows where the shop listens", async ({
  page,
  shop,
}) => {
  const told = await fetch(`${shop.url}/sandbox/till/messages`);
  expect(await told.json()).toEqual({ held: false, shop: shop.url, messages: [] });

  await page.goto("/sandbox");
  await page.getByRole("navigation").getByRole("link", { name: "Till" }).click();
  await expect(page.getByText("Nobody was asked to pay")).toBeVisible();
  await page.getByRole("button", { name: "Hold back" }).click();
  await expect(page.getByText("They are held back.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await expect(page.getByText("They are sent at once.")).toBeVisible();
});

test("after a kill the sandbox is told anew where the shop listens", async ({ ownShop }) => {
  const shop = await ownShop();
  await shop.killAndStart();
  const told = await fetch(`${shop.url}/sandbox/till/messages`);
  expect(await told.json()).toMatchObject({ shop: shop.url });
});
