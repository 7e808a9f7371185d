import { data, href, redirect, redirectDocument, useSearchParams } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { checkoutOf } from "#app/current-checkout.server.ts";
import { settingsOf, offersIn } from "#app/shop-cache.server.ts";
import { useLive } from "#app/live.ts";
import { signedInOf } from "#app/session.server.ts";
import { LiveFallback } from "#app/ui/live-fallback.tsx";
import { withNotice } from "#app/notices.ts";
import { pageToPayOn } from "#app/pay.server.ts";
import { ensureVisitor, readVisitor } from "#app/visitor.server.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { recipientSchema, type CheckoutStep, checkoutSteps } from "#shop/checkout/checkout.ts";
import {
  chooseMethod,
  confirmOrder,
  readOpenCheckout,
  readRecentOrderId,
  saveRecipient,
  selectPackage,
} from "#shop/checkout/checkouts.server.ts";
import { chosenOffer, takesBitcoin } from "#shop/methods/methods.ts";
import type { Offer } from "#shop/methods/offer.ts";
import type { StoredOrder } from "#shop/orders/orders.server.ts";
import { paymentView } from "#shop/payments/payment-view.server.ts";
import { openQuote } from "#shop/payments/quotes.server.ts";
import type { Route } from "./+types/route";
import { RecipientStep } from "./recipient-step.tsx";
import { CheckoutView, NoPackage } from "./checkout-frame.tsx";
import { ConfirmStep } from "./confirm-step.tsx";
import { PaymentStep } from "./payment-step.tsx";
import { orderPath } from "../shared/order-paths.ts";

const TOO_MANY_UNPAID =
  "Too many unpaid orders from you or your network. Pay one of them, or try again in an hour.";

const BELOW_DUST =
  "This package costs less than the smallest amount the Bitcoin network accepts. Please choose a larger one.";
/** Until the owner has confirmed the addresses of the wallet. */
const NOT_OPEN = "We are not taking payments yet. Please come back a little later.";
/** With a single fixed address, each open amount belongs to one buyer. */
const NO_FREE_AMOUNT =
  "Every payment amount near this price is in use right now. Please try again in a while, or choose another package.";

export { headers } from "#app/retry-after.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Checkout · ${loaderData?.shopName ?? "Satchel"}` },
  {
    name: "description",
    content: "Pay for a package of TikTok coins: your account, the payment, the order.",
  },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, policy, chainUp, prices, secure } = context.get(servicesContext);
  const now = new Date();
  const [{ shopName, supportEmail }, offers, current] = await Promise.all([
    settingsOf(context),
    offersIn(context),
    checkoutOf(context, request),
  ]);
  const frame = { shopName, supportEmail, priceKnown: prices.current(now) !== null };
  if (!current) {
    // An old tab or the back button may show a checkout that has become an order.
    const orderId = url.searchParams.has("step")
      ? await readRecentOrderId(db, await readVisitor(request, { secure }), now)
      : null;
    if (orderId) throw redirect(`${href("/track-order")}?orderId=${orderId}`);
    // Selecting a package leads to a step, and sets the visitor's cookie.
    const cookieBlocked = url.searchParams.has("step") && !(await readVisitor(request, { secure }));
    return {
      ...frame,
      offers,
      cookieBlocked,
      checkout: null,
      offer: null,
      payment: null,
      placedOrderId: null,
    };
  }

  const { checkout, order } = current;
  const payment = await paymentView(db, checkout.id, order, {
    policy,
    label: shopName,
    chainUp: chainUp(),
    now,
  });
  const requestedStep = url.searchParams.get("step");
  // Without `step`, as from the header's Checkout link, resume where the visitor stopped.
  const furthest = payment ? "payment" : "account";
  const step = checkoutSteps.find((name) => name === requestedStep) ?? furthest;
  // Once bitcoins have arrived, the method is settled.
  const offer: Offer =
    payment && payment.receivedSats > 0
      ? { method: "bitcoin", how: "chain" }
      : chosenOffer(offers, checkout.paymentMethod);
  const inBitcoin = offer.method === "bitcoin";
  // Step 2 requires a recipient and, for Bitcoin, the quote that Continue on step 1 opens unless there is no rate.
  const ready = checkout.recipient && (payment || !inBitcoin || !frame.priceKnown);
  const reached = step === "account" || ready ? step : "account";
  if (requestedStep !== reached) throw redirect(stepPath(reached));
  if (step === "confirm" && inBitcoin && !payment) throw redirect(stepPath("payment"));
  return {
    ...frame,
    offers,
    cookieBlocked: false,
    checkout,
    offer,
    payment: inBitcoin ? payment : null,
    placedOrderId: order?.id ?? null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { db, policy } = services;
  const { visitorHash, headers } = await ensureVisitor(request, services);
  const [offers, form] = await Promise.all([offersIn(context), readForm(request)]);
  const now = new Date();

  if (form.get("intent") === "select") {
    const selected = await selectPackage(db, {
      visitorHash,
      packageId: textOf(form, "packageId"),
      now,
    });
    if (!selected.ok) throw data(null, { status: 404 });
    return redirect(stepPath("account"), { headers });
  }

  if (form.get("intent") === "confirm") {
    const checkoutId = textOf(form, "checkoutId");
    const from = context.get(clientAddressContext);
    const account = signedInOf(context)?.account;
    const confirmed = await confirmOrder(db, {
      visitorHash,
      checkoutId,
      offers,
      policy,
      from,
      ownEmail: account?.emailVerified ? account.email : null,
      now,
    });
    if (confirmed.ok) return redirectToPayment(context, confirmed.value, headers);
    if (confirmed.error === "too-many-unpaid") return tooManyUnpaid();
    return redirect(confirmed.error === "no-quote" ? stepPath("payment") : href("/checkout"), {
      headers,
    });
  }

  const current = await readOpenCheckout(db, visitorHash);
  if (!current) return redirect(href("/checkout"), { headers });
  const { checkout } = current;

  if (form.get("intent") === "account") {
    const values = textsOf(form, ["tiktokUsername", "tiktokUid", "email"]);
    const recipient = parseForm(recipientSchema, values);
    if (!recipient.ok)
      return data({ errors: recipient.error, values, message: null }, { status: 400 });
    await saveRecipient(db, checkout.id, recipient.value, now);
  }
  let { method } = chosenOffer(offers, checkout.paymentMethod);
  if (form.get("intent") === "method") {
    const chosen = offers.find((offer) => offer.method === textOf(form, "method"));
    if (!chosen) throw data(null, { status: 400 });
    ({ method } = chosen);
    await chooseMethod(db, checkout.id, method, now);
  }
  if (method !== "bitcoin") return redirect(stepPath("payment"), { headers });
  if (!takesBitcoin(offers))
    return data(
      { errors: {}, message: NOT_OPEN },
      { status: 503, headers: { "retry-after": "600" } },
    );
  // Continue on step 1, a choice of Bitcoin and 'Get a new amount' all open a quote.
  const quote = await openQuote(db, {
    checkoutId: checkout.id,
    rate: services.prices.current(now),
    addresses: services.addresses,
    quoteSeconds: services.quoteSeconds,
    from: context.get(clientAddressContext),
    now,
  });
  if (!quote.ok && quote.error === "too-many-unpaid") return tooManyUnpaid();
  if (!quote.ok && quote.error === "below-dust")
    return data({ errors: {}, message: BELOW_DUST }, { status: 400 });
  if (!quote.ok && quote.error === "no-free-amount")
    return data(
      { errors: {}, message: NO_FREE_AMOUNT },
      { status: 503, headers: { "retry-after": "600" } },
    );
  // Without a rate there is no quote; step 2 then shows the error and a Retry button.
  return redirect(stepPath("payment"), { headers });
}

