import type { Db } from "#db/client.server.ts";
import { hostedPages } from "#shop/methods/tables.ts";
import { receipts } from "#shop/payments/tables.ts";
import { nextCheckTime } from "#shop/methods/page-schedule.ts";
import type { PaymentSession, Money, Service } from "../../sandbox/hosted-payments/session.ts";
import type { Chance } from "./chance.ts";
import { inParts } from "./in-parts.ts";
import type { OrderRows } from "./order-rows.ts";
import type { ToldOrder } from "./story.ts";

const HOUR_MS = 60 * 60_000;
/** Where the shop of the demo stands, as far as Stripe and PayPal know. */
const SHOP_URL = "http://127.0.0.1:3000";

/**
 * The pages on which orders were paid by card and PayPal, and the money that came there. The buyer of one that was paid
 * by card lately objects to it.
 */
export async function storePages(
  tx: Db,
  told: readonly { order: ToldOrder; rows: OrderRows }[],
  { chance, until }: { chance: Chance; until: Date },
): Promise<PaymentSession[]> {
  const bills = told.flatMap(({ order, rows }) => {
    const { method } = order;
    if (!order.confirmedAt || (method !== "stripe" && method !== "paypal")) return [];
    return [billOf(order, { service: method, checkoutId: rows.checkout.id, chance })];
  });
  const disputed = bills.findLast(({ service }) => service === "stripe");
  if (disputed?.money)
    disputed.money.disputes.push({ id: stripeId(chance, "du"), state: "open", at: iso(until) });

  await inParts(bills, (part) =>
    tx.insert(hostedPages).values(part.map((bill) => pageOf(bill, until))),
  );
  await inParts(bills, (part) => tx.insert(receipts).values(part.flatMap(receiptOf)));
  return bills;
}

function billOf(
  order: ToldOrder,
  known: { service: Service; checkoutId: string; chance: Chance },
): PaymentSession & { money: Money; checkoutId: string } {
  const { service, checkoutId, chance } = known;
  const cents = order.package.priceCents;
  const isStripe = service === "stripe";
  const paidAt = iso(order.confirmedAt ?? order.placedAt);
  const orderUrl = `${SHOP_URL}/track-order?orderId=${order.id}`;
  return {
    service,
    id: isStripe ? stripeId(chance, "cs_test") : paypalId(chance),
    checkoutId,
    title: `${order.package.coins} coins, order ${order.id} · Satchel`,
    email: order.buyer.email,
    cents,
    currency: "USD",
    successUrl: `${orderUrl}&returned=${service}`,
    cancelUrl: `${orderUrl}&notice=page-closed`,
    createdAt: iso(order.placedAt),
    updatedAt: paidAt,
    expiresAt: iso(new Date(order.placedAt.getTime() + 24 * HOUR_MS)),
    state: "paid",
    approved: null,
    money: {
      id: isStripe ? stripeId(chance, "pi") : paypalId(chance),
      cents,
      currency: "USD",
      state: "received",
      at: paidAt,
      refunds: [],
      disputes: [],
    },
  };
}

function pageOf(
  bill: PaymentSession & { checkoutId: string },
  until: Date,
): typeof hostedPages.$inferInsert {
  const { service, id, checkoutId, cents } = bill;
  const page = {
    outcome: "paid" as const,
    openedAt: new Date(bill.createdAt),
    expiresAt: new Date(bill.expiresAt),
  };
  const url = `${SHOP_URL}/sandbox/${service}/pay/${id}`;
  const asked = {
    lastCheckedAt: new Date(bill.updatedAt),
    nextCheckAt: nextCheckTime(page, until),
  };
  return { ...page, ...asked, method: service, reference: id, checkoutId, url, cents };
}

function receiptOf({
  service,
  id,
  checkoutId,
  money,
}: PaymentSession & { money: Money; checkoutId: string }): typeof receipts.$inferInsert {
  const { cents, currency } = money;
  return {
    method: service,
    reference: money.id,
    checkoutId,
    cents,
    currency,
    dispute: money.disputes[0]?.state ?? null,
    pageReference: id,
    receivedAt: new Date(money.at),
    recordedAt: new Date(money.at),
  };
}

function stripeId(chance: Chance, prefix: string): string {
  return `${prefix}_${Buffer.from(chance.bytes(18)).toString("hex")}`;
}

function paypalId(chance: Chance): string {
  return chance.text(17, "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789");
}

function iso(at: Date): string {
  return at.toISOString();
}
