import type { Locator } from "@playwright/test";
import { expect, test } from "./shop.ts";
import { placeOrder } from "./place-order.ts";
import { buyNow, confirmOrder, goToPayment, createBuyer, readPayment, toast } from "./steps.ts";

const NOT_FOUND = "Order not found. Please check your order ID and email.";

test("empty fields, an unknown id and a wrong email have the specified messages @core", async ({
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
    await stranger.getByLabel("Order ID", { exact: true }).fill(id);
    await stranger.getByLabel("Email", { exact: true }).fill(email);
    await stranger.getByRole("button", { name: "Track Order" }).click();
    await expect(stranger.getByRole("alert")).toContainText(NOT_FOUND);
    await expect(stranger.getByLabel("Email", { exact: true })).toHaveValue(email);
  }
  await stranger.close();
});

test("the id alone shows the order masked; the email unmasks it, also after a reload @core", async ({
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
  // The form is folded away by then, and the focus is on the order.
  await expect(stranger.getByLabel("Email", { exact: true })).toBeHidden();
  await expect(stranger.getByRole("heading", { name: orderId })).toBeFocused();
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

test("the link in the mail unmasks the order, and removes the key from the URL @core", async ({
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

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("an unpaid order begins with how to pay it, the toast covers nothing, and other orders can be tracked @core", async ({
    page,
    shop,
  }) => {
    const other = await placeOrder(shop);
    await goToPayment(page, "350", createBuyer());
    const orderId = await confirmOrder(page);
    const placed = toast(page, "Order placed successfully!");
    await expect(placed).toBeVisible();
    const below = await bottomOf(placed);
    expect(below).toBeLessThan(await topOf(page.getByRole("heading", { level: 1 })));
    const menu = await page.getByRole("banner").locator(".menu--phone").boundingBox();
    const box = await placed.locator(".toast__close").boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(menu?.x ?? 0);
    await expect(page.getByRole("link", { name: "Open in wallet" })).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel("Order ID", { exact: true })).toBeHidden();

    await page.getByText("Track another order").click();
    const fields = [
      page.getByLabel("Order ID", { exact: true }),
      page.getByLabel("Email", { exact: true }),
    ] as const;
    const [id, email] = fields;
    await id.fill("ZZZZZZZ");
    await email.fill(other.buyer.email);
    await page.getByRole("button", { name: "Track Order" }).click();
    await expect(page.getByRole("alert")).toContainText(NOT_FOUND);
    await expect(email).toHaveValue(other.buyer.email);
    await expect(page.getByRole("heading", { name: orderId })).toBeVisible();
    await id.fill(other.id);
    await page.getByRole("button", { name: "Track Order" }).click();
    await expect(page.getByRole("heading", { name: other.id })).toBeVisible();
    await expect(id).toBeHidden();
  });
});

test("each state of a payment names the order; the page prints without navigation and buttons", async ({
  page,
  shop,
}) => {
  await goToPayment(page, "350", createBuyer());
  const payment = await readPayment(page);
  const orderId = await confirmOrder(page);
  const panel = page.getByRole("region", { name: "Bitcoin payment" });
  await expect(panel).toContainText(`order ${orderId} continues`);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(panel.getByRole("img", { name: /^QR code/ })).toBeVisible();
  await expect(page.getByRole("article")).toContainText("350 coins");
  await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
  for (const hidden of [
    page.getByRole("contentinfo"),
    page.getByText("Track another order"),
    page.getByRole("button", { name: "Copy Address" }),
    page.getByRole("link", { name: "Download Invoice" }),
  ])
    await expect(hidden).toBeHidden();
  await page.emulateMedia({ media: null, colorScheme: null });

  await shop.pay(payment);
  await expect(
    page.getByText(`Payment for order ${orderId} seen. You can close this page.`),
  ).toBeVisible();
});

test("who lost the mails gets the links of all their orders, and the answer for other addresses is the same", async ({
  page,
  shop,
}) => {
  const { email } = createBuyer();
  const first = await placeOrder(shop, { buyer: { email } });
  const second = await placeOrder(shop, { buyer: { email } });
  const request = async (typed: string) => {
    await page.goto("/track-order");
    await page.getByRole("link", { name: /^Can’t find our email/ }).click();
    await expect(page.getByRole("heading", { name: "Can’t find our email?" })).toBeVisible();
    await page.getByLabel("Email", { exact: true }).fill(typed);
    await page.getByRole("button", { name: "Send the links" }).click();
    const response = page.getByText("an email with their links is on its way");
    await expect(response).toBeVisible();
    return (await response.innerText()).replace(typed, "EMAIL");
  };
  const unknown = `nobody-${Date.now()}@example.com`;
  const answers = [await request(unknown), await request(email.toUpperCase())];
  expect(answers[0]).toBe(answers[1]);
  const sent = async () =>
    (await shop.mailsTo(email)).filter(({ subject }) => subject.includes("your orders"));
  await expect.poll(async () => (await sent()).length).toBe(1);
  expect(await shop.mailsTo(unknown)).toEqual([]);
  const links = (await sent())[0]?.text.match(/https?:\S+\/track-order\?\S+key=[\w-]+/g) ?? [];
  expect(links).toHaveLength(2);
  for (const [index, { id }] of [second, first].entries()) {
    await page.goto(links[index] ?? "");
    await expect(page).toHaveURL(new RegExp(`orderId=${id}$`));
    await expect(page.getByRole("article").getByText(email)).toBeVisible();
  }

  await page.goto("/track-order/links");
  await page.getByLabel("Email", { exact: true }).fill("mira@");
  await page.getByRole("button", { name: "Send the links" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
});

/** The upper and lower edges of an element, from the top of the window. */
const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? 0;
async function bottomOf(one: Locator) {
  const box = await one.boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0);
}

test("a device lists its orders and offers their recipient at step 1, until it forgets them @core", async ({
  page,
}) => {
  const buyer = createBuyer();
  await goToPayment(page, "70", buyer);
  const orderId = await confirmOrder(page);
  await page.goto("/track-order");
  const list = page.getByRole("region", { name: "Recent orders on this device" });
  await list.getByRole("link", { name: `Order ${orderId}` }).click();
  await expect(page.getByRole("heading", { name: orderId })).toBeVisible();

  await page.goto("/");
  await buyNow(page, "350");
  await expect(page.getByLabel("TikTok username")).toHaveValue("");
  await page.getByRole("button", { name: `Use @${buyer.username}` }).click();
  await expect(page.getByLabel("TikTok username")).toHaveValue(buyer.username);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(buyer.email);

  await page.goto("/track-order");
  await page.getByRole("button", { name: "Forget orders on this device" }).click();
  await expect(toast(page, "This device has forgotten its orders")).toBeVisible();
  await expect(list).toHaveCount(0);
  await page.goto("/checkout");
  await expect(page.getByLabel("TikTok username")).toBeVisible();
  await expect(page.getByRole("button", { name: `Use @${buyer.username}` })).toHaveCount(0);
});
