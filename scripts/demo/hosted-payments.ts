import type { Db } from "#db/client.server.ts";
import { hostedPages } from "#shop/methods/tables.ts";
import { receipts } from "#shop/payments/tables.ts";
import { nextCheckTime } from "#shop/methods/page-schedule.ts";
import type { PaymentSession, Money, Service } from "../../sandbox/hosted-payments/session.ts";
import type { SeededRandom } from "./random.ts";
import { insertInBatches } from "./batches.ts";
import type { OrderRows } from "./order-rows.ts";
import type { DemoOrder } from "./order-history.ts";

const HOUR_MS = 60 * 60_000;
/** The URL of the demo shop for Stripe and PayPal. */
const SHOP_URL = "http://127.0.0.1:3000";

/**
 * Inserts the hosted payment pages and receipts of orders by card and PayPal. The newest card payment is disputed.
 * Returns the sessions of both providers.
 */
export async function insertHostedPayments(
  tx: Db,
  demoOrders: readonly { order: DemoOrder; rows: OrderRows }[],
  { random, until }: { random: SeededRandom; until: Date },
): Promise<PaymentSession[]> {
  const sessions = demoOrders.flatMap(({ order, rows }) => {
    const { method } = order;
    if (!order.confirmedAt || (method !== "stripe" && method !== "paypal")) return [];
    return [sessionOf(order, { service: method, checkoutId: rows.checkout.id, random })];
  });
  const disputed = sessions.findLast(({ service }) => service === "stripe");
  if (disputed?.money)
    disputed.money.disputes.push({ id: stripeId(random, "du"), state: "open", at: iso(until) });

  await insertInBatches(sessions, (batch) =>
    tx.insert(hostedPages).values(batch.map((session) => pageOf(session, until))),
  );
  await insertInBatches(sessions, (batch) => tx.insert(receipts).values(batch.flatMap(receiptOf)));
  return sessions;
}

function sessionOf(
  order: DemoOrder,
  known: { service: Service; checkoutId: string; random: SeededRandom },
): PaymentSession & { money: Money; checkoutId: string } {
  const { service, checkoutId, random } = known;
  const cents = order.package.priceCents;
  const isStripe = service === "stripe";
  const paidAt = iso(order.confirmedAt ?? order.placedAt);
  const orderUrl = `${SHOP_URL}/track-order?orderId=${order.id}`;
  return {
    service,
    id: isStripe ? stripeId(random, "cs_test") : paypalId(random),
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
      id: isStripe ? stripeId(random, "pi") : paypalId(random),
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
  session: PaymentSession & { checkoutId: string },
  until: Date,
): typeof hostedPages.$inferInsert {
  const { service, id, checkoutId, cents } = session;
  const page = {
    outcome: "paid" as const,
    openedAt: new Date(session.createdAt),
    expiresAt: new Date(session.expiresAt),
  };
  const url = `${SHOP_URL}/sandbox/${service}/pay/${id}`;
  const checks = {
    lastCheckedAt: new Date(session.updatedAt),
    nextCheckAt: nextCheckTime(page, until),
  };
  return { ...page, ...checks, method: service, reference: id, checkoutId, url, cents };
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

function stripeId(random: SeededRandom, prefix: string): string {
  return `${prefix}_${Buffer.from(random.bytes(18)).toString("hex")}`;
}

function paypalId(random: SeededRandom): string {
  return random.text(17, "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789");
}

function iso(at: Date): string {
  return at.toISOString();
}
