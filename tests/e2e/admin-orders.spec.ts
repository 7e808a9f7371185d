import { expect, test } from "./admin-shop.ts";
import { listed, mark, panel, row, search } from "./orders-page.ts";
import { register, createPerson } from "./people.ts";
import { placeOrder } from "./place-order.ts";
import { toast } from "./steps.ts";

test("search, status and date combine, are part of the URL, and survive a reload @core", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const name = mark();
  const first = await placeOrder(shop, { buyer: { username: `${name}.one` } });
  const second = await placeOrder(shop, { buyer: { username: `${name}.two` }, packageId: "1" });
  await page.goto("/admin/orders");
  await expect(row(page, second.id)).toContainText(`@${name}.two`);
  await expect(row(page, second.id)).toContainText(second.buyer.email);
  await expect(row(page, second.id)).toContainText("$2.99");
  await expect(row(page, second.id)).toContainText("Bitcoin");
  await expect(row(page, second.id)).toContainText("Pending");

  await search(page).pressSequentially(name.toUpperCase());
  await expect(page).toHaveURL(new RegExp(`q=${name}`, "i"));
  await expect(page.getByText("1–2 of 2")).toBeVisible();
  await expect(search(page)).toBeFocused();
  await search(page).fill(first.id.slice(1).toLowerCase());
  await expect(listed(page)).toHaveText([first.id]);
  await search(page).fill(`#${second.id.toLowerCase()}`);
  await expect(listed(page)).toHaveText([second.id]);
  await search(page).fill(`One ${name.toUpperCase()}`);
  await expect(listed(page)).toHaveText([first.id]);
  await search(page).fill(second.buyer.email.toUpperCase());
  await expect(listed(page)).toHaveText([second.id]);
  await search(page).fill(name);
  await expect(listed(page)).toHaveText([second.id, first.id]);

  await page.getByLabel("Date", { exact: true }).selectOption("Today");
  await expect(page).toHaveURL(/date=today/);
  const tabs = page.getByRole("navigation", { name: "Status" });
  await expect(tabs.getByRole("link", { name: /^Pending/ })).toHaveText("Pending2");
  await tabs.getByRole("link", { name: /^Rejected/ }).click();
  await expect(page.getByText("No orders found")).toBeVisible();
  await tabs.getByRole("link", { name: /^Pending/ }).click();
  await expect(listed(page)).toHaveText([second.id, first.id]);
  await page.getByRole("link", { name: "Amount" }).click();
  await expect(listed(page)).toHaveText([first.id, second.id]);

  await page.reload();
  await expect(search(page)).toHaveValue(name);
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("today");
  await expect(listed(page)).toHaveText([first.id, second.id]);
  const address = new URL(page.url());
  expect(Object.fromEntries(address.searchParams)).toEqual({
    q: name,
    date: "today",
    status: "pending",
    sort: "-total",
  });

  await page.getByLabel("Date", { exact: true }).selectOption("Yesterday");
  await expect(page.getByText("No orders found")).toBeVisible();
  await page.getByLabel("Date", { exact: true }).selectOption("Custom");
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel("From").fill(today);
  await page.getByLabel("to", { exact: true }).fill(today);
  await expect(page).toHaveURL(new RegExp(`to=${today}`));
  await expect(listed(page)).toHaveText([first.id, second.id]);
});

test("pagination is part of the URL, and the arrow keys continue on the next page @core", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const name = mark();
  for (let n = 0; n < 27; n += 1) await placeOrder(shop, { buyer: { username: `${name}.${n}` } });
  await page.goto(`/admin/orders?q=${name}`);
  await expect(page.getByText("1–25 of 27")).toBeVisible();
  const first = await listed(page).allInnerTexts();
  await page.getByRole("link", { name: first.at(-1), exact: true }).click();
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(panel(page).getByRole("status").first()).not.toHaveText(first.at(-1) ?? "");
  await expect(page).toHaveURL(/after=/);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect(page.getByText("26–27 of 27")).toBeVisible();
  await expect(listed(page)).toHaveCount(2);
  await page.getByRole("link", { name: "Previous", exact: true }).click();
  await expect(page.getByText("1–25 of 27")).toBeVisible();
  await expect(listed(page)).toHaveText(first);
});

