import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { register, somebody } from "./people.ts";
import { expect, type Shop, test } from "./shop.ts";
import { buyNow, fillAccount, someBuyer, toast } from "./steps.ts";

const withTill = { SANDBOX_TILL: "on" };

/** What the till knows of a payment. */
interface Bill {
  id: string;
  service: "stripe" | "paypal";
  checkoutId: string;
}

const ask = async <Answer>(shop: Shop, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${shop.url}/sandbox/till${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return (response.status === 204 ? null : await response.json()) as Answer;
};
const act = (shop: Shop, { id }: Bill, what: object) => ask(shop, "POST", `/payments/${id}`, what);
const lastBill = async (shop: Shop): Promise<Bill> => {
  const [bill] = await ask<Bill[]>(shop, "GET", "/payments");
  if (!bill) throw new Error("nobody was sent to a page to pay on");
  return bill;
};

/** From the home page to step 2, with this way to pay pressed. */
async function goToStep2(page: Page, shop: Shop, method: string): Promise<{ email: string }> {
  const buyer = someBuyer();
  await page.goto(shop.url);
  await buyNow(page, "350");
  await fillAccount(page, buyer);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("How you pay");
  const button = page.getByRole("button", { name: new RegExp(`^${method}`) });
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "true");
  return buyer;
}

