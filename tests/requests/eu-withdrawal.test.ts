import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders } from "#shop/orders/tables.ts";
import { settings } from "#shop/settings/tables.ts";
import { openTestApp, type TestApp } from "./open-app.ts";
import { placeOrder } from "./place-order.ts";

const LINK = "Withdraw from contract here";

test("a guest withdraws by two pages without JavaScript, and the owner decides under Review", async () => {
  const app = await openTestApp();
  const admin = (await app.account()).visitor;
  const { id, visitor, buyer } = await placeOrder(app);
  const order = `/track-order?orderId=${id}`;
  const path = `/orders/${id}/withdraw`;
  expect((await visitor.request(order)).text).not.toContain(LINK);
  expect((await visitor.request(path)).headers.location).toBe(order);
  await app.db.insert(settings).values([
    { name: "withdrawalEnabled", value: true },
    { name: "withdrawalText", value: "You have 14 days." },
  ]);
  expect((await visitor.request(order)).text, "not paid yet").not.toContain(LINK);
  await pay(app, id);
  const form = (await visitor.request(path)).text;
  for (const words of [id, "You have 14 days.", buyer.email, "Confirm withdrawal"])
    expect(form).toContain(words);

  // Neither a stranger nor another account.
  const stranger = app.visitor();
  const declared = { name: "Mira Holt" };
  for (const other of [stranger, (await app.account()).visitor]) {
    expect((await other.request(order)).text).not.toContain(LINK);
    const answers = [await other.request(path), await other.post(path, declared)];
    for (const { status, headers, text } of answers) {
      expect([status, headers.location]).toEqual([302, order]);
      expect(text).not.toContain(buyer.email);
    }
  }
  // Who has order id and email finds the link, and is told to open that of a mail.
  await stranger.post("/track-order", { orderId: id, email: buyer.email });
  expect((await stranger.request(order)).text).toContain(`href="${path}"`);
  expect((await stranger.request(path)).headers.location).toContain("proof-needed");

  const nameless = await visitor.post(path, { ...declared, name: " " });
  expect(nameless.status).toBe(400);
  expect(nameless.text).toContain("Name is required");
  const sent = await visitor.post(path, declared);
  expect(sent.headers.location).toBe(`${order}&notice=withdrawal-received`);
  const page = (await visitor.request(order)).text;
  expect(page).toContain("We received your withdrawal from this contract on");
  expect(page).not.toContain(LINK);
  expect((await visitor.request(path)).headers.location).toBe(order);
  expect((await app.mailsTo(buyer.email))[0]).toMatchObject({
    ...{ template: "order-withdrawal", orderId: id, name: "Mira Holt" },
  });
  expect((await app.visitor().request(order)).text).not.toContain("We received your withdrawal");

  const review = (await admin.request("/admin/review")).text;
  for (const words of ["Withdrawals from contracts", id, "Mira Holt"])
    expect(review).toContain(words);
  expect((await admin.request(`/admin/orders/${id}`)).text).toContain(
    "The buyer withdrew from the contract.",
  );
  const decline = { intent: "decline-withdrawal", orderId: id, reason: " " };
  expect((await admin.post("/admin/review", decline)).text).toContain("Please write a message");
  const accept = { intent: "accept-withdrawal", orderId: id };
  const accepted = await admin.post("/admin/review", accept);
  expect(accepted.headers.location).toContain("withdrawal-accepted");
  const again = await admin.post("/admin/review", accept);
  expect(again.headers.location).toContain("withdrawal-decided");
  expect((await visitor.request(order)).text).toContain("It was accepted.");
  expect((await admin.request("/admin/review")).text).not.toContain("Withdrawals from contracts");
});

const pay = (app: TestApp, id: string) =>
  app.db
    .update(orders)
    .set({ status: "processing", paymentStatus: "paid", settledAt: new Date() })
    .where(eq(orders.id, id));

test("it is gone once the right has ended", async () => {
  const app = await openTestApp();
  await app.db.insert(settings).values({ name: "withdrawalEnabled", value: true });
  const { id, visitor } = await placeOrder(app);
  const page = async () => (await visitor.request(`/track-order?orderId=${id}`)).text;
  const change = (values: Partial<typeof orders.$inferInsert>) =>
    app.db.update(orders).set(values).where(eq(orders.id, id));
  await change({ status: "completed" });
  expect(await page()).toContain(LINK);
  await change({ consentText: "I agree.", consentedAt: new Date() });
  expect(await page()).not.toContain(LINK);
  await change({ status: "processing", createdAt: new Date(Date.now() - 18 * 86_400_000) });
  expect(await page()).not.toContain(LINK);
});
