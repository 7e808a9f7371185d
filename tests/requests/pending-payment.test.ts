import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hostedPages } from "#shop/methods/tables.ts";
import { orders } from "#shop/orders/tables.ts";
import { openTestApp } from "./open-app.ts";
import { placeOrder } from "./place-order.ts";

test("the order's panel says why a payment is still pending at PayPal", async () => {
  const app = await openTestApp();
  const { db } = app;
  const { visitor: admin } = await app.account();
  const { id } = await placeOrder(app);
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error("no order");
  const page = {
    method: "paypal" as const,
    reference: "5O190127TN364715T",
    checkoutId: order.checkoutId,
    url: "https://www.paypal.com/checkoutnow",
    cents: order.totalCents,
    outcome: "processing" as const,
    pendingReason: "RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION",
    openedAt: new Date(),
    // PayPal's page has long expired, and the payment is still there.
    expiresAt: new Date(0),
  };
  await db.insert(hostedPages).values(page);
  const panel = await admin.request(`/admin/orders/${id}`);
  expect(panel.status).toBe(200);
  expect(panel.text).toContain("PayPal: Accept or deny the payment in your PayPal account");
});
