import { data, href } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { payableOffers } from "#shop/methods/methods.ts";
import { redirect } from "#app/redirects.ts";
import { offersIn, settingsOf } from "#app/shop-cache.server.ts";
import { useLive, useStickyActionData } from "#app/live.ts";
import type { HydrationHandle } from "#app/static-page.ts";
import { useDrawing } from "#app/translated-page.ts";
import { withNotice } from "#app/notices.ts";
import { askAfterReturn } from "#app/pay.server.ts";
import { tooManyAttempts } from "#app/limits.server.ts";
import { viewerOf, ensureVisitor, readVisitor } from "#app/visitor.server.ts";
import { textOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { isPayable } from "#shop/methods/hosted-pages.server.ts";
import { methodPayment } from "#shop/methods/method-payment.server.ts";
import { type Act, mayAct } from "#shop/orders/acts.ts";
import { creditNotesIn, normalizeOrderId } from "#shop/orders/order.ts";
import {
  grantAccess,
  isTrackingKey,
  ordersOfVisitor,
  revokeAllAccess,
} from "#shop/orders/order-access.server.ts";
import { openAsBuyer } from "#shop/orders/conversation.server.ts";
import { findOrder, orderHistory } from "#shop/orders/orders.server.ts";
import { permitAct } from "#shop/orders/permits.server.ts";
import { accessOf, findTrackedOrder, toOrderView } from "#shop/orders/tracking.server.ts";
import { readShownWay } from "#shop/payments/payment-view.ts";
import { paymentView } from "#shop/payments/payment-view.server.ts";
import { isOlderThanWatch } from "#shop/payments/poller/poll-intervals.ts";
import { pollOnVisit } from "#shop/payments/poller/sweep.server.ts";
import { correctionView } from "#shop/delivery/corrections.server.ts";
import { readRefusedEmail } from "#shop/orders/email-corrections.server.ts";
import { refundAddressView } from "#shop/payments/refund-address.server.ts";
import type { Route } from "./+types/route";
import { orderPath } from "../shared/order-paths.ts";
import { postedAct, runAct } from "./order-actions.server.ts";
import { searchOrder } from "./search-order.server.ts";
import {
  arrivalOf,
  awaitsCoins,
  consentToAskFor,
  findLinkedOrder,
  isWithdrawnUnpaid,
  statusChanges,
  withdrawalView,
  withoutOrder,
} from "./shown-order.server.ts";
import { TrackView } from "./track-view.tsx";

export { headers } from "#app/limits.server.ts";

export const handle: HydrationHandle = { hydrates: "when-painted" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${t("order.trackOrder")} · ${loaderData?.shopName ?? "Satchel"}` },
  { name: "description", content: t("order.description") },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, policy, chainUp, lightning, prices, pushKey, secure } = context.get(servicesContext);
  const now = new Date();
  const orderId = normalizeOrderId(url.searchParams.get("orderId") ?? "");
  const [settings, offers, viewer] = await Promise.all([
    settingsOf(context),
    offersIn(context),
    viewerOf(request, context),
  ]);
  const { shopName, supportEmail } = settings;
  const frame = {
    shopName,
    supportEmail,
    justPlaced: url.searchParams.get("notice") === "placed",
    priceKnown: prices.current(now) !== null,
  };
  const nothing = {
    ...frame,
    orderId,
    ...withoutOrder,
  };
  if (!orderId) {
    const { visitorHash } = viewer;
    return { ...nothing, recent: visitorHash ? await ordersOfVisitor(db, visitorHash) : [] };
  }

  const key = url.searchParams.get("key");
  // A signed link is not a guess, so the limit does not apply to it.
  const linked = key !== null && (await isTrackingKey(db, orderId, key));
  const from = context.get(clientAddressContext);
  const found = linked
    ? await findLinkedOrder(db, orderId)
    : await findTrackedOrder(db, orderId, { viewer, from, now });
  if (!found.ok) {
    if (found.error === "not-found")
      return data({ ...nothing, error: t("order.notFound") }, { status: 404 });
    const { message, init } = tooManyAttempts(found.error.seconds);
    return data({ ...nothing, error: message }, init);
  }
  const order = found.value;

  if (key !== null) {
    // Removes the key from the address bar, so that it is not shared with the URL.
    const { visitorHash, headers } = await ensureVisitor(request, { secure });
    if (linked) await grantAccess(db, order.id, visitorHash, { proven: true, now });
    throw redirect(orderPath(order.id), linked ? { headers } : {});
  }

  const [access, history] = await Promise.all([
    accessOf(db, order, viewer),
    orderHistory(db, order.id),
    // A younger order still has its address polled.
    isOlderThanWatch(order.createdAt, now) && pollOnVisit(db, order.checkoutId, now),
  ]);
  const shown = toOrderView(order, access);
  const may = (act: Act) => mayAct(access, act);
  if (url.searchParams.has("returned")) {
    if (may("pay")) await askAfterReturn(context, order);
    throw redirect(withNotice(orderPath(order.id), "placed"));
  }
  const showsPayment = !shown.masked && !isWithdrawnUnpaid(order);
  const otherPayment = !showsPayment
    ? null
    : await methodPayment(db, order, { offers, settings, now });
  const payment =
    !showsPayment || otherPayment
      ? null
      : await paymentView(db, order.checkoutId, order, {
          policy,
          label: shopName,
          chainUp: chainUp(),
          lightning,
          settings,
          way: readShownWay(url.searchParams.get("way")),
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
  return {
    ...frame,
    orderId,
    order: { ...shown, creditNotes: shown.masked ? [] : creditNotesIn(history) },
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
    recent: [],
    arrival: conversation?.asked
      ? { text: t("order.waitsForAnswer"), late: false, place: null }
      : await arrivalOf(context, order, { masked: shown.masked, now }),
    error: null,
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { db } = services;
  const form = await readForm(request);
  if (textOf(form, "intent") === "forget") {
    const visitorHash = await readVisitor(request, services);
    if (visitorHash) await revokeAllAccess(db, visitorHash);
    return redirect(withNotice(href("/track-order"), "orders-forgotten"));
  }
  const orderId = normalizeOrderId(textOf(form, "orderId"));
  const email = textOf(form, "email").trim();
  const act = postedAct(form);
  if (act) {
    const order = await findOrder(db, orderId);
    if (!order) throw data(null, { status: 404 });
    const viewer = await viewerOf(request, context);
    return runAct(act, { context, request, order, viewer, form });
  }
  return searchOrder(context, {
    request,
    orderId,
    email,
    cameInUrl:
      orderId !== "" && normalizeOrderId(url.searchParams.get("orderId") ?? "") === orderId,
  });
}

export default function TrackOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, payment, events, orderId, supportEmail, justPlaced, priceKnown } = loaderData;
  const { otherPayment, offers, refund, correction, refusedEmail, conversation } = loaderData;
  const sticky = useStickyActionData(actionData);
  const refused = sticky && "refund" in sticky ? sticky.refund : undefined;
  const correctionData = sticky && "correction" in sticky ? sticky.correction : undefined;
  const emailData = sticky && "email" in sticky ? sticky.email : undefined;
  const messageData = sticky && "message" in sticky ? sticky.message : undefined;
  const tracked = actionData && "values" in actionData ? actionData : undefined;
  const topic = order ? `order/${order.id}` : null;
  useLive(topic);
  const drawing = useDrawing(loaderData);
  return (
    <TrackView
      key={drawing}
      topic={topic}
      order={order}
      payment={payment}
      otherPayment={otherPayment}
      offers={offers}
      pushKey={loaderData.pushKey}
      events={events}
      recent={loaderData.recent}
      arrival={loaderData.arrival}
      supportEmail={supportEmail}
      justPlaced={justPlaced}
      priceError={!priceKnown}
      orderIdInUrl={orderId !== ""}
      refund={refund}
      refundData={refused}
      correction={correction}
      correctionData={correctionData}
      refusedEmail={refusedEmail}
      emailData={emailData}
      conversation={conversation}
      messageData={messageData}
      needsProof={loaderData.needsProof}
      linkMessage={sticky && "link" in sticky ? sticky.link : undefined}
      asksConsent={loaderData.asksConsent}
      withdrawal={loaderData.withdrawal}
      consentMessage={sticky && "consent" in sticky ? sticky.consent : undefined}
      shopName={loaderData.shopName}
      values={tracked?.values ?? { orderId, email: "" }}
      errors={tracked?.errors}
      error={tracked?.error ?? loaderData.error}
    />
  );
}
