import { servicesContext } from "#app/context.ts";
import { deliveryTimeIn } from "#app/shop-cache.server.ts";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { arrivalText, isLate } from "#shop/orders/delivery-time.ts";
import { awaitsConsent } from "#shop/orders/consent.server.ts";
import type { OrderEvent } from "#shop/orders/order.ts";
import { findOrder, type StoredOrder } from "#shop/orders/orders.server.ts";
import { canWithdraw } from "#shop/orders/withdrawal.ts";
import { readWithdrawal } from "#shop/orders/withdrawals.server.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { placeInQueue } from "#shop/orders/wait-times.server.ts";
import { isSettled } from "#shop/orders/payment-status.ts";
import type { Route } from "./+types/route";
import type { Arrival } from "./order-progress.tsx";
import type { WithdrawalView } from "./order-withdrawal.tsx";

/** What the page shows where no order is found. */
export const withoutOrder = {
  order: null,
  needsProof: false,
  payment: null,
  otherPayment: null,
  refund: null,
  correction: null,
  refusedEmail: null,
  asksConsent: null,
  withdrawal: null,
  conversation: null,
  offers: [],
  pushKey: null,
  events: [],
  arrival: null,
  recent: [],
  error: null,
};

/** Returns when the coins of a paid order arrive; null for an order that waits for something else. */
export async function arrivalOf(
  context: Route.LoaderArgs["context"],
  { id, status, settledAt, paymentStatus, packageKind }: StoredOrder,
  { masked, now }: { masked: boolean; now: Date },
): Promise<Arrival | null> {
  if (status !== "processing" || packageKind !== "coins" || !settledAt || !isSettled(paymentStatus))
    return null;
  const { db } = context.get(servicesContext);
  const [time, place] = await Promise.all([
    deliveryTimeIn(context, now),
    masked ? null : placeInQueue(db, id),
  ]);
  return { text: time && arrivalText(time), late: isLate(time, settledAt, now), place };
}

/** Returns whether coins may still arrive, so that a device can be told when they do. */
export function awaitsCoins({ status, packageKind }: StoredOrder): boolean {
  return packageKind === "coins" && (status === "pending" || status === "processing");
}

/** Returns whether the buyer withdrew from an order that is not paid, which nobody is asked to pay then. */
export function isWithdrawnUnpaid({ withdrawal, paymentStatus }: StoredOrder): boolean {
  return withdrawal === "open" && paymentStatus === "pending";
}

/** Returns the text of the consent that the order still lacks; null if none is asked for. */
export function consentToAskFor(
  order: StoredOrder,
  { consentRequired, consentText }: Settings,
): string | null {
  return consentRequired && awaitsConsent(order) ? consentText : null;
}

/** Returns the status changes without their actors, which buyers must not see. */
export function statusChanges(events: readonly OrderEvent[]): OrderEvent[] {
  return events
    .filter(({ type }) => type === "status")
    .map(({ type, data: { to }, at }) => ({ type, data: { to }, at }));
}

/** Returns the order that the signed link of a mail opens. */
export async function findLinkedOrder(
  db: Db,
  orderId: string,
): Promise<Result<StoredOrder, "not-found">> {
  const order = await findOrder(db, orderId);
  return order ? ok(order) : err("not-found");
}

/** Returns the withdrawal from an order, or whether its buyer can withdraw. */
export async function withdrawalView(
  db: Db,
  order: StoredOrder,
  { settings, now }: { settings: Settings; now: Date },
): Promise<WithdrawalView> {
  if (order.withdrawal !== null) return readWithdrawal(db, order);
  const { withdrawalEnabled, timeZone } = settings;
  return withdrawalEnabled && canWithdraw(order, { timeZone, now }) ? "possible" : null;
}
