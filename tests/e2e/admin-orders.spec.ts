import { readFileSync } from "node:fs";
import type { Download, Locator, Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./back-office.ts";
import { register, somebody } from "./people.ts";
import { placeOrder } from "./place-order.ts";
import { toast } from "./steps.ts";

/** The row of an order in the list. */
function row(page: Page, id: string): Locator {
  return page.getByRole("row").filter({ has: page.getByRole("link", { name: id, exact: true }) });
}

function panel(page: Page): Locator {
  return page.getByRole("dialog", { name: "Order Details" });
}

function search(page: Page): Locator {
  return page.getByPlaceholder("Search orders...");
}

/** The ids that are listed, from top to bottom. */
function listed(page: Page): Promise<string[]> {
  return page.locator(".row-link").allInnerTexts();
}

/** A text that only the orders of one test have. */
let tests = 0;
function mark(): string {
  tests += 1;
  return `m${tests}x${Math.random().toString(36).slice(2, 8)}`;
}

async function read(download: Download): Promise<string> {
  return readFileSync(await download.path(), "utf8");
}

test("search, status and date combine, live in the address, and survive a reload", async ({
  adminPage: page,
  office: { shop },
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
  await expect.poll(() => listed(page)).toEqual([first.id]);
  await search(page).fill(second.buyer.email.toUpperCase());
  await expect.poll(() => listed(page)).toEqual([second.id]);
  await search(page).fill(name);
  await expect.poll(() => listed(page)).toEqual([second.id, first.id]);

  await page.getByLabel("Date", { exact: true }).selectOption("Today");
  await expect(page).toHaveURL(/date=today/);
  const tabs = page.getByRole("navigation", { name: "Status" });
  await expect(tabs.getByRole("link", { name: /^Pending/ })).toHaveText("Pending2");
  await tabs.getByRole("link", { name: /^Rejected/ }).click();
  await expect(page.getByText("No orders found")).toBeVisible();
  await tabs.getByRole("link", { name: /^Pending/ }).click();
  await expect.poll(() => listed(page)).toEqual([second.id, first.id]);
  await page.getByRole("link", { name: "Amount" }).click();
  await expect.poll(() => listed(page)).toEqual([first.id, second.id]);

  await page.reload();
  await expect(search(page)).toHaveValue(name);
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("today");
  expect(await listed(page)).toEqual([first.id, second.id]);
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
  await expect.poll(() => listed(page)).toEqual([first.id, second.id]);
});

test("the panel has everything about the order, and follows its payment", async ({
  adminPage: page,
  office: { shop },
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

test("the panel closes by Escape, its cross, a press beside it and Back; focus returns to the row", async ({
  adminPage: page,
  office: { shop },
}) => {
  const name = mark();
  const { id } = await placeOrder(shop, { buyer: { username: name } });
  const list = `/admin/orders?q=${name}`;
  await page.goto(list);
  const link = page.getByRole("link", { name: id, exact: true });
  const ways = [
    () => page.keyboard.press("Escape"),
    () => panel(page).getByRole("link", { name: "Close" }).click(),
    () => page.mouse.click(200, 300),
    () => page.goBack(),
  ];
  for (const close of ways) {
    await link.click();
    await expect(panel(page)).toBeVisible();
    await close();
    await expect(panel(page)).toBeHidden();
    await expect(page).toHaveURL(list);
    await expect(link).toBeFocused();
  }
});

test("status, completion and rejection, with their toasts; the customer reads the reason", async ({
  adminPage: page,
  office: { shop },
}) => {
  const { id } = await placeOrder(shop);
  await page.goto(`/admin/orders/${id}?q=${id}`);
  const details = panel(page);
  const updated = toast(page, "Order status updated successfully");
  const status = (name: string) => details.getByRole("button", { name, exact: true });

  await status("Processing").click();
  await expect(updated).toBeVisible();
  await expect(status("Processing")).toHaveAttribute("aria-pressed", "true");
  await expect(row(page, id)).toContainText("Processing");
  await details.getByRole("button", { name: "Mark as Completed" }).click();
  await expect(status("Completed")).toHaveAttribute("aria-pressed", "true");
  await details.getByRole("button", { name: "Mark as Completed" }).click();
  await expect(toast(page, "Order is already marked as completed")).toBeVisible();

  await status("Rejected").click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(status("Completed")).toHaveAttribute("aria-pressed", "true");
  await status("Rejected").click();
  await question.getByLabel("Reason").fill("The account does not exist");
  await question.getByRole("button", { name: "Reject order" }).click();
  await expect(status("Rejected")).toHaveAttribute("aria-pressed", "true");
  await expect(question).toBeHidden();
  await expect(details.getByRole("list").last()).toContainText(
    "Reason: The account does not exist",
  );
  const tracked = await page.request.get(`/track-order?orderId=${id}`);
  expect(await tracked.text()).toContain("The account does not exist");

  await status("Pending").click();
  await expect(status("Pending")).toHaveAttribute("aria-pressed", "true");
});

test("deleting asks first, from the row and from the panel", async ({
  adminPage: page,
  office: { shop },
}) => {
  const name = mark();
  const first = await placeOrder(shop, { buyer: { username: `${name}a` } });
  const second = await placeOrder(shop, { buyer: { username: `${name}b` } });
  await page.goto(`/admin/orders?q=${name}`);
  const question = page.getByRole("alertdialog");
  await page.getByRole("link", { name: `Delete order ${first.id}` }).click();
  await expect(question).toContainText(
    "Are you sure you want to delete this order? This action cannot be undone.",
  );
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(row(page, first.id)).toBeVisible();
  await page.getByRole("link", { name: `Delete order ${first.id}` }).click();
  await question.getByRole("button", { name: "Delete order" }).click();
  await expect(toast(page, "Order deleted successfully")).toBeVisible();
  await expect(row(page, first.id)).toBeHidden();

  await page.getByRole("link", { name: second.id, exact: true }).click();
  await panel(page).getByRole("link", { name: "Delete order" }).click();
  await question.getByRole("button", { name: "Keep order" }).click();
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole("link", { name: "Delete order" }).click();
  await question.getByRole("button", { name: "Delete order" }).click();
  await expect(page.getByText("No orders found")).toBeVisible();
  await expect(panel(page)).toBeHidden();
  expect((await page.request.get(`/track-order?orderId=${second.id}`)).status()).toBe(404);
});

test("two administrators see each other's changes; a stale one is refused, and no note is lost", async ({
  adminPage: page,
  browser,
  office: { shop, signedIn },
}) => {
  const { id } = await placeOrder(shop);
  const elsewhere = await browser.newContext({ baseURL: shop.url, storageState: signedIn });
  const other = await elsewhere.newPage();
  await page.goto(`/admin/orders/${id}?q=${id}`);
  await other.goto(`/admin/orders/${id}?q=${id}`);
  await other.getByRole("button", { name: "Processing" }).click();
  await expect(panel(page).getByRole("button", { name: "Processing" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  // Now the first one's page hears of nothing.
  await page.route("**/live/admin", (route) => route.abort());
  await page.goto(`/admin/orders/${id}?q=${id}`);
  await page.getByLabel("Internal note").fill("Called, nobody there");
  await other.getByLabel("Internal note").fill("Wrote a mail");
  await other.getByRole("button", { name: "Save note" }).click();
  await expect(toast(other, "Note saved")).toBeVisible();
  const stale = page
    .getByRole("alert")
    .filter({ hasText: "Somebody changed this order meanwhile" });
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(stale).toBeVisible();
  await expect(page.getByLabel("Internal note")).toHaveValue("Called, nobody there");
  await expect(panel(page)).toContainText("The note is now: “Wrote a mail”");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(toast(page, "Note saved")).toBeVisible();
  await expect(other.getByLabel("Internal note")).toHaveValue("Called, nobody there");

  await other.getByRole("button", { name: "Pending" }).click();
  await expect(toast(other, "Order status updated successfully").first()).toBeVisible();
  await page.getByRole("button", { name: "Mark as Completed" }).click();
  await expect(stale).toBeVisible();
  await expect(panel(page).getByRole("button", { name: "Pending" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  await other.getByRole("link", { name: "Delete order" }).first().click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Delete order" }).click();
  await expect(toast(other, "Order deleted successfully")).toBeVisible();
  await page.getByRole("button", { name: "Mark as Completed" }).click();
  await expect(panel(page)).toContainText(`There is no order ${id}, or somebody deleted it.`);
  await elsewhere.close();
});

test("what is typed stays while the order changes, and is still not saved over it", async ({
  adminPage: page,
  office: { shop },
}) => {
  const { id, payment } = await placeOrder(shop);
  await page.goto(`/admin/orders/${id}?q=${id}`);
  await page.getByLabel("Internal note").fill("Half a sent");
  await shop.pay(payment);
  await expect(panel(page)).toContainText("Payment seen on the network");
  await expect(page.getByLabel("Internal note")).toHaveValue("Half a sent");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Somebody changed" })).toBeVisible();
  await page.getByLabel("Internal note").fill("Half a sentence");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(toast(page, "Note saved")).toBeVisible();
});

test("several are ticked: status, and both files", async ({
  adminPage: page,
  office: { shop },
}) => {
  const name = mark();
  const placed = [];
  for (const suffix of ["a", "b", "c"])
    placed.push(await placeOrder(shop, { buyer: { username: `${name}${suffix}` } }));
  const [a, b, c] = placed.map(({ id }) => id);
  await page.goto(`/admin/orders?q=${name}`);
  await page.getByRole("checkbox", { name: `Select order ${a}` }).check();
  await page.getByRole("checkbox", { name: `Select order ${c}` }).check();
  const bar = page.getByRole("group", { name: "Ticked orders" });
  await expect(bar).toContainText("2 selected");
  const file = page.waitForEvent("download");
  await bar.getByRole("button", { name: "Export selected" }).click();
  const some = await read(await file);
  expect(some.startsWith("\uFEFFOrder ID,")).toBe(true);
  expect(some.trim().split("\r\n")).toHaveLength(3);
  expect(some).not.toContain(b);

  await bar.getByLabel("New status").selectOption("Completed");
  await bar.getByRole("button", { name: "Set status" }).click();
  await expect(page.getByText("2 orders set to Completed.")).toBeVisible();
  await expect(bar).toBeHidden();
  await page.getByRole("checkbox", { name: "Select all orders on this page" }).check();
  await expect(bar).toContainText("3 selected");
  await bar.getByRole("button", { name: "Set status" }).click();
  await expect(
    page.getByText("1 order set to Completed. 2 orders were Completed already."),
  ).toBeVisible();
  await expect(row(page, b ?? "")).toContainText("Completed");

  const all = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export the list as CSV" }).click();
  const whole = await read(await all);
  expect(whole.trim().split("\r\n")).toHaveLength(4);
  expect(whole).toContain(`${name}a`);
});

test("with the keyboard alone: a row is opened, the arrows go on, Escape comes back", async ({
  adminPage: page,
  office: { shop },
}) => {
  const name = mark();
  const ids = [];
  for (const suffix of ["a", "b", "c"])
    ids.unshift((await placeOrder(shop, { buyer: { username: `${name}${suffix}` } })).id);
  await page.goto("/admin/orders");
  await search(page).focus();
  await page.keyboard.type(name);
  await expect.poll(() => listed(page)).toEqual(ids);
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
  // In a field the arrows belong to the field.
  await page.getByLabel("Internal note").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("x");
  await expect(panel(page).getByRole("status").first()).toHaveText(ids[1] ?? "");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect(link(ids[1])).toBeFocused();
});

test("pages follow each other by their address, and the arrows cross from one to the next", async ({
  adminPage: page,
  office: { shop },
}) => {
  const name = mark();
  for (let n = 0; n < 27; n += 1) await placeOrder(shop, { buyer: { username: `${name}.${n}` } });
  await page.goto(`/admin/orders?q=${name}`);
  await expect(page.getByText("1–25 of 27")).toBeVisible();
  const first = await listed(page);
  await page.getByRole("link", { name: first.at(-1), exact: true }).click();
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/after=/);
  await page.keyboard.press("Escape");
  await expect(page.getByText("26–27 of 27")).toBeVisible();
  expect(await listed(page)).toHaveLength(2);
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page.getByText("1–25 of 27")).toBeVisible();
  expect(await listed(page)).toEqual(first);
});

test.describe("without JavaScript", () => {
  test.use({ contextOptions: { javaScriptEnabled: false } });

  test("filtered, opened, changed, noted, ticked and deleted", async ({
    adminPage: page,
    office: { shop },
  }) => {
    const name = mark();
    const { id } = await placeOrder(shop, { buyer: { username: name } });
    await page.goto("/admin/orders");
    await search(page).fill(name);
    await page.getByLabel("Date", { exact: true }).selectOption("Today");
    await page.getByRole("button", { name: "Filter" }).click();
    expect(await listed(page)).toEqual([id]);
    await page.getByRole("checkbox", { name: `Select order ${id}` }).check();
    await page.getByRole("button", { name: "Set status" }).click();
    await expect(page.getByText("1 order set to Completed.")).toBeVisible();

    await page.getByRole("link", { name: id, exact: true }).click();
    await page.getByLabel("Internal note").fill("No script here");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByLabel("Internal note")).toHaveValue("No script here");
    await page.getByLabel("Reason, if you reject it").fill("Refused by hand");
    await page.getByRole("button", { name: "Rejected" }).click();
    await expect(panel(page)).toContainText("Refused by hand");
    await page.getByRole("link", { name: "Delete order", exact: true }).click();
    await page.getByRole("button", { name: "Delete order" }).click();
    await expect(page.getByText("No orders found")).toBeVisible();
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`axe, ${colorScheme}`, () => {
    test.use({ colorScheme });

    test("finds nothing: the list, ticked rows, nothing found, the panel, its questions", async ({
      adminPage: page,
      office: { shop },
    }) => {
      const { id, payment } = await placeOrder(shop);
      await shop.pay({ ...payment, confirm: 1 });
      await page.goto(`/admin/orders?q=${id}`);
      await expectAccessible(page);
      await page.getByRole("checkbox", { name: `Select order ${id}` }).check();
      await expectAccessible(page);
      await page.getByRole("link", { name: id, exact: true }).click();
      await expect(panel(page)).toContainText("1 confirmation");
      await expectAccessible(page);
      await panel(page).getByRole("button", { name: "Rejected" }).click();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await panel(page).getByRole("link", { name: "Delete order" }).click();
      await expectAccessible(page);
      await page.goto("/admin/orders?q=nobody-has-this");
      await expectAccessible(page);
    });
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("nothing is wider than the screen, and the panel fills it", async ({
    adminPage: page,
    office: { shop },
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
    expect((await panel(page).boundingBox())?.width).toBe(390);
    expect(await overflow()).toBe(0);
    await expectAccessible(page);
  });
});

test("a customer gets in nowhere, and nothing changes", async ({
  adminPage,
  browser,
  office: { shop },
}) => {
  const { id } = await placeOrder(shop);
  const context = await browser.newContext({ baseURL: shop.url });
  await register(await context.newPage(), somebody());
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
      for (const answer of answers) {
        expect(answer.status()).toBe(302);
        expect(new URL(answer.headers().location ?? "", shop.url).pathname).toBe(leads);
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
