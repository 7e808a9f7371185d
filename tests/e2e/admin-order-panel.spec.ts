import { expect, test } from "./admin-shop.ts";
import { listed, mark, panel, row, search } from "./orders-page.ts";
import { placeOrder } from "./place-order.ts";

// With motion: the panel slides in, and the live dot pulses.
test.use({ reducedMotion: "no-preference" });

test("the panel shows the whole order, and updates with its payment @core", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const { id, buyer, payment } = await placeOrder(shop);
  await page.goto(`/admin/orders?q=${id}`);
  await row(page, id).getByText(buyer.email).click();
  await expect(page).toHaveURL(`/admin/orders/${id}?q=${id}`);
  const details = panel(page);
  for (const text of [
    id,
    `@${buyer.username}`,
    buyer.uid ?? "",
    buyer.email,
    "350 coins",
    "$14.99",
    "Bitcoin",
    payment.address,
    "per BTC",
    "Order placed",
  ]) {
    await expect(details).toContainText(text);
  }

  const txid = await shop.pay(payment);
  await expect(details).toContainText("Payment seen on the network");
  await shop.mine(1);
  await expect(details).toContainText("Payment confirmed");
  await expect(details.getByRole("button", { name: "Processing" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(details).toContainText("1 confirmation");
  const link = details.getByRole("link", { name: txid.slice(0, 8) });
  await expect(link).toHaveAttribute("href", "/sandbox/chain");
  await expect(row(page, id)).toContainText("Confirmed");
});

test("the panel closes by Escape, its button, a click outside and Back; focus returns to the row @core", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const name = mark();
  const { id } = await placeOrder(shop, { buyer: { username: name } });
  const list = `/admin/orders?q=${name}`;
  await page.goto(list);
  const link = page.getByRole("link", { name: id, exact: true });
  const ways: [way: string, close: () => Promise<unknown>][] = [
    ["Escape", () => page.keyboard.press("Escape")],
    ["cross", () => panel(page).getByRole("link", { name: "Close" }).click()],
    ["beside", () => page.mouse.click(200, 300)],
    ["Back", () => page.goBack()],
  ];
  for (const [way, close] of ways) {
    await link.click();
    // Before hydration the panel is part of the page and ignores keys.
    await expect(panel(page)).toBeVisible();
    await close();
    await expect(panel(page), way).toBeHidden();
    await expect(page).toHaveURL(list);
    await expect(link).toBeFocused();
  }
});

test("by keyboard only a row is opened, the arrow keys move on, and Escape returns", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const name = mark();
  const ids = [];
  for (const suffix of ["a", "b", "c"])
    ids.unshift((await placeOrder(shop, { buyer: { username: `${name}${suffix}` } })).id);
  await page.goto("/admin/orders");
  await search(page).focus();
  await page.keyboard.type(name);
  await expect(listed(page)).toHaveText(ids);
  const link = (id: string | undefined) => page.getByRole("link", { name: id, exact: true });
  while (!(await link(ids[0]).evaluate((element) => element === document.activeElement)))
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  for (const [key, id] of [
    ["", ids[0]],
    ["ArrowDown", ids[1]],
    ["ArrowDown", ids[2]],
    ["ArrowDown", ids[2]],
    ["ArrowUp", ids[1]],
  ]) {
    if (key) await page.keyboard.press(key);
    await expect(panel(page).getByRole("status").first()).toHaveText(id ?? "");
  }
  // In a field the arrow keys move the cursor.
  await page.getByLabel("Internal note").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("x");
  await expect(panel(page).getByRole("status").first()).toHaveText(ids[1] ?? "");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect(link(ids[1])).toBeFocused();
});
