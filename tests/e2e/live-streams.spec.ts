import { createPerson, register } from "./people.ts";
import { openPlacedOrder, placeOrder } from "./place-order.ts";
import { expect, test } from "./shop.ts";
import { createBuyer, goToPayment } from "./steps.ts";

test("a checkout is followed by its visitor only", async ({ page, shop, browser }) => {
  const opened = page.waitForRequest(/\/live\/checkout\//);
  await goToPayment(page, "350", createBuyer());
  const path = new URL((await opened).url()).pathname;
  const stranger = await browser.newContext({ baseURL: shop.url });
  expect((await stranger.request.get(path)).status()).toBe(404);
  const unknown = "/live/checkout/00000000-0000-4000-8000-000000000000";
  expect((await page.request.get(unknown)).status()).toBe(404);
});

test("one address has a limited number of streams; the page still works, and others have theirs", async ({
  browser,
  shop,
}) => {
  test.slow();
  await expect.poll(() => shop.openStreams()).toBe(0);
  const { id, payment } = await placeOrder(shop);
  const open = async (from: string) => {
    const leaving = new AbortController();
    const response = await fetch(`${shop.url}/live/order/${id}`, {
      headers: { "x-forwarded-for": from },
      signal: leaving.signal,
    });
    return { response, leave: () => leaving.abort() };
  };
  const many: Awaited<ReturnType<typeof open>>[] = [];
  // A few at a time: each takes a try of the limit for order ids while it is looked up.
  while (many.length < 130)
    many.push(...(await Promise.all(Array.from({ length: 10 }, () => open("203.0.113.7")))));
  const refused = many.filter(({ response }) => response.status === 429);
  expect(refused).toHaveLength(30);
  expect(refused[0]?.response.headers.get("retry-after")).toBe("60");
  expect(await shop.openStreams()).toBe(100);
  const other = await open("203.0.113.8");
  expect(other.response.status).toBe(200);

  const context = await browser.newContext({
    baseURL: shop.url,
    extraHTTPHeaders: { "x-forwarded-for": "203.0.113.7" },
  });
  const page = await context.newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`/track-order?orderId=${id}`);
  await expect(page.getByRole("heading", { name: id })).toBeVisible();
  await shop.pay({ ...payment, confirm: 1 });
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Processing").first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  const loads = requests.filter((path) => path === "/track-order").length;
  // EventSource does not repeat a refused request by itself.
  expect(requests.filter((path) => path.startsWith("/live/")).length).toBeLessThanOrEqual(loads);
  for (const { leave } of [...many, other]) leave();
  await context.close();
  await expect.poll(() => shop.openStreams()).toBe(0);
});

test("the administrator's stream ends with the session", async ({ browser, ownShop }) => {
  test.slow();
  const shop = await ownShop();
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  await register(page, createPerson());
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const stream = await fetch(`${shop.url}/live/admin`, { headers: { cookie } });
  expect(stream.status).toBe(200);
  const signedOut = await page.request.post("/sign-out", { headers: { origin: shop.url } });
  expect(signedOut.ok()).toBe(true);
  // Ends at the next heartbeat.
  expect(await stream.text()).toContain("event: alive");
  expect(await shop.openStreams()).toBe(0);
});

test("a refused form that ends the load of a change does not hide the change", async ({
  page,
  shop,
}) => {
  const order = await placeOrder(shop);
  await openPlacedOrder(page, shop, order);
  await page.getByText("Wrong username? Correct it").click();
  await page.getByLabel("TikTok username").fill("");
  // The loads of the change do not end before the form is sent.
  const begun = Promise.withResolvers<void>();
  let isSent = false;
  await page.route(/\/track-order\.data/, async (route) => {
    isSent ||= route.request().method() === "POST";
    if (isSent) return route.continue();
    begun.resolve();
  });
  await shop.pay({ ...order.payment, confirm: 1 });
  const shown = async () => (await page.request.get(page.url())).text();
  await expect.poll(shown).toContain("Processing");
  await begun.promise;
  await page.getByRole("button", { name: "Save username" }).click();
  await expect(page.getByText("TikTok username is required")).toBeVisible();
  await expect(page.getByRole("article").locator(".badge")).toHaveText("Processing");
});