/** Confirms, and ends on the service's page; returns the order's id. */
async function confirmToPage(page: Page, shop: Shop): Promise<string> {
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await page.waitForURL(/\/sandbox\/(stripe|paypal)\//);
  const text = await page.getByRole("main").innerText();
  const [, orderId] = /order ([A-Z0-9]{7})/.exec(text) ?? [];
  if (!orderId) throw new Error(`no order on ${shop.url}: ${text}`);
  return orderId;
}

const expectPaid = (page: Page) =>
  expect(page.getByText("Sending coins now.")).toBeVisible({ timeout: 20_000 });

for (const { method, name } of [
  { method: "stripe", name: "Card" },
  { method: "paypal", name: "PayPal" },
] as const) {
  test.describe(name, () => {
    test("is paid on the service's page, which leads back to an order that is paid", async ({
      page,
      ownShop,
    }) => {
      const shop = await ownShop(withTill);
      const buyer = await goToStep2(page, shop, name);
      await expectAccessible(page);
      const orderId = await confirmToPage(page, shop);
      await page.locator("button.main").click();
      await page.waitForURL(/\/track-order\?orderId=/);
      await expect(toast(page, "Order placed successfully!")).toBeVisible();
      await expectPaid(page);
      await expect(page.getByText(orderId, { exact: true })).toBeVisible();
      await expect(page.getByRole("definition").filter({ hasText: name }).first()).toBeVisible();
      await expectAccessible(page);
      await expect
        .poll(() => shop.subjectsTo(buyer.email))
        .toEqual([
          expect.stringMatching(/is placed$/),
          expect.stringMatching(/payment confirmed$/),
        ]);
      const confirmed = (await shop.mailsTo(buyer.email)).find(({ subject }) =>
        subject.includes("confirmed"),
      );
      expect(confirmed?.text).toContain("$14.99");
    });

    test("messages that come twice, before the way back and in reverse change nothing", async ({
      page,
      ownShop,
    }) => {
      const shop = await ownShop(withTill);
      const buyer = await goToStep2(page, shop, name);
      const orderId = await confirmToPage(page, shop);
      const bill = await lastBill(shop);
      await ask(shop, "PUT", "/messages", { held: true });
      await act(shop, bill, { act: "pay" });
      await ask(shop, "PUT", "/messages", { held: false, order: "reverse" });
      await ask(shop, "POST", "/messages/again", { count: 5 });
      await page.goto(`${shop.url}/track-order?orderId=${orderId}&returned=${method}`);
      await expectPaid(page);
      await ask(shop, "POST", "/messages/again", { count: 5 });
      const confirmations = async () =>
        (await shop.subjectsTo(buyer.email)).filter((subject) => subject.includes("confirmed"));
      await expect.poll(confirmations).toHaveLength(1);
      await page.reload();
      await expectPaid(page);
      expect(await confirmations()).toHaveLength(1);
    });

    test("a buyer who closes the window has paid, and so has one whose message is lost", async ({
      page,
      ownShop,
    }) => {
      const shop = await ownShop(withTill);
      await goToStep2(page, shop, name);
      const orderId = await confirmToPage(page, shop);
      await ask(shop, "PUT", "/messages", { held: true });
      await act(shop, await lastBill(shop), { act: "pay" });
      // No way back, no message: the shop asks by itself.
      await page.goto(`${shop.url}/track-order?orderId=${orderId}`);
      await expectPaid(page);
    });

    test("walked away, the order waits, and is paid by another way", async ({ page, ownShop }) => {
      const shop = await ownShop(withTill);
      await goToStep2(page, shop, name);
      await confirmToPage(page, shop);
      await page.getByRole("link", { name: "Back to the shop without paying" }).click();
      await expect(toast(page, "Nothing was paid.")).toBeVisible();
      await expect(page.getByText("Waiting for your payment")).toBeVisible();
      await page.getByText("Pay another way").click();
      await expectAccessible(page);
      await page.getByRole("button", { name: /^Bitcoin/ }).click();
      const address = page.getByTestId("payment-address");
      await expect(address).toBeVisible();
      const amount = await page.getByTestId("payment-amount").innerText();
      await shop.pay({
        address: (await address.getAttribute("data-address")) ?? "",
        sats: Number(amount.replaceAll(/\D/g, "")),
        confirm: 1,
      });
      await expectPaid(page);
      await expect(page.getByRole("definition").filter({ hasText: "Bitcoin" })).toBeVisible();
    });

    test("a page that has ended is followed by a new one", async ({ page, ownShop }) => {
      const shop = await ownShop(withTill);
      await goToStep2(page, shop, name);
      await confirmToPage(page, shop);
      const first = await lastBill(shop);
      await page.getByRole("link", { name: "Back to the shop without paying" }).click();
      await act(shop, first, { act: "expire" });
      const pay = page.getByRole("button", { name: /^Pay (by|with)/ });
      await expect(async () => {
        await page.goto(page.url());
        await pay.click();
        await page.waitForURL(/\/sandbox\//, { timeout: 5000 });
        expect((await lastBill(shop)).id).not.toBe(first.id);
      }).toPass({ timeout: 40_000 });
      await page.locator("button.main").click();
      await expectPaid(page);
    });

    test("an amount that does not match waits for a person", async ({ page, ownShop }) => {
      const shop = await ownShop(withTill);
      await goToStep2(page, shop, name);
      const orderId = await confirmToPage(page, shop);
      await act(shop, await lastBill(shop), { act: "pay", cents: 1000 });
      await page.goto(`${shop.url}/track-order?orderId=${orderId}`);
      await expect(page.getByText("We are looking at this payment", { exact: true })).toBeVisible({
        timeout: 20_000,
      });
      await expect(page.getByText("$10.00").first()).toBeVisible();
      await expect(page.getByText("$4.99")).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test("a card that is declined leaves one on the page; a payment that takes days is waited for", async ({
  page,
  ownShop,
}) => {
  const shop = await ownShop(withTill);
  await goToStep2(page, shop, "Card");
  await confirmToPage(page, shop);
  await page.getByRole("button", { name: "Pay with a card that is declined" }).click();
  await expect(page.getByText("This card was declined.")).toBeVisible();
  await page.getByRole("button", { name: "Pay in a way that takes days" }).click();
  await page.waitForURL(/\/track-order/);
  await expect(page.getByText("Your payment is on its way.")).toBeVisible();
  await act(shop, await lastBill(shop), { act: "settle" });
  await expectPaid(page);
});

test("while the service is down the order is placed, and can be paid once it is back", async ({
  page,
  ownShop,
}) => {
  const shop = await ownShop(withTill);
  await goToStep2(page, shop, "Card");
  await shop.setFaults({ stripe: "500" });
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Confirm Order" }).click();
  await expect(toast(page, "cannot be opened right now")).toBeVisible({ timeout: 30_000 });
  await shop.setFaults({ stripe: null });
  await page.getByRole("button", { name: "Pay by card" }).click();
  await page.waitForURL(/\/sandbox\/stripe\//);
  await page.locator("button.main").click();
  await expectPaid(page);
});

test("a message without the service's signature is refused", async ({ ownShop }) => {
  const shop = await ownShop(withTill);
  for (const method of ["stripe", "paypal"]) {
    const answer = await fetch(`${shop.url}/webhooks/${method}`, {
      method: "POST",
      body: JSON.stringify({ id: "evt_1", type: "checkout.session.completed" }),
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(400);
  }
  expect((await fetch(`${shop.url}/webhooks/bitcoin`, { method: "POST" })).status).toBe(404);
});

for (const { service, name, words } of [
  { service: "Stripe", name: "Card", words: "Send it back by Stripe" },
  { service: "PayPal", name: "PayPal", words: "Send it back by PayPal" },
]) {
  test(`${service} sends money back from the order's panel, and a dispute waits in the review`, async ({
    page,
    browser,
    ownShop,
  }) => {
    const shop = await ownShop(withTill);
    const office = await browser.newPage({ baseURL: shop.url });
    // The first account is the administrator's.
    await register(office, somebody());
    await goToStep2(page, shop, name);
    const orderId = await confirmToPage(page, shop);
    const bill = await lastBill(shop);
    await page.locator("button.main").click();
    await expectPaid(page);

    await office.goto(`/admin/orders/${orderId}`);
    await office.getByRole("link", { name: `${name}, $14.99` }).click();
    await office.getByRole("link", { name: "Refund", exact: true }).click();
    await office.getByLabel("Amount in dollars").fill("4.99");
    await office.getByLabel("Reason").fill("A part of it could not be delivered");
    await office.getByRole("button", { name: words }).click();
    await expect(toast(office, /sent back|Refund/i)).toBeVisible();
    const atService = await ask<{ money: { refunds: { cents: number }[] } }>(
      shop,
      "GET",
      `/payments/${bill.id}`,
    );
    expect(atService.money.refunds.map(({ cents }) => cents)).toEqual([499]);
    await expect(page.getByText("$4.99")).toBeVisible();

    await act(shop, bill, { act: "dispute" });
    await expect(async () => {
      await office.goto("/admin/review");
      await expect(office.getByRole("row").filter({ hasText: orderId })).toContainText("Disputed", {
        timeout: 1000,
      });
    }).toPass();
    await act(shop, bill, { act: "win" });
    await expect(async () => {
      await office.goto("/admin/review");
      await expect(office.getByText("Nothing waits for you")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await office.close();
  });
}
