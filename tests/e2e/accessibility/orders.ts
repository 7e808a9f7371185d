import { expect } from "@playwright/test";
import { insertUser } from "#shop/loyalty/test-orders.ts";
import { mails } from "#shop/mail/tables.ts";
import { orderLeases } from "#shop/orders/tables.ts";
import { quotes } from "#shop/payments/tables.ts";
import { and, eq } from "drizzle-orm";
import { panel } from "../orders-page.ts";
import { openPlacedOrder, type PlacedOrder } from "../place-order.ts";
import { choose, PART } from "../review-steps.ts";
import type { Shop } from "../shop-process.ts";
import { toast } from "../steps.ts";
import { check, orderOnChain, type Visit } from "./screens.ts";

const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

/** The list of orders, an order's panel and its dialogs. */
export async function checkOrders({ shop, admin: page }: Visit): Promise<void> {
  const buyer = {
    username: "w".repeat(24),
    email: `${"e".repeat(60)}@${"x".repeat(60)}.example`,
  };
  const { id, payment } = await orderOnChain(shop, buyer);
  const elsewhere = await orderOnChain(shop);
  await shop.pay({ ...payment, confirm: 1 });
  await page.goto(`/admin/orders?q=${id}`);
  await page.getByRole("checkbox", { name: `Select order ${id}` }).check();
  await check(page, "a selected order");
  await page.getByRole("link", { name: id, exact: true }).click();
  await expect(panel(page)).toContainText("1 confirmation");
  await check(page, "order with a payment");
  await panel(page).getByRole("button", { name: "Rejected" }).click();
  await check(page, "rejecting an order");
  await page.keyboard.press("Escape");
  await panel(page).getByRole("link", { name: "Delete order" }).click();
  await check(page, "deleting an order");
  await page.goto("/admin/orders?q=nobody-has-this");
  await expect(page.getByText("No orders found")).toBeVisible();
  await check(page, "no orders found");

  const replaced = await orderOnChain(shop);
  const txid = await shop.pay(replaced.payment);
  await page.goto(`/admin/orders/${replaced.id}`);
  const line = page.getByRole("listitem").filter({ hasText: txid.slice(0, 8) });
  await expect(line).toContainText("0 confirmations");
  await page.request.post("/sandbox/chain/replacements", {
    data: { txid, outputs: [{ address: elsewhere.payment.address, sats: 700 }] },
  });
  await expect(async () => {
    await page.reload();
    await expect(line).toContainText("replaced by", { timeout: 1000 });
  }).toPass();
  await check(page, "a replaced payment");
}

