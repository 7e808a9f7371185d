import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { packages } from "#shop/catalog/tables.ts";
import { checkouts } from "#shop/checkouts/tables.ts";
import { trackingKey } from "#shop/orders/order-access.server.ts";
import { orderAccess, orders } from "#shop/orders/tables.ts";
import { settings } from "#shop/settings/tables.ts";
import { startServer } from "../make.ts";
import { openTestApp } from "./open-app.ts";
import { placeOrder } from "./place-order.ts";

test("the link of the mail changes nothing until its button is pressed, and leads to step 2 at today's price", async () => {
  const app = await openTestApp();
  const { id, buyer } = await placeOrder(app, { uid: "6812" });
  await app.db.update(packages).set({ priceCents: 1777 }).where(eq(packages.id, "2"));
  const path = `/orders/${id}/again?key=${await trackingKey(app.db, id)}`;
  const phone = app.visitor();
  const counts = async () => [await app.db.$count(checkouts), await app.db.$count(orderAccess)];
  const before = await counts();
  const page = await phone.request(path);
  expect(page.status).toBe(200);
  for (const shown of [`@${buyer.username}`, "6812", buyer.email, "350 coins", "$17.77"])
    expect(page.text).toContain(shown);
  expect(page.text.match(/class="identity/g), "names are not broken inside a word").toHaveLength(2);
  expect(phone.cookies.size).toBe(0);
  expect(await counts()).toEqual(before);

  const bought = await phone.post(path, { intent: "buy-again" });
  expect(bought.headers.location).toBe("/checkout?step=payment&package=2");
  const step2 = (await phone.request("/checkout?step=payment&package=2")).text;
  for (const shown of [`@${buyer.username}`, "6812", buyer.email, "$17.77"])
    expect(step2).toContain(shown);
  // The key of a mail opens this page, and no more than before.
  expect((await phone.request(`/track-order?orderId=${id}`)).text).not.toContain(buyer.email);
});

test("the buyer's own button needs no key; a stranger's leads to the tracking page", async () => {
  const app = await openTestApp();
  const { id, visitor, buyer } = await placeOrder(app);
  const stranger = app.visitor();
  for (const key of ["", "?key=wrong"]) {
    const path = `/orders/${id}/again${key}`;
    const answers = [await stranger.request(path), await stranger.post(path, {})];
    for (const { status, headers, text } of answers) {
      expect([status, headers.location]).toEqual([302, `/track-order?orderId=${id}`]);
      expect(text).not.toContain(buyer.username);
    }
  }
  expect(stranger.cookies.size).toBe(0);
  const page = async () => (await visitor.request(`/track-order?orderId=${id}`)).text;
  expect(await page()).not.toContain("Buy again");
  await app.db.update(orders).set({ status: "completed" }).where(eq(orders.id, id));
  expect(await page()).toContain(`action="/orders/${id}/again"`);
  const bought = await visitor.post(`/orders/${id}/again`, {});
  expect(bought.headers.location).toBe("/checkout?step=payment&package=2");
});

test("a package that is not for sale says so", async () => {
  const app = await openTestApp();
  const { id, visitor } = await placeOrder(app);
  await app.db.update(packages).set({ placement: "off" }).where(eq(packages.id, "2"));
  const answers = [
    await visitor.request(`/orders/${id}/again`),
    await visitor.post(`/orders/${id}/again`, {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 410]);
  for (const { text } of answers) {
    expect(text).toContain("This package is no longer for sale");
    expect(text).toContain('href="/#packages"');
  }
});

test("an account that the delivery adapter does not know is refused, and nothing is begun", async () => {
  const reason = "There is no such account";
  const adapter = await startServer((_request, response) =>
    response.end(JSON.stringify({ result: "unknown", reason })),
  );
  onTestFinished(adapter.close);
  const app = await openTestApp();
  const { id, visitor, buyer } = await placeOrder(app);
  await app.db.insert(settings).values([
    { name: "deliveryEnabled", value: true },
    { name: "deliveryUrl", value: adapter.url },
  ]);
  const before = await app.db.$count(checkouts);
  const refused = await visitor.post(`/orders/${id}/again`, {});
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(reason);
  // What could not be bought stays on the page, with the way to change it.
  for (const shown of [`@${buyer.username}`, "Change the details", "Continue to payment"])
    expect(refused.text).toContain(shown);
  expect(await app.db.$count(checkouts)).toBe(before);
});