export default function CheckoutRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { checkout, payment, priceKnown, supportEmail, offers } = loaderData;
  const [search] = useSearchParams();
  const topic = checkout && payment ? `checkout/${checkout.id}` : null;
  useLive(topic);
  if (!checkout) return <NoPackage offers={offers} cookieBlocked={loaderData.cookieBlocked} />;
  const { offer } = loaderData;
  const step = checkoutSteps.find((name) => name === search.get("step")) ?? "account";
  return (
    <CheckoutView
      step={step}
      checkout={checkout}
      offers={offers}
      offer={offer}
      paymentStatus={payment?.status ?? null}
    >
      {step !== "account" && <LiveFallback topic={topic} />}
      {step === "account" && (
        <RecipientStep
          recipient={checkout.recipient}
          values={actionData && "values" in actionData ? actionData.values : undefined}
          errors={actionData?.errors}
          message={actionData?.message}
        />
      )}
      {step === "payment" && (
        <PaymentStep
          offers={offers}
          offer={offer}
          priceCents={checkout.package.priceCents}
          payment={payment}
          priceError={!payment || !priceKnown}
          supportEmail={supportEmail}
          message={actionData?.message}
        />
      )}
      {step === "confirm" && checkout.recipient && (
        <ConfirmStep
          checkout={checkout}
          recipient={checkout.recipient}
          offer={offer}
          payment={payment}
          message={actionData?.message}
          placedOrderId={loaderData.placedOrderId}
        />
      )}
    </CheckoutView>
  );
}

/** Redirects to the provider's payment page of a placed order, or to the order's own page. */
async function redirectToPayment(
  context: Route.ActionArgs["context"],
  order: StoredOrder,
  headers: HeadersInit,
) {
  const page = await pageToPayOn(context, order);
  if (page.ok && page.value) return redirectDocument(page.value, { headers });
  const notice = page.ok ? "placed" : "page-unavailable";
  return redirect(withNotice(orderPath(order.id), notice), { headers });
}

function tooManyUnpaid() {
  return data(
    { errors: {}, message: TOO_MANY_UNPAID },
    { status: 429, headers: { "retry-after": "3600" } },
  );
}

function stepPath(step: CheckoutStep): string {
  return `${href("/checkout")}?step=${step}`;
}
