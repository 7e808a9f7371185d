import { type ShouldRevalidateFunctionArgs } from "react-router";
import { countries, country } from "#messages/format.server.ts";
import { servicesContext } from "#app/context.ts";
import { actingAccountOf, checkoutOf } from "#app/current-checkout.server.ts";
import { deliveryTimeText } from "#shop/orders/delivery-time.ts";
import { redirect } from "#app/redirects.ts";
import {
  deliveryTimeIn,
  offersIn,
  ownTextsOf,
  packagesOf,
  settingsOf,
} from "#app/shop-cache.server.ts";
import { useLive, useStickyActionData } from "#app/live.ts";
import { LiveFallback } from "#app/ui/live-fallback.tsx";
import { readVisitor } from "#app/visitor.server.ts";
import { unavailableAmong } from "#shop/catalog/package.ts";
import { type CheckoutStep, checkoutSteps, emailOf } from "#shop/checkouts/checkout.ts";
import { dueCents } from "#shop/checkouts/price.ts";
import { creditHeldElsewhere } from "#shop/checkout/account-takings.server.ts";
import { whyCodeRefused } from "#shop/checkout/coupon.server.ts";
import { readRecentOrderId } from "#shop/checkout/steps.server.ts";
import { bringUpToDate } from "#shop/checkout/terms-of-now.server.ts";
import { chosenOffer, type Offer, payableOffers } from "#shop/methods/methods.ts";
import { instructionsFor } from "#shop/settings/payment-instructions.ts";
import { readShownWay } from "#shop/payments/payment-view.ts";
import { paymentView } from "#shop/payments/payment-view.server.ts";
import { withOwnDescription } from "#shop/catalog/own-descriptions.ts";
import { useDrawing } from "#app/hydration/translated-page.ts";
import type { PageHandle } from "#app/hydration/static-page.ts";
import { t } from "#messages/translate.ts";
import { orderPath } from "../shared/order-paths.ts";
import { vatOf } from "../shared/price-rows.ts";
import { BuyerStep } from "./buyer-step.tsx";
import type { Route } from "./+types/route";
import { type CheckoutActionData, RecipientStep } from "./recipient-step.tsx";
import { ChangesNotice } from "./changes-notice.tsx";
import { CheckoutView, NoPackage } from "./checkout-frame.tsx";
import { rememberedCode } from "./code-form.tsx";
import { ConfirmStep } from "./confirm-step.tsx";
import { PackageChoice } from "./other-tab.tsx";
import { findConflict } from "./submission.server.ts";
import { OffSaleNotice } from "./off-sale-notice.tsx";
import { PaymentStep } from "./payment-step.tsx";
import { recipientChoices } from "./recipient-choices.server.ts";
import { isWithoutRate, stepPath } from "./step-path.ts";

export { action } from "./action.server.ts";
export { headers } from "#app/limits.server.ts";

