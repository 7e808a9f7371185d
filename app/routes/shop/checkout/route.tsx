import { href, redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import { servicesContext } from "#app/context.ts";
import { checkoutOf } from "#app/current-checkout.server.ts";
import { settingsOf, offersIn } from "#app/shop-cache.server.ts";
import { useLive } from "#app/live.ts";
import { useStickyActionData } from "#app/sticky-action-data.ts";
import { LiveFallback } from "#app/ui/live-fallback.tsx";
import { readVisitor } from "#app/visitor.server.ts";
import { checkoutSteps } from "#shop/checkouts/checkout.ts";
import { readRecentOrderId } from "#shop/checkout/steps.server.ts";
import { chosenOffer, instructionsFor, type Offer } from "#shop/methods/methods.ts";
import { readPaymentWay } from "#shop/payments/payment-view.ts";
import { paymentView } from "#shop/payments/payment-view.server.ts";
import type { Route } from "./+types/route";
import { RecipientStep } from "./recipient-step.tsx";
import { CheckoutView, NoPackage } from "./checkout-frame.tsx";
import { ConfirmStep } from "./confirm-step.tsx";
import { PackageChoice } from "./other-tab.tsx";
import { findConflict } from "./package-conflict.server.ts";
import { PaymentStep } from "./payment-step.tsx";
import { isWithoutRate, stepPath } from "./step-path.ts";

export { action } from "./action.server.ts";
export { headers } from "#app/retry-after.ts";

/** Revalidates after a conflict (409) as well, to show what another tab has changed. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Checkout · ${loaderData?.shopName ?? "Satchel"}` },
  {
    name: "description",
    content: "Pay for a package of TikTok coins: your account, the payment, the order.",
  },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, policy, chainUp, lightning, prices, secure, accountChecks } = services;
  const now = new Date();
  const [settings, offers, current] = await Promise.all([
    settingsOf(context),
    offersIn(context),
    checkoutOf(context, request),
  ]);
  const { shopName, supportEmail } = settings;
  const priceKnown = prices.current(now) !== null && !isWithoutRate(url);
  const frame = { shopName, supportEmail, priceKnown };
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
      instructions: [],
      payment: null,
      displayName: null,
      placedOrderId: null,
      conflict: null,
    };
  }

  const { checkout, order } = current;
  const conflict = await findConflict(db, url, checkout);
  const payment = await paymentView(db, checkout.id, order, {
    policy,
    label: shopName,
    chainUp: chainUp(),
    lightning,
    settings,
    way: readPaymentWay(url.searchParams.get("way")),
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
  const ready = checkout.recipient && (payment || !inBitcoin || !priceKnown);
  const reached = step === "account" || ready ? step : "account";
  if (!conflict) {
    if (requestedStep !== reached) throw redirect(stepPath(reached, checkout.package.id));
    if (step === "confirm" && inBitcoin && !payment)
      throw redirect(stepPath("payment", checkout.package.id));
  }
  return {
    ...frame,
    offers,
    cookieBlocked: false,
    checkout,
    offer,
    instructions: offer.how === "by-hand" ? instructionsFor(offer.method, settings, null) : [],
    payment: inBitcoin ? payment : null,
    displayName: checkout.recipient && accountChecks.displayName(checkout.recipient, settings, now),
    placedOrderId: order?.id ?? null,
    conflict,
  };
}

export default function CheckoutRoute({ loaderData, actionData: newest }: Route.ComponentProps) {
  const { checkout, payment, priceKnown, supportEmail, offers } = loaderData;
  // A live update must not take away what was typed.
  const actionData = useStickyActionData(newest);
  const [search] = useSearchParams();
  const topic = checkout && payment ? `checkout/${checkout.id}` : null;
  useLive(topic);
  if (!checkout) return <NoPackage offers={offers} cookieBlocked={loaderData.cookieBlocked} />;
  const { offer, conflict } = loaderData;
  const typed = actionData && "values" in actionData ? actionData.values : undefined;
  if (conflict && !typed) return <PackageChoice {...conflict} />;
  const step = checkoutSteps.find((name) => name === search.get("step")) ?? "account";
  return (
    <CheckoutView
      step={step}
      checkout={checkout}
      offers={offers}
      offer={offer}
      paymentStatus={payment?.status ?? null}
      way={payment?.way ?? null}
    >
      {step !== "account" && <LiveFallback topic={topic} />}
      {step === "account" && (
        <RecipientStep
          recipient={checkout.recipient}
          values={typed}
          errors={actionData?.errors}
          message={actionData?.message}
          packageId={conflict?.shown?.id ?? checkout.package.id}
          conflict={conflict}
        />
      )}
      {step === "payment" && (
        <PaymentStep
          offers={offers}
          offer={offer}
          pkg={checkout.package}
          payment={payment}
          instructions={loaderData.instructions}
          placedOrderId={loaderData.placedOrderId}
          priceError={!payment || !priceKnown}
          supportEmail={supportEmail}
          message={actionData?.message}
        />
      )}
      {step === "confirm" && checkout.recipient && (
        <ConfirmStep
          checkout={checkout}
          recipient={checkout.recipient}
          displayName={loaderData.displayName}
          offer={offer}
          payment={payment}
          message={actionData?.message}
          placedOrderId={loaderData.placedOrderId}
        />
      )}
    </CheckoutView>
  );
}
