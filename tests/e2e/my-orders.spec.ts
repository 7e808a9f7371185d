import { eq } from "drizzle-orm";
import type { Page } from "@playwright/test";
import { orders } from "#shop/orders/tables.ts";
import { register, registerOnPage, createPerson, confirmEmail } from "./people.ts";
import { placeOrder } from "./place-order.ts";
import { expect, test } from "./shop.ts";
import { buyNow, confirmOrder, goToPayment, readPayment, createBuyer, toast } from "./steps.ts";

test("a guest's order shows in My Orders only after the email is verified @core", async ({
  page,
  shop,
}) => {
  const person = createPerson();
  await goToPayment(page, "350", { ...createBuyer(), email: person.email });
  const payment = await readPayment(page);
  const orderId = await confirmOrder(page);
  await shop.pay({ ...payment, confirm: 1 });
  await expect(page.getByRole("article").locator(".badge")).toHaveText("Processing");
  await register(page, person);
  await page.goto("/orders");
  await expect(page.getByRole("heading", { name: "No Orders Yet" })).toBeVisible();
  await confirmEmail(page, shop, person.email);
  await page.goto("/orders");
  await expect(page.getByRole("link", { name: `Order ${orderId}`, exact: true })).toBeVisible();
  await expect(page.getByText("$14.99")).toBeVisible();
  await page.goto("/orders?q=ZZZZZZZ");
  await expect(page.getByRole("link", { name: `Order ${orderId}`, exact: true })).toHaveCount(0);
  await page.goto("/orders?q=process");
  await expect(page.getByRole("link", { name: `Order ${orderId}`, exact: true })).toBeVisible();
});

test("Buy again leads from My Orders to step 2, with the recipient of that order", async ({
  page,
  shop,
}) => {
  const person = createPerson();
  await register(page, person);
  await confirmEmail(page, shop, person.email);
  const buyer = { ...createBuyer(), email: person.email };
  const { id } = await placeOrder(shop, { onChain: true, buyer });
  await shop.changeDatabase(async (db) => {
    await db.update(orders).set({ status: "completed" }).where(eq(orders.id, id));
  });
  await page.goto("/orders");
  const row = page.getByRole("listitem").filter({ hasText: id });
  await expect(row).toContainText(`for @${buyer.username}`);
  await row.getByRole("button", { name: `Buy again, order ${id}` }).click();
  await expect(page).toHaveURL(/step=payment/);
  await expect(page.getByText(`@${buyer.username}`).first()).toBeVisible();
  await expect(page.getByTestId("payment-address")).toBeVisible();
});

test("step 1 is filled for a signed-in buyer, who chooses and removes saved recipients", async ({
  page,
  shop,
}) => {
  const person = createPerson();
  await register(page, person);
  await confirmEmail(page, shop, person.email);
  const earlier = { username: "sol.one", uid: "42", email: person.email };
  const last = { username: "mira.two", email: person.email };
  for (const buyer of [earlier, last]) await placeOrder(shop, { onChain: true, buyer });
  await page.goto("/");
  await buyNow(page, "350");
  const username = page.getByLabel("TikTok username");
  await expect(username).toHaveValue(last.username);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(person.email);
  await page.getByRole("button", { name: `Use @${earlier.username}` }).click();
  await expect(username).toHaveValue(earlier.username);
  await expect(page.getByLabel("TikTok UID")).toHaveValue("42");
  await page.getByRole("button", { name: `Remove @${last.username} from the list` }).click();
  await expect(page.getByRole("button", { name: `Use @${last.username}` })).toHaveCount(0);
  // What the form has stays.
  await expect(username).toHaveValue(earlier.username);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByTestId("payment-address")).toBeVisible();
});

test("the order's owner sees the whole order, in another browser too", async ({
  page,
  shop,
  browser,
}) => {
  const person = createPerson();
  await goToPayment(page, "70", { ...createBuyer(), email: person.email });
  const orderId = await confirmOrder(page);
  const phone = await browser.newPage({ baseURL: shop.url });
  await register(phone, person);
  await phone.goto(`/track-order?orderId=${orderId}`);
  await expect(phone.getByRole("article").getByText(person.email)).toHaveCount(0);
  await confirmEmail(phone, shop, person.email);
  await phone.goto(`/track-order?orderId=${orderId}`);
  await expect(phone.getByRole("article").getByText(person.email)).toBeVisible();
  await phone.close();
});

