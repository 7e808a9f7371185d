import { data } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { withNotice } from "#app/notices.ts";
import { redirect, redirectOutside } from "#app/redirects.ts";
import { offersIn, settingsOf } from "#app/shop-cache.server.ts";
import { pageToPayOn } from "#app/pay.server.ts";
import { textOf } from "#lib/form.ts";
import { changeMethod } from "#shop/methods/change-method.server.ts";
import { takesBitcoin } from "#shop/methods/methods.ts";
import type { Act } from "#shop/orders/acts.ts";
import { permitAct } from "#shop/orders/permits.server.ts";
import type { Viewer } from "#shop/orders/tracking.server.ts";
import { firstWay, openPayment } from "#shop/payments/open-payment.server.ts";
import { readShownWay } from "#shop/payments/payment-view.ts";
import { isPaymentMethod } from "#shop/settings/payment-method.ts";
import { orderPath, proofPath } from "../shared/order-paths.ts";
import type { ActRequest } from "./act-request.ts";
import { type Refused, refuse } from "./refused.ts";
import { addArrivalDevice } from "./arrival-device.server.ts";
import {
  mailLink,
  saveConsent,
  saveEmail,
  saveRecipient,
  saveRefundAddress,
  sendMessage,
} from "./order-forms.server.ts";

/** What the forms of the order's page do: their `intent`. The other acts have pages of their own. */
type PostedAct = Exclude<Act, "look" | "again" | "messages" | "invoice" | "withdraw">;

/** What one form does, and the fields that are shown again after an error. */
interface OrderAct<A extends Act> {
  fields?: readonly string[];
  run: (acting: ActRequest<A>) => Promise<Response | Refused>;
}

const runs: { [A in PostedAct]: OrderAct<A> } = {
  quote: { run: requote },
  way: { run: requote },
  pay: { run: redirectToPayment },
  method: { run: switchMethod },
  link: { run: mailLink },
  recipient: { fields: ["tiktokUsername", "tiktokUid"], run: saveRecipient },
  email: { fields: ["email"], run: saveEmail },
  message: { fields: ["text"], run: sendMessage },
  consent: { run: saveConsent },
  push: { run: addArrivalDevice },
  "refund-address": { fields: ["address"], run: saveRefundAddress },
};

/** Returns the act that a form of the order's page posts; null for a form that looks an order up. */
export function postedAct(form: FormData): PostedAct | null {
  const intent = textOf(form, "intent");
  return Object.hasOwn(runs, intent) ? (intent as PostedAct) : null;
}

/** Runs an act, if the table of acts allows it to this viewer. */
export async function runAct<A extends PostedAct>(
  act: A,
  { viewer, ...acting }: Omit<ActRequest<A>, "permit"> & { viewer: Viewer },
) {
  const { context, order, form } = acting;
  const networkAddress = context.get(clientAddressContext);
  const { db } = context.get(servicesContext);
  const permit = await permitAct(db, act, { order, viewer, networkAddress });
  if (!permit.ok && permit.error === "none") throw data(null, { status: 404 });
  if (!permit.ok) throw redirect(proofPath(order.id));
  const { run, fields = [] } = runs[act];
  const done = await run({ ...acting, permit: permit.value });
  return done instanceof Response ? done : refuse(form, fields, done);
}

/** Redirects to the provider's payment page of an order. */
async function redirectToPayment({ context, order }: ActRequest<"pay">) {
  const page = await pageToPayOn(context, order);
  if (page.ok && page.value) return redirectOutside(page.value);
  return redirect(withNotice(orderPath(order.id), page.ok ? "not-payable" : "page-unavailable"));
}

/** Changes the payment method of an order; for Bitcoin it also opens a quote. */
async function switchMethod({ context, order, form }: ActRequest<"method">) {
  const services = context.get(servicesContext);
  const method = textOf(form, "method");
  const offers = await offersIn(context);
  if (!isPaymentMethod(method)) throw data(null, { status: 400 });
  const changed = await changeMethod(services.db, { order, method, offers, now: new Date() });
  if (!changed.ok) return redirect(withNotice(orderPath(order.id), "not-payable"));
  if (method === "bitcoin") return openQuote({ context, order }, "");
  return redirect(withNotice(orderPath(order.id), "method-changed"));
}

/** 'Get a new amount' and the choice of a way on the order's page. */
async function requote({ form, ...asked }: ActRequest<"quote" | "way">) {
  return openQuote(asked, textOf(form, "way"));
}

async function openQuote(
  { context, order }: Pick<ActRequest, "context" | "order">,
  wanted: string,
) {
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