test("completing an unpaid order asks first; the panel goes on to the next order of the filter; username and UID are copied", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const name = mark();
  for (const n of [1, 2, 3]) await placeOrder(shop, { buyer: { username: `${name}.${n}` } });
  await page.goto(`/admin/orders?q=${name}&status=pending`);
  const [newest = "", middle = "", oldest = ""] = await listed(page).allInnerTexts();
  await page.getByRole("link", { name: middle, exact: true }).click();
  await panel(page).getByRole("button", { name: "Copy username" }).click();
  await expect(toast(page, "TikTok username copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${name}.2`);
  await panel(page).getByRole("button", { name: "Copy UID" }).click();
  await expect(toast(page, "TikTok UID copied")).toBeVisible();

  await expect(panel(page)).toContainText("Do not deliver yet. This order is not paid yet.");
  const question = page.getByRole("alertdialog");
  await panel(page).getByRole("button", { name: "Mark as Completed" }).click();
  await expect(question).toContainText(`Complete order ${middle} anyway?`);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(listed(page)).toHaveText([newest, middle, oldest]);
  await panel(page).getByRole("button", { name: "Mark as Completed" }).click();
  await question.getByRole("button", { name: "Mark as Completed" }).click();
  await expect(listed(page)).toHaveText([newest, oldest]);
  await expect(panel(page).getByRole("status").first()).toHaveText(oldest);
  await expect(panel(page).getByRole("link", { name: "Next order" })).toBeHidden();
  await page.keyboard.press("ArrowUp");
  await expect(panel(page).getByRole("status").first()).toHaveText(newest);
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("orders are filtered, opened, changed, annotated, selected and deleted", async ({
    adminPage: page,
    adminShop: { shop },
  }) => {
    const name = mark();
    const { id } = await placeOrder(shop, { buyer: { username: name } });
    await page.goto("/admin/orders");
    await search(page).fill(name);
    await page.getByLabel("Date", { exact: true }).selectOption("Today");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(listed(page)).toHaveText([id]);
    await page.getByRole("checkbox", { name: `Select order ${id}` }).check();
    await page.getByRole("button", { name: "Set status" }).click();
    await expect(page.getByText("1 order set to Completed.")).toBeVisible();

    await page.getByRole("link", { name: id, exact: true }).click();
    await page.getByLabel("Internal note").fill("No script here");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByLabel("Internal note")).toHaveValue("No script here");
    await page.getByLabel("Reason, if you reject it").fill("Refused by hand");
    await page.getByRole("button", { name: "Rejected" }).click();
    await expect(page.getByRole("dialog", { name: "Order Details" })).toContainText(
      "Refused by hand",
    );
    await page.getByRole("link", { name: "Delete order", exact: true }).click();
    await page.getByRole("button", { name: "Delete order" }).click();
    await expect(page.getByText("No orders found")).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("nothing is wider than the screen, and the panel fills it", async ({
    adminPage: page,
    adminShop: { shop },
  }) => {
    const long = "w".repeat(24);
    const buyer = { username: long, email: `${"e".repeat(60)}@${"x".repeat(60)}.example` };
    const { id } = await placeOrder(shop, { buyer });
    await page.goto(`/admin/orders?q=${id}`);
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect(row(page, id)).toContainText(long);
    expect(await overflow()).toBe(0);
    await page.getByRole("link", { name: id, exact: true }).click();
    await expect(panel(page)).toBeVisible();
    await expect.poll(async () => (await panel(page).boundingBox())?.width).toBe(390);
    expect(await overflow()).toBe(0);
  });
});

test("a customer has no access, and changes nothing", async ({
  adminPage,
  browser,
  adminShop: { shop },
}) => {
  const { id } = await placeOrder(shop);
  const context = await browser.newContext({ baseURL: shop.url });
  await register(await context.newPage(), createPerson());
  const origin = { origin: shop.url };
  for (const { request, leads } of [
    { request: context.request, leads: "/" },
    { request: (await browser.newContext({ baseURL: shop.url })).request, leads: "/login" },
  ]) {
    for (const path of ["/admin/orders", `/admin/orders/${id}`, "/admin/orders/export"]) {
      const answers = [
        await request.get(path, { maxRedirects: 0 }),
        await request.post(path, {
          maxRedirects: 0,
          headers: origin,
          form: { intent: "status", status: "completed", version: "1", ids: id },
        }),
      ];
      for (const response of answers) {
        expect(response.status()).toBe(302);
        expect(new URL(response.headers().location ?? "", shop.url).pathname).toBe(leads);
      }
      const data = await request.get(`${path}.data`);
      expect(await data.text()).not.toContain("tiktokUsername");
      const posted = await request.post(`${path}.data`, {
        headers: origin,
        form: { intent: "bulk-status", status: "completed", version: "1", ids: id },
      });
      expect(await posted.text()).not.toContain("changed");
    }
    expect((await request.get("/live/admin")).status()).toBe(404);
  }
  await adminPage.goto(`/admin/orders/${id}`);
  await expect(panel(adminPage).getByRole("button", { name: "Pending" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await context.close();
});
