import { expect, test } from "./admin-shop.ts";
import { mark, panel, row } from "./orders-page.ts";
import { placeOrder } from "./place-order.ts";
import { toast } from "./steps.ts";

test("status, completion and rejection have their toasts; the customer sees the reason @core", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const { id, buyer } = await placeOrder(shop);
  await page.goto(`/admin/orders/${id}?q=${id}`);
  const details = panel(page);
  const updated = toast(page, "Order status updated successfully");
  const status = (name: string) => details.getByRole("button", { name, exact: true });

  await status("Processing").click();
  await expect(updated).toBeVisible();
  await expect(status("Processing")).toHaveAttribute("aria-pressed", "true");
  await expect(row(page, id)).toContainText("Processing");
  const question = page.getByRole("alertdialog");
  await details.getByRole("button", { name: "Mark as Completed" }).click();
  await question.getByRole("button", { name: "Mark as Completed" }).click();
  await expect(status("Completed")).toHaveAttribute("aria-pressed", "true");
  await details.getByRole("button", { name: "Mark as Completed" }).click();
  await expect(toast(page, "Order is already marked as completed")).toBeVisible();

  await status("Rejected").click();
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
  const path = `/track-order?orderId=${id}`;
  const masked = await page.request.get(path);
  expect(await masked.text()).not.toContain("The account does not exist");
  const tracked = await page.request.post(path, {
    form: { intent: "track", orderId: id, email: buyer.email },
    headers: { origin: shop.url },
  });
  expect(await tracked.text()).toContain("The account does not exist");

  await status("Pending").click();
  await expect(status("Pending")).toHaveAttribute("aria-pressed", "true");
});