/** The work list, with an order that somebody else has taken. */
export async function checkDeliver({ shop, admin: page }: Visit): Promise<void> {
  const { id, payment } = await orderOnChain(shop);
  await shop.pay({ ...payment, confirm: 1 });
  await page.goto("/admin/deliver");
  const row = page.getByRole("listitem").filter({ hasText: id });
  await expect(row).toBeVisible();
  await shop.changeDatabase(async (db) => {
    await insertUser(db, { id: "nora", name: "Nora Bell", role: "admin" });
    const now = new Date();
    await db
      .insert(orderLeases)
      .values({ orderId: id, userId: "nora", takenAt: now, renewedAt: now });
  });
  await page.reload();
  await expect(row).toContainText("Taken by Nora Bell");
  await check(page, "an order that somebody has taken");
  await page.getByRole("button", { name: `Mark order ${id} as completed` }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Taken by Nora Bell");
  await check(page, "completing what somebody has taken");
}

/** The review of payments, and what the buyer sees of each decision. */
export async function checkReview({ browser, shop, admin }: Visit): Promise<void> {
  const page = await browser.newPage({ baseURL: shop.url });
  const { id } = await underpay(shop, page);
  await admin.goto("/admin/review");
  await expect(admin.getByRole("link", { name: id })).toBeVisible();
  await check(admin, "payments to review");
  await admin.getByRole("link", { name: id }).click();
  await admin.getByRole("link", { name: "Accept", exact: true }).click();
  await admin.getByRole("button", { name: "Accept this payment" }).click();
  await expect(admin.getByText("Please enter a reason")).toBeVisible();
  await check(admin, "accepting a payment, with an error");
  await admin.goto(`/admin/review/${id}`);
  await choose(admin, "Request rest");
  await admin.getByRole("button", { name: "Request the rest" }).click();
  await expect(toast(admin, "Rest requested")).toBeVisible();
  await expect(page.getByText("Please send the rest, and the order continues.")).toBeVisible();
  await check(page, "a requested top-up");

  const refunded = await underpay(shop, page);
  await admin.goto(`/admin/review/${refunded.id}?decide=refund`);
  await fillRefund(admin, "0.000099");
  await admin.getByRole("button", { name: "Record this refund" }).click();
  await expect(page.getByText("0.00009900 BTC")).toBeVisible();
  await check(page, "a refunded order");
  await page.close();
}

/** Refunds of what was overpaid, and of a rejected order. */
export async function checkRefunds({ browser, shop, admin }: Visit): Promise<void> {
  const page = await browser.newPage({ baseURL: shop.url });
  const order = await orderOnChain(shop);
  const { address, sats } = order.payment;
  await shop.pay({ address, sats: sats + 5000, confirm: 1 });
  await openPlacedOrder(page, shop, order);
  await shop.changeDatabase(async (db) => {
    const refused = { refused: true, failedAt: new Date(), sentAt: null };
    await db
      .update(mails)
      .set(refused)
      .where(eq(mails.key, `order-placed:${order.id}`));
  });
  await page.reload();
  await page.getByRole("textbox", { name: "Email", exact: true }).fill("mira@example..org");
  await page.getByRole("button", { name: "Save and send again" }).click();
  await check(page, "an email that did not arrive, with an error");
  await page.getByLabel("Bitcoin address", { exact: true }).fill(address);
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByText("This is one of our own addresses")).toBeVisible();
  await check(page, "a refund address with an error");

  await admin.goto(`/admin/review/${order.id}?decide=refund`);
  const record = admin.getByRole("button", { name: "Record this refund" });
  await fillRefund(admin, "0.00005001", "cd".repeat(32));
  await record.click();
  await expect(admin.getByRole("dialog").getByRole("alert")).toContainText(
    "no longer paid in full",
  );
  await check(admin, "a refund of more than the excess");
  const txid = await shop.pay({ address: ADDRESS, sats: 5000, confirm: 1 });
  await fillRefund(admin, "0.00005", txid);
  await record.click();
  await expect(toast(admin, "Refund recorded")).toBeVisible();
  await admin.goto(`/admin/orders/${order.id}`);
  await expect(panel(admin)).toContainText("Confirmed. To bcrt1q");
  await check(admin, "order with a confirmed refund");
  await admin.getByRole("button", { name: "Rejected" }).click();
  await admin.getByRole("button", { name: "Reject order" }).click();
  await expect(panel(admin)).toContainText("its payment has not been refunded");
  await check(admin, "rejected order that is to be refunded");
  await page.close();
}

async function fillRefund(
  admin: Visit["admin"],
  amount: string,
  txid = "ab".repeat(32),
): Promise<void> {
  await admin.getByLabel("Amount in BTC").fill(amount);
  await admin.getByLabel("Sent to address").fill(ADDRESS);
  await admin.getByRole("textbox", { name: "Transaction ID" }).fill(txid);
  await admin.getByLabel("Reason").fill("Agreed by mail");
}

/** Places an order and pays too little until its quote ends. */
async function underpay(shop: Shop, page: Visit["admin"]): Promise<PlacedOrder> {
  const order = await orderOnChain(shop);
  await shop.pay({ ...order.payment, sats: PART, confirm: 1 });
  await openPlacedOrder(page, shop, order);
  await expect(page.getByText("0.00010000").first()).toBeVisible();
  await shop.changeDatabase(async (db) => {
    await db
      .update(quotes)
      .set({ expiresAt: new Date() })
      .where(and(eq(quotes.address, order.payment.address), eq(quotes.sats, order.payment.sats)));
  });
  await expect(page.getByText("We are reviewing this payment")).toBeVisible();
  return order;
}