/** Revalidates after a conflict (409) as well, to show what another tab has changed. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.defaultShouldRevalidate || args.actionStatus === 409;
}

export const handle: PageHandle = { hydrates: "when-painted" };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: t("checkout.title", { shop: loaderData?.shopName ?? "Satchel" }) },
  { name: "description", content: t("checkout.description") },
  { name: "robots", content: "noindex" },
];

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, policy, chainUp, lightning, prices, secure, accountChecks } = services;
  const now = new Date();
  const [settings, packages, offers, time, current] = await Promise.all([
    settingsOf(context),
    packagesOf(context),
    offersIn(context),
    deliveryTimeIn(context, now),
    checkoutOf(context, request),
  ]);
  const { shopName, supportEmail } = settings;
  if (!current) {
    const visitor = await readVisitor(request, { secure });
    // An old tab or the back button may show a checkout that has become an order.
    const orderId = url.searchParams.has("step") ? await readRecentOrderId(db, visitor, now) : null;
    if (orderId) throw redirect(orderPath(orderId));
    // Selecting a package leads to a step, and sets the visitor's cookie.
    const cookieBlocked = url.searchParams.has("step") && !visitor;
    return { shopName, offers, step: null, cookieBlocked };
  }

  const { order } = current;
  if (order) throw redirect(orderPath(order.id));
  const account = actingAccountOf(context);
  const upToDate = await bringUpToDate(db, current.checkout.id, { account, now });
  const open = upToDate ?? current.checkout;
  const checkout = {
    ...open,
    package: withOwnDescription(open.package, await ownTextsOf(context)),
  };
  const conflict = await findConflict(db, url, checkout);
  const payment = await paymentView(db, checkout.id, null, {
    policy,
    label: shopName,
    chainUp: chainUp(),
    lightning,
    settings,
    way: readShownWay(url.searchParams.get("way")),
    now,
  });
  const unavailable = unavailableAmong(packages, checkout.package.id);
  const held = payment?.held ?? null;
  const offSale = unavailable && { reason: unavailable, isKept: held !== null };
  const requestedStep = url.searchParams.get("step");
  // Without `step`, as from the header's Checkout link, resume where the visitor stopped.
  const furthest = payment ? "payment" : "account";
  const step = checkoutSteps.find((name) => name === requestedStep) ?? furthest;
  // Once bitcoins have arrived, the method is settled. The one of a held amount stays, too.
  const isBitcoin =
    payment && (payment.receivedSats > 0 || (held && checkout.paymentMethod === "bitcoin"));
  const offer: Offer = isBitcoin
    ? { method: "bitcoin", how: "chain" }
    : chosenOffer(payableOffers(offers, dueCents(checkout)), checkout.paymentMethod);
  // Nothing is quoted while coupon or credit cover the price.
  const inBitcoin = offer.method === "bitcoin" && dueCents(checkout) > 0;
  const priceKnown = prices.current(now) !== null && !isWithoutRate(url);
  // Step 2 requires a recipient and, for Bitcoin, the quote that Continue on step 1 opens unless there is no rate.
  const asksCountry = settings.vatByCountry && !checkout.package.kind;
  const hasCountry = !asksCountry || checkout.country !== null;
  const ready = emailOf(checkout) !== null && hasCountry && (payment || !inBitcoin || !priceKnown);
  const reached = step === "account" || ready ? step : "account";
  if (!conflict) {
    if (requestedStep !== reached) throw redirect(stepPath(reached, checkout.package.id));
    if (step === "confirm" && inBitcoin && !payment)
      throw redirect(stepPath("payment", checkout.package.id));
  }
  const shown = {
    shopName,
    offers,
    offer,
    checkout,
    offSale,
    payment: inBitcoin ? payment : null,
    delivery: time && deliveryTimeText(time),
    // Credit and gift codes are vouchers: the VAT is in the price of what they pay for.
    vat: vatOf(
      checkout,
      checkout.package.kind ? 0 : (held?.vatBasisPoints ?? settings.vatBasisPoints),
    ),
    consent: settings.consentRequired ? settings.consentText : null,
  };
  if (step === "account") {
    const choices = await recipientChoices(context, await readVisitor(request, { secure }));
    const buyer = account && { email: account.email, verified: account.emailVerified };
    const asked = settings.vatByCountry ? countries() : null;
    return { ...shown, step, conflict, choices, countries: asked, buyer };
  }
  if (conflict) return { ...shown, step: "conflict" as const, conflict };
  const { recipient } = checkout;
  const displayName = recipient && accountChecks.displayName(recipient, settings, now);
  if (step === "payment") {
    const instructions =
      offer.how === "by-hand" ? instructionsFor(offer.method, settings, null) : [];
    const refusedCode = await whyCodeRefused(db, checkout, now);
    const { accountCents } = current;
    const heldCents = account
      ? await creditHeldElsewhere(db, account.id, await readVisitor(request, { secure }))
      : 0;
    return {
      ...{ ...shown, step, instructions, recipient, displayName, priceKnown, supportEmail },
      ...{ refusedCode, accountCents, heldCents },
    };
  }
  if (emailOf(checkout) === null) throw redirect(stepPath("account", checkout.package.id));
  const countryOf = checkout.country && asksCountry ? country(checkout.country) : null;
  return { ...shown, step, recipient, displayName, countryName: countryOf };
}

export default function CheckoutRoute({ loaderData }: Route.ComponentProps) {
  // A live update must not take away what was typed.
  const actionData = useStickyActionData<CheckoutActionData>();
  const topic = loaderData.step && loaderData.payment ? `checkout/${loaderData.checkout.id}` : null;
  useLive(topic);
  const drawing = useDrawing(loaderData);
  if (!loaderData.step) return <NoPackage {...loaderData} />;
  if (loaderData.step === "conflict") return <PackageChoice {...loaderData.conflict} />;
  if (loaderData.step === "account" && loaderData.conflict && !actionData?.values)
    return <PackageChoice {...loaderData.conflict} />;
  const { step, checkout, offers, offer, payment } = loaderData;
  return (
    <CheckoutView
      key={drawing}
      step={step}
      checkout={checkout}
      offers={offers}
      offer={offer}
      paymentStatus={payment?.status ?? null}
      way={payment?.way ?? null}
      delivery={loaderData.delivery}
      vat={loaderData.vat}
    >
      <ChangesNotice changes={checkout.changes} />
      {loaderData.offSale && <OffSaleNotice {...loaderData.offSale} />}
      {step !== "account" && <LiveFallback topic={topic} />}
      <Step view={loaderData} actionData={actionData} />
    </CheckoutView>
  );
}

type StepView = Extract<Route.ComponentProps["loaderData"], { step: CheckoutStep }>;

function Step({ view, actionData }: { view: StepView; actionData?: CheckoutActionData }) {
  const { checkout } = view;
  const message = actionData?.message;
  switch (view.step) {
    case "account":
      return checkout.package.kind ? (
        <BuyerStep
          checkout={checkout}
          account={view.buyer}
          values={actionData?.values}
          errors={actionData?.errors}
          message={message}
          packageId={view.conflict?.shown?.id ?? checkout.package.id}
          conflict={view.conflict}
        />
      ) : (
        <RecipientStep
          recipient={checkout.recipient}
          values={actionData?.values}
          choices={view.choices}
          countries={view.countries}
          country={checkout.country}
          errors={actionData?.errors}
          message={message}
          packageId={view.conflict?.shown?.id ?? checkout.package.id}
          conflict={view.conflict}
        />
      );
    case "payment":
      return (
        <PaymentStep
          {...view}
          checkout={checkout}
          priceError={!view.payment || !view.priceKnown}
          message={message}
          code={actionData?.code ?? rememberedCode(checkout, view.refusedCode)}
        />
      );
    case "confirm":
      return <ConfirmStep {...view} message={message} />;
  }
}