test("a second change right after the first has its own toast, however slowly the page loads", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const { id } = await placeOrder(shop);
  await page.goto(`/admin/orders/${id}?q=${id}`);
  const details = panel(page);
  const updated = toast(page, "Order status updated successfully");
  // Whatever the page loads after the redirect that carries the notice does not arrive.
  await page.route(`**/admin/orders/${id}.data*`, async (route) => {
    const isLoad = route.request().method() === "GET" && !route.request().url().includes("notice=");
    if (!isLoad) await route.continue();
  });
  await details.getByRole("button", { name: "Processing" }).click();
  await expect(updated).toHaveCount(1);
  await details.getByRole("button", { name: "Rejected" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Reason").fill("The account does not exist");
  await question.getByRole("button", { name: "Reject order" }).click();
  await expect(updated).toHaveCount(2);
  await expect(page).not.toHaveURL(/notice=/);
  await page.unrouteAll();
});

test("the order's page updates at each step, is red when rejected, and links to the shop", async ({
  adminPage: page,
  adminShop: { shop },
  page: buyerPage,
}) => {
  const { id } = await placeOrder(shop);
  await buyerPage.goto(`${shop.url}/track-order?orderId=${id}`);
  const steps = buyerPage.getByRole("list", { name: "Progress of the order" });
  const labels = steps.locator(".progress__label");
  await page.goto(`/admin/orders/${id}`);
  const choose = async (name: string) => {
    // The buyer's page may update before the panel has its response, which is disabled until then.
    await expect(panel(page).locator("[aria-busy]")).toHaveCount(0);
    await panel(page).getByRole("button", { name, exact: true }).click();
  };

  await expect(labels).toHaveText([
    "Order Placed, done",
    "Processing, not yet",
    "Completed, not yet",
  ]);
  await choose("Processing");
  await expect(labels).toHaveText([
    "Order Placed, done",
    "Processing, in progress",
    "Completed, not yet",
  ]);
  const colour = () => labels.first().evaluate((label) => getComputedStyle(label).color);
  const usual = await colour();
  await choose("Completed");
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Mark as Completed" }).click();
  await expect(labels).toHaveText(["Order Placed, done", "Processing, done", "Completed, done"]);
  expect(await colour()).toBe(usual);

  await choose("Rejected");
  await question.getByLabel("Reason").fill("The account does not exist");
  await question.getByRole("button", { name: "Reject order" }).click();
  await expect(labels).toHaveText([
    "Order Placed, done",
    "Processing, stopped",
    "Completed, stopped",
  ]);
  const colours = await labels.evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
  const probe = await buyerPage.evaluate(() => {
    const mark = document.createElement("i");
    mark.style.color = "var(--status-rejected-ink)";
    const { color } = getComputedStyle(document.body.appendChild(mark));
    mark.remove();
    return color;
  });
  expect(colours).toEqual([probe, probe, probe]);
  expect(probe).not.toBe(usual);

  await buyerPage.getByRole("link", { name: "Back to Shop" }).click();
  await expect(buyerPage).toHaveURL(`${shop.url}/#packages`);
  await expect(buyerPage.getByRole("button", { name: /^Buy Now/ }).first()).toBeInViewport();
});

test("deleting requires a confirmation, in the row and in the panel", async ({
  adminPage: page,
  adminShop: { shop },
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

test("two administrators see each other's changes; a stale change is rejected, and no note is lost @core", async ({
  adminPage: page,
  browser,
  adminShop: { shop, signedIn },
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

  // Blocks live updates of the first page.
  await page.route("**/live/admin", (route) => route.abort());
  await page.goto(`/admin/orders/${id}?q=${id}`);
  await page.getByLabel("Internal note").fill("Called, nobody there");
  await other.getByLabel("Internal note").fill("Wrote a mail");
  await other.getByRole("button", { name: "Save note" }).click();
  await expect(toast(other, "Note saved")).toBeVisible();
  const stale = page
    .getByRole("alert")
    .filter({ hasText: "Someone changed this order in the meantime" });
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(stale).toBeVisible();
  await expect(page.getByLabel("Internal note")).toHaveValue("Called, nobody there");
  await expect(panel(page)).toContainText("The note is now: “Wrote a mail”");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(toast(page, "Note saved")).toBeVisible();
  await expect(other.getByLabel("Internal note")).toHaveValue("Called, nobody there");

  await other.getByRole("button", { name: "Pending" }).click();
  await expect(toast(other, "Order status updated successfully").first()).toBeVisible();
  const complete = async () => {
    await panel(page).getByRole("button", { name: "Mark as Completed" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Mark as Completed" }).click();
  };
  await complete();
  await expect(stale).toBeVisible();
  await expect(panel(page).getByRole("button", { name: "Pending" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );

  await panel(other).getByRole("link", { name: "Delete order" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Delete order" }).click();
  await expect(toast(other, "Order deleted successfully")).toBeVisible();
  await complete();
  await expect(panel(page)).toContainText(`There is no order ${id}, or someone deleted it.`);
  await elsewhere.close();
});

test("input stays while the order changes, and does not overwrite the change", async ({
  adminPage: page,
  adminShop: { shop },
}) => {
  const { id, payment } = await placeOrder(shop);
  await page.goto(`/admin/orders/${id}?q=${id}`);
  await page.getByLabel("Internal note").fill("Half a sent");
  await panel(page).getByRole("button", { name: "Rejected" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Reason").fill("No such account");
  await shop.pay({ ...payment, confirm: 1 });
  await expect(question).toContainText("Its payment is confirmed, and stays to be refunded.");
  await expect(question.getByLabel("Reason")).toHaveValue("No such account");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Internal note")).toHaveValue("Half a sent");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Someone changed" })).toBeVisible();
  await page.getByLabel("Internal note").fill("Half a sentence");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(toast(page, "Note saved")).toBeVisible();
});

test("an underpaid order that is set to Processing goes on as the owner says, on the buyer's page too", async ({
  adminPage: page,
  adminShop: { shop },
  browser,
}) => {
  const underpaid = async () => {
    const { id, buyer, payment } = await placeOrder(shop);
    await shop.pay({ ...payment, sats: Math.round(payment.sats / 2), confirm: 1 });
    const visitor = await browser.newPage({ baseURL: shop.url });
    await visitor.goto("/track-order");
    await visitor.getByLabel("Order ID", { exact: true }).fill(id);
    await visitor.getByLabel("Email", { exact: true }).first().fill(buyer.email);
    await visitor.getByRole("main").getByRole("button", { name: "Track Order" }).click();
    await expect(
      visitor.getByRole("heading", { name: "Part of the payment is missing" }),
    ).toBeVisible();
    await page.goto(`/admin/orders/${id}?q=${id}`);
    await panel(page).getByRole("button", { name: "Processing", exact: true }).click();
    return visitor;
  };
  const question = page.getByRole("alertdialog");
  const set = question.getByRole("button", { name: "Set to Processing" });

  const waiting = await underpaid();
  await set.click();
  await expect(waiting.getByText("Processing").first()).toBeVisible();
  await expect(waiting.getByText("Part of the payment is missing.")).toBeVisible();
  await expect(waiting.getByText("Payment confirmed")).toHaveCount(0);
  await waiting.close();

  const accepted = await underpaid();
  await question.getByLabel(/^Nothing more is due/).check();
  await set.click();
  await expect(accepted.getByText("Payment confirmed")).toBeVisible();
  await expect(accepted.getByText("is missing")).toHaveCount(0);
  await accepted.close();
  await expect(
    panel(page).getByRole("button", { name: "Processing", exact: true }),
  ).toHaveAttribute("aria-pressed", "true");
});
