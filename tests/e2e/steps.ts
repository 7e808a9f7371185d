import type { Locator, Page, Route } from "@playwright/test";
import { expect } from "@playwright/test";
import { seedPackages } from "#shop/catalog/package.ts";

export interface Buyer {
  username: string;
  uid?: string;
  email: string;
}

let buyers = 0;

/** Creates a buyer with a unique email. */
export function createBuyer(): Buyer {
  buyers += 1;
  return {
    username: `mira.holt${buyers}`,
    uid: "6812044711902236417",
    email: `mira${buyers}-${Date.now()}@example.com`,
  };
}

/**
 * Posts a form with the cookies of the page, and returns where the answer redirects to. For steps that another test takes
 * in the browser: a page costs much more processor time.
 */
export async function postForm(
  page: Page,
  path: string,
  form: Record<string, string>,
): Promise<string> {
  const response = await page.request.post(path, {
    form,
    headers: { "sec-fetch-site": "same-origin" },
    maxRedirects: 0,
  });
  expect(response.status(), await response.text()).toBe(302);
  return response.headers().location ?? "";
}

/** Opens a page, and waits until it is hydrated: a link that is pressed before loads a document, not data. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener("hydrated", () => Object.assign(window, { isHydrated: true }));
  });
  await page.goto(path);
  await page.waitForFunction(() => "isHydrated" in window);
}

/** Goes from the home page to step 2. */
export async function walkToStep2(page: Page, coins: string, buyer: Buyer): Promise<void> {
  await page.goto("/");
  await buyNow(page, coins);
  await fillRecipient(page, buyer);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Posts the forms of the home page and of step 1; returns the path of step 2. */
export async function postStep1(page: Page, coins: string, buyer: Buyer): Promise<string> {
  const packageId = seedPackages.find((seed) => seed.coins === Number(coins))?.id ?? "";
  await postForm(page, "/checkout", { intent: "select", packageId });
  return postForm(page, "/checkout", {
    intent: "account",
    tiktokUsername: buyer.username,
    tiktokUid: buyer.uid ?? "",
    email: buyer.email,
  });
}

/** Opens the payment page after the forms before it are posted, and selects Bitcoin. */
export async function goToPayment(page: Page, coins: string, buyer: Buyer): Promise<void> {
  await page.goto(await postStep1(page, coins, buyer));
  await chooseBitcoin(page);
}

/** Selects Bitcoin at step 2 if there is a choice: an earlier test may have enabled another payment method. */
export async function chooseBitcoin(page: Page): Promise<void> {
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText(/^(Pay with Bitcoin|Payment method)$/);
  if ((await title.innerText()) === "Pay with Bitcoin") return;
  const bitcoin = page.getByRole("button", { name: /^Bitcoin/ });
  if ((await bitcoin.getAttribute("aria-pressed")) !== "true") await bitcoin.click();
  await expect(page.getByTestId("payment-address")).toBeVisible();
}

/** Clicks Buy Now on the card of this package. */
export async function buyNow(page: Page, coins: string): Promise<void> {
  const card = page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: new RegExp(`^${coins} coins`) }) });
  await card.getByRole("button", { name: /^Buy Now/ }).click();
  await expect(page.getByLabel("TikTok username")).toBeVisible();
}

/**
 * Clicks a button until `seen` passes. The button may be gone before the next click.
 */
export async function clickUntil(button: Locator, seen: () => Promise<void>): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1000 });
    await seen();
  }).toPass();
}

export async function fillRecipient(page: Page, buyer: Buyer): Promise<void> {
  await page.getByLabel("TikTok username").fill(buyer.username);
  if (buyer.uid) await page.getByLabel("TikTok UID").fill(buyer.uid);
  await page.getByLabel("Email", { exact: true }).fill(buyer.email);
}

/** Reads address and amount from the payment page. */
export async function readPayment(page: Page): Promise<{ address: string; sats: number }> {
  const address = await page.getByTestId("payment-address").getAttribute("data-address");
  const amount = await page.getByTestId("payment-amount").innerText();
  const match = /(\d+)\.(\d{8})/.exec(amount);
  if (!address || !match) throw new Error(`no payment on ${page.url()}`);
  return { address, sats: Number(`${match[1]}${match[2]}`) };
}

/** Clicks Confirm Order, and returns the id of the order. */
export async function confirmOrder(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await page.waitForURL(/\/track-order\?orderId=[A-Z0-9]{7}$/);
  return new URL(page.url()).searchParams.get("orderId") ?? "";
}

/** Waits until a paid checkout has led to its order; returns the id of the order. */
export async function seePaidOrder(page: Page): Promise<string> {
  await page.waitForURL(/\/track-order\?orderId=[A-Z0-9]{7}$/);
  await expect(page.getByText("Payment confirmed").first()).toBeVisible();
  return new URL(page.url()).searchParams.get("orderId") ?? "";
}

export function toast(page: Page, text: string | RegExp): Locator {
  return page.locator(".toast").filter({ hasText: text });
}

/** Runs `meanwhile` between the submission of the next form and its arrival at the server. */
export async function beforeFormArrives(
  page: Page,
  { send, meanwhile }: { send: () => Promise<void>; meanwhile: () => Promise<void> },
): Promise<void> {
  const sent = Promise.withResolvers<Route>();
  await page.route(
    () => true,
    (route) => {
      if (route.request().method() === "POST") sent.resolve(route);
      else return route.continue();
    },
  );
  await send();
  const held = await sent.promise;
  await meanwhile();
  await held.continue();
  await page.unrouteAll();
}
