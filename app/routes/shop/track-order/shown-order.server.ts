import { servicesContext } from "#app/context.ts";
import { deliveryTimeIn, offersIn, settingsOf } from "#app/shop-cache.server.ts";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { arrivalText, isLate } from "#shop/orders/delivery-time.ts";
import { awaitsConsent } from "#shop/orders/consent.server.ts";
import { t } from "#messages/translate.ts";
import { type Access, type Act, mayAct } from "#shop/orders/acts.ts";
import { creditNotesIn, type NoteLink, type OrderEvent } from "#shop/orders/order.ts";
import { findOrder, orderHistory, type StoredOrder } from "#shop/orders/orders.server.ts";
import { canWithdraw } from "#shop/orders/withdrawal.ts";
import { readWithdrawal } from "#shop/orders/withdrawals.server.ts";
import { payableOffers } from "#shop/methods/methods.ts";
import { isPayable } from "#shop/methods/hosted-pages.server.ts";
import { methodPayment } from "#shop/methods/method-payment.server.ts";
import { openAsBuyer } from "#shop/orders/conversation.server.ts";
import { permitAct } from "#shop/orders/permits.server.ts";
import { readShownWay } from "#shop/payments/payment-view.ts";
import { paymentView } from "#shop/payments/payment-view.server.ts";
import { isOlderThanWatch } from "#shop/payments/poller/poll-intervals.ts";
import { pollOnVisit } from "#shop/payments/poller/sweep.server.ts";
import { correctionView } from "#shop/delivery/corrections.server.ts";
import { readRefusedEmail } from "#shop/orders/email-corrections.server.ts";
import { refundAddressView } from "#shop/payments/refund-address.server.ts";
import { toOrderView, type Viewer } from "#shop/orders/tracking.server.ts";
import type { Settings } from "#shop/settings/settings.ts";
import { placeInQueue } from "#shop/orders/wait-times.server.ts";
import { isSettled } from "#shop/orders/payment-status.ts";
import type { Route } from "./+types/route";
import type { Arrival } from "./order-progress.tsx";
import type { WithdrawalView } from "./order-withdrawal.tsx";

/** What an order's page shows of it. */
export type ShownOrder = Awaited<ReturnType<typeof showOrder>>;

/** Returns what a viewer sees of an order, and what they can do about it; polls its address if that has become rare. */
export async function showOrder(
  context: Route.LoaderArgs["context"],
  order: StoredOrder,
  { access, viewer, way, now }: { access: Access; viewer: Viewer; way: string | null; now: Date },
) {
  const { db, policy, chainUp, lightning, pushKey } = context.get(servicesContext);
  const [settings, offers, history] = await Promise.all([
    settingsOf(context),
    offersIn(context),
    orderHistory(db, order.id),
    // A younger order still has its address polled.
    isOlderThanWatch(order.createdAt, now) && pollOnVisit(db, order.checkoutId, now),
  ]);
  const shown = toOrderView(order, access);
  const may = (act: Act) => mayAct(access, act);
  const showsPayment = !shown.masked && !isWithdrawnUnpaid(order);
  const otherPayment = !showsPayment
    ? null
    : await methodPayment(db, order, { offers, settings, now });
  const payment =
    !showsPayment || otherPayment
      ? null
      : await paymentView(db, order.checkoutId, order, {
          policy,
          label: settings.shopName,
          chainUp: chainUp(),
          lightning,
          settings,
          way: readShownWay(way),
          now,
        });
  // Without money there is nothing to send back.
  const refund =
    may("refund-address") && order.paymentStatus !== "pending"
      ? await refundAddressView(db, order, { policy, now })
      : null;
  const correction = may("recipient") ? await correctionView(db, order) : null;
  const refusedEmail = may("email") ? await readRefusedEmail(db, order, viewer) : null;
  const reads = await permitAct(db, "messages", { order, viewer });
  const conversation = reads.ok ? await openAsBuyer(db, order, { permit: reads.value, now }) : null;
  const creditNotes: readonly NoteLink[] = shown.masked ? [] : creditNotesIn(history);
  return {
    order: { ...shown, creditNotes },
    needsProof: access === "seen",
    payment,
    otherPayment,
    refund,
    correction,
    refusedEmail,
    asksConsent: may("consent") ? consentToAskFor(order, settings) : null,
    withdrawal: shown.masked ? null : await withdrawalView(db, order, { settings, now }),
    conversation,
    // The method can change until money has arrived.
    offers: showsPayment && isPayable(order) ? payableOffers(offers, order.totalCents) : [],
    pushKey: may("push") && awaitsCoins(order) ? pushKey : null,
    events: statusChanges(history),
    arrival: conversation?.asked
      ? { text: t("order.waitsForAnswer"), late: false, place: null }
      : await arrivalOf(context, order, { masked: shown.masked, now }),
  };
}

/** Returns when the coins of a paid order arrive; null for an order that waits for something else. */
async function arrivalOf(
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
function awaitsCoins({ status, packageKind }: StoredOrder): boolean {
  return packageKind === "coins" && (status === "pending" || status === "processing");
}

/** Returns whether the buyer withdrew from an order that is not paid, which nobody is asked to pay then. */
function isWithdrawnUnpaid({ withdrawal, paymentStatus }: StoredOrder): boolean {
  return withdrawal === "open" && paymentStatus === "pending";
}

/** Returns the text of the consent that the order still lacks; null if none is asked for. */
function consentToAskFor(
  order: StoredOrder,
  { consentRequired, consentText }: Settings,
): string | null {
  return consentRequired && awaitsConsent(order) ? consentText : null;
}

/** Returns the status changes without their actors, which buyers must not see. */
function statusChanges(events: readonly OrderEvent[]): OrderEvent[] {
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
async function withdrawalView(
  db: Db,
  order: StoredOrder,
  { settings, now }: { settings: Settings; now: Date },
): Promise<WithdrawalView> {
  if (order.withdrawal !== null) return readWithdrawal(db, order);
  const { withdrawalEnabled, timeZone } = settings;
  return withdrawalEnabled && canWithdraw(order, { timeZone, now }) ? "possible" : null;
}
