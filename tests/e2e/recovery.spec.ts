import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { placeOrder } from "./place-order.ts";
import { expect, test } from "./shop.ts";
import type { Shop } from "./shop-process.ts";
import { buyNow, fillRecipient, goToPayment, readPayment, createBuyer } from "./steps.ts";

test("kill -9 at any point of a purchase: it continues, nothing is lost or duplicated", async ({
  browser,
  ownShop,
}) => {
  test.setTimeout(300_000);
  const shop = await ownShop();
  const page = await browser.newPage({ baseURL: shop.url });
  const buyer = createBuyer();

  await page.goto("/");
  await buyNow(page, "350");
  await shop.killAndStart();

  await fillRecipient(page, buyer);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByTestId("payment-amount")).toBeVisible();
  const payment = await readPayment(page);
  await shop.killAndStart();

  await page.reload();
  expect(await readPayment(page)).toEqual(payment);
  const txid = await shop.pay(payment);
  await shop.end("SIGKILL");
  await shop.start();

  // The open page reconnects.
  await expect(page.getByText("Payment seen on the network")).toBeVisible();
  expect(txid).toMatch(/^[0-9a-f]{64}$/);
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Confirm Order" })).toBeVisible();
  await shop.killAndStart();

  await page.getByRole("button", { name: "Confirm Order" }).click();
  await page.waitForURL(/orderId=[A-Z0-9]{7}/);
  const orderUrl = page.url().replace(/&.*/, "");
  await shop.killAndStart();
  await shop.mine();
  await shop.killAndStart();

  await page.goto(orderUrl);
  await expect(
    page.getByRole("article").locator(".badge", { hasText: "Processing" }),
  ).toBeVisible();
  // A mail whose sending a kill interrupted may have arrived, and is sent again.
  await expect
    .poll(async () => [...new Set(await shop.subjectsTo(buyer.email))], { timeout: 90_000 })
    .toEqual([expect.stringContaining("is placed"), expect.stringContaining("payment confirmed")]);
});

test("on SIGTERM the server completes open responses, ends streams, accepts no new requests and does not wait for those that never end; the next start continues", async ({
  browser,
  ownShop,
}) => {
  const shop = await ownShop();
  const page = await browser.newPage({ baseURL: shop.url });
  // An open event stream must not keep the server from closing.
  await goToPayment(page, "700", createBuyer());
  const payment = await readPayment(page);
  const { id } = await placeOrder(shop);
  const stream = await fetch(`${shop.url}/live/order/${id}`);
  const { post, rest } = await beginToBuy(shop);
  const ended = shop.end("SIGTERM");

  // Its first sign of life is a change if the order changed while the stream opened.
  expect(await stream.text()).toMatch(/^event: (alive|change)$/m);
  const late = request(`${shop.url}/healthz`).end();
  expect(await once(late, "error")).toMatchObject([{ code: "ECONNREFUSED" }]);
  post.end(rest);
  const [response] = (await once(post, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(302);
  expect(response.headers).toMatchObject({
    location: expect.stringMatching(/^\/checkout\?step=account&package=\d+$/),
    connection: "close",
  });
  await ended;

  await shop.start();
  await page.reload();
  expect(await readPayment(page)).toEqual(payment);

  const { post: endless } = await beginToBuy(shop);
  const cut = once(endless, "error");
  await shop.end("SIGTERM");
  expect(await cut).toMatchObject([{ code: "ECONNRESET" }]);
});

/** Opens a request whose body the server is already reading; the remainder is sent later. */
async function beginToBuy(shop: Shop): Promise<{ post: ClientRequest; rest: string }> {
  const [first, rest] = ["intent=select&pack", "ageId=2"];
  const post = request(`${shop.url}/checkout`, {
    method: "POST",
    headers: {
      origin: shop.url,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": first.length + rest.length,
      expect: "100-continue",
    },
  });
  post.flushHeaders();
  await once(post, "continue");
  post.write(first);
  return { post, rest };
}
