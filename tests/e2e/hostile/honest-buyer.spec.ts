import { createBuyer, confirmOrder, goToPayment, readPayment } from "../steps.ts";
import { placeOrder } from "../place-order.ts";
import { expect, test } from "../shop.ts";
import type { Shop } from "../shop-process.ts";

/** The network address that the attacker and the buyer share, as in a school or a mobile network. */
const SHARED = "203.0.113.77";
const headers = { "x-forwarded-for": SHARED };

test("where the limits of a network are used up, a buyer of it still orders, pays and follows the order", async ({
  browser,
  ownShop,
}) => {
  test.slow();
  const shop = await ownShop();
  const context = await browser.newContext({ baseURL: shop.url, extraHTTPHeaders: headers });
  const page = await context.newPage();
  await goToPayment(page, "350", createBuyer());
  await useUpLimits(shop);

  const payment = await readPayment(page);
  const id = await confirmOrder(page);
  await shop.pay({ ...payment, confirm: 1 });
  await expect(page.getByText("Processing").first()).toBeVisible();

  // Another browser of the network is refused a guess, and told what it can do.
  const other = await browser.newPage({ baseURL: shop.url, extraHTTPHeaders: headers });
  // Again, if a new window began meanwhile.
  await expect(async () => {
    await useUpGuesses(shop);
    await other.goto("/track-order");
    await other.getByLabel("Order ID", { exact: true }).fill("WRONG99");
    await other.getByLabel("Email", { exact: true }).fill("somebody@example.com");
    await other.getByRole("button", { name: "Track Order" }).click();
    await expect(other.getByRole("alert")).toContainText(
      /Too many attempts\. Please wait .* and try again\./,
    );
  }).toPass();
  // Its next purchase is not: the limits of guesses and of sign-ins are their own.
  await goToPayment(other, "70", createBuyer());
  const next = await confirmOrder(other);
  expect(next).not.toBe(id);
  await context.close();
});

/** Uses up what one network address may guess and sign in, and opens many checkouts. */
async function useUpLimits(shop: Shop): Promise<void> {
  await useUpGuesses(shop);
  await until429(shop, "/login", (n) => ({ email: "a@example.com", password: `a wrong one ${n}` }));
  for (let n = 0; n < 30; n += 1) await placeOrder(shop, { from: SHARED });
}

async function useUpGuesses(shop: Shop): Promise<void> {
  const email = "a@example.com";
  await until429(shop, "/track-order", (n) => ({ orderId: `WRONG${n}`, email }));
}

async function until429(
  shop: Shop,
  path: string,
  fieldsOf: (n: number) => Record<string, string>,
): Promise<void> {
  // Room for two windows.
  for (let n = 10; n < 60; n += 1) {
    const response = await fetch(`${shop.url}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { ...headers, origin: shop.url },
      body: new URLSearchParams(fieldsOf(n)),
    });
    await response.arrayBuffer();
    if (response.status === 429) return;
  }
  throw new Error("the limit was not reached");
}
