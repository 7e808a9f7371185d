import { expect } from "@playwright/test";
import { orderByProvider } from "../hosted-payment-steps.ts";
import { buyNow, createBuyer, fillRecipient, postForm, postStep1, readPayment } from "../steps.ts";
import { check, checkPath, type Visit } from "./screens.ts";

/** A purchase, from the home page to a processing order. */
export async function checkPurchase({ browser, shop }: Visit): Promise<void> {
  const page = await browser.newPage({ baseURL: shop.url });
  const buyer = createBuyer();
  await checkPath(page, "/");
  await buyNow(page, "350");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("TikTok username is required")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill("mira@");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await check(page, "recipient with errors");
  await fillRecipient(page, buyer);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment method");
  for (const name of ["Card", "PayPal"]) {
    const button = page.getByRole("button", { name: new RegExp(`^${name}`) });
    if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await check(page, `payment by ${name}`);
  }
  await page.getByRole("button", { name: /^Bitcoin/ }).click();
  await expect(page.getByTestId("payment-address")).toBeVisible();
  await check(page, "payment by either way");
  await page.getByRole("button", { name: "Lightning", exact: true }).click();
  await expect(page.getByTestId("payment-invoice")).toBeVisible();
  await check(page, "payment by Lightning");
  await page.getByRole("button", { name: "On-chain" }).click();
  const payment = await readPayment(page);
  await check(page, "payment to an address");
  await shop.pay(payment);
  await expect(page.getByText("Payment seen. You can close this page.")).toBeVisible();
  await check(page, "payment seen");
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Confirm Order" })).toBeVisible();
  await check(page, "order details before they are confirmed");
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await page.waitForURL(/\/track-order\?orderId=[A-Z0-9]{7}$/);
  await expect(page.getByText("Order placed successfully!")).toBeVisible();
  await check(page, "order that is placed, with a toast");
  await shop.mine();
  await expect(page.getByRole("article").locator(".badge")).toHaveText("Processing");
  await check(page, "order that is paid on the chain");
  await page.close();
}

/** What stops a purchase: two tabs, too many unpaid orders, an ended quote. */
export async function checkInterruptions({ browser, shop }: Visit): Promise<void> {
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  await page.goto("/");
  await buyNow(page, "350");
  await fillRecipient(page, createBuyer());
  const other = await context.newPage();
  await other.goto(await postStep1(other, "700", createBuyer()));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("You chose 700 coins in another tab");
  await check(page, "another package in another tab");
  await page.getByRole("button", { name: "Buy 350 coins instead" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment method");
  await other.getByRole("link", { name: "Continue" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(
    "Which package would you like?",
  );
  await check(other, "which package");
  await context.close();

  const hoarder = await browser.newPage({ baseURL: shop.url });
  for (let i = 0; i < 10; i += 1) {
    await postStep1(hoarder, i % 2 ? "70" : "350", createBuyer());
    await postForm(hoarder, "/checkout", { intent: "method", method: "bitcoin", way: "chain" });
  }
  await postStep1(hoarder, "700", createBuyer());
  await hoarder.goto("/checkout?step=payment");
  await hoarder.getByRole("button", { name: /^Bitcoin/ }).click();
  await expect(hoarder.getByText("unpaid orders")).toBeVisible();
  await check(hoarder, "too many unpaid orders");
  await hoarder.close();
}

/** Orders that are paid by a provider: their pages. */
export async function checkHostedPayments({ browser, shop }: Visit): Promise<void> {
  const page = await browser.newPage({ baseURL: shop.url });
  const paid = await orderByProvider(page, shop, "stripe");
  await shop.applyPaymentAction(paid.session.id, { act: "pay" });
  await page.goto(`/track-order?orderId=${paid.orderId}`);
  await expect(page.getByText("We send the coins next.")).toBeVisible();
  await check(page, "order that is paid by card");

  const abandoned = await orderByProvider(page, shop, "paypal");
  await page.goto(abandoned.providerPage);
  await page.getByRole("link", { name: "Back to the shop without paying" }).click();
  await expect(page.getByText("Waiting for your payment")).toBeVisible();
  await page.getByText("Pay another way").click();
  await check(page, "another way to pay a placed order");

  const short = await orderByProvider(page, shop, "stripe");
  await shop.applyPaymentAction(short.session.id, { act: "pay", cents: 1000 });
  await page.goto(`/track-order?orderId=${short.orderId}`);
  await expect(page.getByText("We are reviewing this payment", { exact: true })).toBeVisible();
  await check(page, "order whose payment is in the review");
  await page.close();
}

/** The sandbox's page of the providers, with held webhooks. */
export async function checkSandbox({ browser, shop }: Visit): Promise<void> {
  const page = await browser.newPage({ baseURL: shop.url });
  await page.goto("/sandbox");
  await page.getByRole("navigation").getByRole("link", { name: "Stripe and PayPal" }).click();
  await page.getByRole("button", { name: "Hold back" }).click();
  await expect(page.getByText("They are held back.")).toBeVisible();
  await check(page, "held webhooks");
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await expect(page.getByText("They are sent at once.")).toBeVisible();
  await page.close();
}
