import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders } from "#shop/orders/tables.ts";
import { settings } from "#shop/settings/tables.ts";
import { openTestApp, type TestApp } from "./open-app.ts";
import { placeOrder, valueOf } from "./place-order.ts";

const text = "I agree.\nDeliver the coins at once.";
/** As browsers send it. */
const sent = text.replace("\n", "\r\n");

const switchOn = (app: TestApp) =>
  app.db.insert(settings).values([
    { name: "consentRequired", value: true },
    { name: "consentText", value: text },
  ]);

test("where it is asked for, no order is placed without it, and the order keeps it", async () => {
  const app = await openTestApp();
  const admin = (await app.account()).visitor;
  await switchOn(app);
  const visitor = app.visitor();
  await visitor.post("/checkout", { intent: "select", packageId: "2" });
  await visitor.post("/checkout", {
    ...{ intent: "account", tiktokUsername: "mira", tiktokUid: "", email: "mira@example.com" },
  });
  const payment = (await visitor.request("/checkout?step=payment&package=2")).text;
  expect(payment).toContain("asks for your consent to immediate delivery");
  const step3 = "/checkout?step=confirm&package=2";
  const page = (await visitor.request(step3)).text;
  expect(page).toContain("Deliver the coins at once.");
  const form = { intent: "confirm", checkoutId: valueOf(page, "checkoutId") };
  const without = await visitor.post(step3, form);
  expect(without.status).toBe(400);
  expect(without.text).toContain("Please tick that you agree");
  const other = await visitor.post(step3, { ...form, consent: "I agree to nothing." });
  expect(other.status).toBe(400);
  expect(other.text).toContain("has changed");
  expect(await app.db.$count(orders)).toBe(0);

  const placed = await visitor.post(step3, { ...form, consent: sent });
  const id = /orderId=([A-Z0-9]{7})/.exec(placed.headers.location ?? "")?.[1] ?? "";
  expect(await app.db.select().from(orders)).toMatchObject([{ id, consentText: text }]);
  expect((await visitor.request(`/track-order?orderId=${id}`)).text).toContain("You agreed on");
  const stranger = (await app.visitor().request(`/track-order?orderId=${id}`)).text;
  expect(stranger).not.toContain("You agreed on");
  const panel = (await admin.request(`/admin/orders/${id}`)).text;
  for (const words of ["Consent to delivery", "Deliver the coins at once."])
    expect(panel).toContain(words);
  expect((await app.mailsTo("mira@example.com"))[0]).toMatchObject({ consent: { text } });
});

test("an order without it says so, and its buyer gives it on the order's page", async () => {
  const app = await openTestApp();
  const admin = (await app.account()).visitor;
  const { id, visitor, buyer } = await placeOrder(app);
  const path = `/track-order?orderId=${id}`;
  expect((await visitor.request(path)).text).not.toContain("I agree");
  expect((await admin.request(`/admin/orders/${id}`)).text).not.toContain("Consent to delivery");
  await switchOn(app);
  expect((await visitor.request(path)).text).toContain("You have not agreed to immediate delivery");
  expect((await admin.request(`/admin/orders/${id}`)).text).toContain("Not given");
  const stranger = app.visitor();
  expect((await stranger.request(path)).text).not.toContain("You have not agreed");
  const form = { intent: "consent", orderId: id };
  expect((await stranger.post(path, { ...form, consent: sent })).status).toBe(404);
  expect((await visitor.post(path, { ...form, consent: "Something" })).status).toBe(400);
  expect((await visitor.post(path, { ...form, consent: sent })).status).toBe(302);
  expect((await visitor.request(path)).text).toContain("You agreed on");
  expect((await app.mailsTo(buyer.email))[0]).toMatchObject({ template: "order-consent" });
  await app.db
    .update(orders)
    .set({ consentedAt: null, status: "completed" })
    .where(eq(orders.id, id));
  expect((await visitor.request(path)).text).not.toContain("You have not agreed");
});
