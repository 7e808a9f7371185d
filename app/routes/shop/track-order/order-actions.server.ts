import { data, redirect, redirectDocument, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { withNotice } from "#app/notices.ts";
import { offersIn, settingsOf } from "#app/shop-cache.server.ts";
import { pageToPayOn } from "#app/pay.server.ts";
import { ensureVisitor } from "#app/visitor.server.ts";
import { emailField, normalizeEmail } from "#lib/email.ts";
import { type FieldErrors, parseForm, textOf, textsOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import type { TikTokAccount } from "#shop/checkouts/checkout.ts";
import { tiktokAccountSchema } from "#shop/checkouts/recipient.ts";
import { correctRecipient } from "#shop/delivery/corrections.server.ts";
import {
  emailCorrectionByAddress,
  emailCorrectionByOrder,
  orderMailByEmail,
  buyerMessageByAddress,
  messageByOrder,
  refundAddressByOrder,
} from "#shop/limits/limits.server.ts";
import { takeOnce } from "#shop/limits/attempts.server.ts";
import { changeMethod } from "#shop/methods/change-method.server.ts";
import { takesBitcoin } from "#shop/methods/methods.ts";
import { giveConsent } from "#shop/orders/consent.server.ts";
import { correctEmail } from "#shop/orders/email-corrections.server.ts";
import { readMessage } from "#shop/orders/message.ts";
import { writeAsBuyer } from "#shop/orders/messages.server.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import type { Viewer } from "#shop/orders/tracking.server.ts";
import { firstWay, openPayment } from "#shop/payments/open-payment.server.ts";
import { readShownWay } from "#shop/payments/payment-view.ts";
import { setRefundAddress } from "#shop/payments/refund-address.server.ts";
import { isPaymentMethod } from "#shop/settings/payment-method.ts";
import { readConsent } from "../shared/consent-form.ts";
import { orderPath } from "../shared/order-paths.ts";
import { addArrivalDevice } from "./arrival-device.server.ts";
import { writeProblems } from "./conversation.tsx";
import { correctionProblems } from "./correct-recipient.tsx";
import { refundAddressErrors } from "./refund-address.tsx";

type Context = Readonly<RouterContextProvider>;

const emailSchema = () => z.object({ email: emailField(t("order.emailRequired")) });

const intents = [
  "quote",
  "way",
  "pay",
  "method",
  "refund-address",
  "recipient",
  "email",
  "message",
  "consent",
  "push",
];

/** True for a form that changes an order, rather than looking one up. */
export function changesOrder(form: FormData): boolean {
  return intents.includes(textOf(form, "intent"));
}

/** Applies a form of the order's page. The caller has checked that the visitor may see all of the order. */
export function changeOrder(
  context: Context,
  { request, order, viewer }: { request: Request; order: StoredOrder; viewer: Viewer },
  form: FormData,
) {
  switch (textOf(form, "intent")) {
    case "quote":
    case "way":
      return requote(context, order, textOf(form, "way"));
    case "pay":
      return redirectToPayment(context, order);
    case "recipient":
      return saveRecipient(context, order, viewer, form);
    case "email":
      return saveEmail(context, request, order, viewer, form);
    case "message":
      return sendMessage(context, order, viewer, textOf(form, "text"));
    case "consent":
      return saveConsent(context, order, form);
    case "push":
      return addArrivalDevice(context, order, form);
    case "refund-address":
      return saveRefundAddress(context, order, textOf(form, "address"));
    default:
      return switchMethod(context, order, textOf(form, "method"));
  }
}

/** Redirects to the provider's payment page of an order. */
async function redirectToPayment(context: Context, order: StoredOrder) {
  const page = await pageToPayOn(context, order);
  if (page.ok && page.value) return redirectDocument(page.value);
  return redirect(withNotice(orderPath(order.id), page.ok ? "not-payable" : "page-unavailable"));
}

/** Changes the payment method of an order; for Bitcoin it also opens a quote. */
async function switchMethod(context: Context, order: StoredOrder, method: string) {
  const services = context.get(servicesContext);
  const offers = await offersIn(context);
  if (!isPaymentMethod(method)) throw data(null, { status: 400 });
  const changed = await changeMethod(services.db, { order, method, offers, now: new Date() });
  if (!changed.ok) return redirect(withNotice(orderPath(order.id), "not-payable"));
  if (method === "bitcoin") return requote(context, order, "");
  return redirect(withNotice(orderPath(order.id), "method-changed"));
}

/** Saves the address that a refund of the order is to be sent to. */
async function saveRefundAddress(context: Context, order: StoredOrder, address: string) {
  if (!address.trim())
    return data({ refund: { typed: "", error: t(refundAddressErrors.missing) } }, { status: 400 });
  const { db, network, policy } = context.get(servicesContext);
  const now = new Date();
  const wait = await takeOnce(db, refundAddressByOrder, order.id, now);
  if (wait > 0) {
    const { message, init } = tooManyAttempts(wait);
    return data({ refund: { typed: address, error: message } }, init);
  }
  const ip = context.get(clientAddressContext);
  const saved = await setRefundAddress(db, { order, address, network, policy, ip, now });
  if (saved.ok) return redirect(withNotice(orderPath(order.id), "refund-address-saved"));
  if (saved.error === "closed")
    return redirect(withNotice(orderPath(order.id), "refund-address-closed"));
  const refund = { typed: address, error: t(refundAddressErrors[saved.error]) };
  return data({ refund }, { status: 400 });
}

/** Corrects the TikTok account that gets the coins, once the delivery adapter knows it. */
async function saveRecipient(context: Context, order: StoredOrder, viewer: Viewer, form: FormData) {
  const { db, accountChecks } = context.get(servicesContext);
  const now = new Date();
  const typed = textsOf(form, ["tiktokUsername", "tiktokUid"]);
  const refused = (errors: FieldErrors<keyof TikTokAccount>, message: string | null = null) =>
    data({ correction: { typed, errors, message } }, { status: message ? 409 : 400 });
  const parsed = parseForm(tiktokAccountSchema, typed);
  if (!parsed.ok) return refused(parsed.error);
  const settings = await settingsOf(context);
  const from = context.get(clientAddressContext);
  const unknown = await accountChecks.findProblem(parsed.value, { settings, from, now });
  if (unknown) return refused({ tiktokUsername: unknown });
  const corrected = await correctRecipient(db, {
    order,
    account: parsed.value,
    viewer,
    made: Number(textOf(form, "made")),
    ip: from,
    now: new Date(),
  });
  if (!corrected.ok) return refused({}, t(correctionProblems[corrected.error]));
  return redirect(withNotice(orderPath(order.id), "recipient-corrected"));
}

/** Corrects the email of an order whose mail was refused, and has it sent again. */
async function saveEmail(
  context: Context,
  request: Request,
  order: StoredOrder,
  viewer: Viewer,
  form: FormData,
) {
  const services = context.get(servicesContext);
  const { db } = services;
  const [typed, seen] = [textOf(form, "email"), textOf(form, "seen")];
  const parsed = parseForm(emailSchema(), { email: typed });
  if (!parsed.ok) return data({ email: { typed, error: parsed.error.email } }, { status: 400 });
  const { email } = parsed.value;
  const now = new Date();
  const ip = context.get(clientAddressContext);
  const attempts = [
    { limit: emailCorrectionByOrder, who: order.id },
    { limit: emailCorrectionByAddress, who: ip },
    // The address may be a stranger's.
    ...(order.settledAt ? [] : [{ limit: orderMailByEmail, who: normalizeEmail(email) }]),
  ];
  const wait = await secondsToWait(db, attempts, now);
  if (wait > 0) {
    const { message, init } = tooManyAttempts(wait);
    return data({ email: { typed, error: message } }, init);
  }
  const { visitorHash, headers } = await ensureVisitor(request, services);
  const input = { order, email, seen, viewer, visitorHash, ip, now };
  const corrected = await correctEmail(db, input);
  const notice = corrected.ok ? "email-sent-again" : "email-not-corrected";
  return redirect(withNotice(orderPath(order.id), notice), { headers });
}

/** Sends a message of the buyer. */
async function sendMessage(context: Context, order: StoredOrder, viewer: Viewer, typed: string) {
  const { db } = context.get(servicesContext);
  const now = new Date();
  const refused = (why: { error: string } | { message: string }, init: ResponseInit) =>
    data({ message: { typed, ...why } }, init);
  const read = readMessage(typed);
  if (!read.ok) return refused({ error: read.error }, { status: 400 });
  const attempts = [
    { limit: buyerMessageByAddress, who: context.get(clientAddressContext) },
    { limit: messageByOrder, who: order.id },
  ];
  const wait = await secondsToWait(db, attempts, now);
  if (wait > 0) {
    const { message, init } = tooManyAttempts(wait);
    return refused({ message }, init);
  }
  const sent = await writeAsBuyer(db, { order, text: read.value, viewer, now });
  if (!sent.ok) return refused({ message: t(writeProblems[sent.error]) }, { status: 409 });
  return redirect(`${withNotice(orderPath(order.id), "message-sent")}#messages`);
}

/** Stores the consent to immediate delivery of an order whose payment came before the last step. */
async function saveConsent(context: Context, order: StoredOrder, form: FormData) {
  const { db } = context.get(servicesContext);
  const consent = readConsent(form, await settingsOf(context));
  if (!consent.ok) return data({ consent: consent.error }, { status: 400 });
  if (consent.value !== null)
    await giveConsent(db, { orderId: order.id, text: consent.value, now: new Date() });
  return redirect(orderPath(order.id));
}

/** 'Get a new amount' and the choice of a way on the order's page. */
async function requote(context: Context, order: StoredOrder, wanted: string) {
  const { db, prices, addresses, lightning, quoteSeconds } = context.get(servicesContext);
  const now = new Date();
  if (!takesBitcoin(await offersIn(context)))
    return redirect(withNotice(orderPath(order.id), "not-open"));
  const settings = await settingsOf(context);
  const way = readShownWay(wanted);
  const opened = await openPayment(db, {
    checkoutId: order.checkoutId,
    rate: prices.current(now),
    addresses,
    lightning,
    way,
    firstWay: firstWay(lightning, order.totalCents, settings),
    memo: `${settings.shopName} ${order.id}`,
    settings,
    quoteSeconds,
    // An order has its address already, so the limit on new addresses does not apply.
    from: null,
    now,
  });
  const path = orderPath(order.id);
  return redirect(way && opened.ok ? `${path}&way=${opened.value}` : path);
}