test("signing out ends the browser's access to orders; those of other emails can be kept, without JavaScript @core", async ({
  browser,
  shop,
}) => {
  test.slow();
  const person = createPerson();
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  const guest = createBuyer();
  await goToPayment(page, "70", guest);
  const ofGuest = await confirmOrder(page);
  await register(page, person);
  await goToPayment(page, "70", { ...createBuyer(), email: person.email });
  const own = await confirmOrder(page);
  const shows = async (where: Page, orderId: string, email: string) => {
    await where.goto(`/track-order?orderId=${orderId}`);
    const article = where.getByRole("article");
    await expect(article).toBeVisible();
    return (await article.getByText(email).count()) > 0;
  };
  expect(await shows(page, ofGuest, guest.email)).toBe(true);
  expect(await shows(page, own, person.email)).toBe(true);

  const plain = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false });
  await plain.addCookies(await context.cookies());
  const tab = await plain.newPage();
  await tab.goto("/sign-out");
  await tab.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(tab.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  const visitor = (await context.cookies()).find(({ name }) => name === "satchel_visitor")?.value;
  expect(visitor).toMatch(/^.{22,}$/);
  expect(await tab.content()).not.toContain(visitor);
  const asked = await plain.newPage();
  expect(await shows(asked, ofGuest, guest.email)).toBe(false);
  expect(await shows(asked, own, person.email)).toBe(false);
  await tab.getByRole("button", { name: "Keep this browser’s orders" }).click();
  await expect(tab).toHaveURL(/\/$/);
  expect(await shows(tab, ofGuest, guest.email)).toBe(true);
  expect(await shows(tab, own, person.email)).toBe(false);

  // Also where nobody is signed in.
  await tab.goto("/sign-out");
  await tab.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(tab.getByText("This browser placed orders without an account.")).toBeVisible();
  const names = (await plain.cookies()).map(({ name }) => name);
  expect(names).not.toContain("satchel_visitor");
  await tab.getByRole("link", { name: "Done", exact: true }).click();
  expect(await shows(tab, ofGuest, guest.email)).toBe(false);
});

test("a referral code links two accounts, and is copied with one click @core", async ({
  page,
  browser,
  shop,
}) => {
  await register(page, createPerson());
  await page.goto("/orders");
  await page.getByRole("button", { name: /copy/i }).first().click();
  await expect(toast(page, "Referral code copied!")).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(/^[A-Z0-9]{8}$/);
  const friend = await browser.newPage({ baseURL: shop.url });
  await registerOnPage(friend, createPerson(), code.toLowerCase());
  await page.reload();
  await expect(page.getByText(/1 friend|Referred|referrals?/i).first()).toBeVisible();
  await friend.close();
});

test("a friend's first order earns credit, which stays when the friend's account is deleted", async ({
  page,
  browser,
  shop,
}) => {
  await register(page, createPerson());
  await page.goto("/orders");
  const code = await page.locator(".referral__code .mono").innerText();
  const earned = page.getByText("Earned").locator("..");

  const friend = createPerson();
  const elsewhere = await browser.newPage({ baseURL: shop.url });
  await register(elsewhere, friend, code);
  await goToPayment(elsewhere, "350", { ...createBuyer(), email: friend.email });
  const id = await confirmOrder(elsewhere);
  await shop.changeDatabase(async (db) => {
    await db.update(orders).set({ status: "completed" }).where(eq(orders.id, id));
  });
  await confirmEmail(elsewhere, shop, friend.email);
  await page.reload();
  await expect(earned).toContainText("$0.75");

  await elsewhere.goto("/account/data");
  await elsewhere.getByRole("button", { name: "Delete account" }).click();
  const dialog = elsewhere.getByRole("alertdialog");
  await dialog.getByLabel("Your password").fill(friend.password);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(toast(elsewhere, "Account deleted")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Friends joined").locator("..")).toContainText("0");
  await expect(earned).toContainText("$0.75");
});
