import { kindOf, type PackageKind } from "#shop/catalog/goods.ts";
import type { ReactNode } from "react";
import { Stepper } from "#app/ui/stepper.tsx";
import { type Checkout, type CheckoutStep, checkoutSteps } from "#shop/checkouts/checkout.ts";
import type { Offer } from "#shop/methods/methods.ts";
import type { ShownWay } from "#shop/payments/payment-view.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import { payText, waysText } from "../method/method-labels.ts";
import type { Vat } from "../shared/price-rows.ts";
import { OrderSummary } from "./order-summary.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import "./checkout.css";

const titles: Record<CheckoutStep, { heading: string; label: string }> = {
  account: { heading: "Your TikTok account", label: "Account" },
  payment: { heading: "Payment method", label: "Payment" },
  confirm: { heading: "Confirm your order", label: "Confirm" },
};

/** The heading of step 1. */
const accountHeadings: Record<PackageKind, string> = {
  coins: titles.account.heading,
  credit: "Your account",
  gift_code: "Who gets the gift code",
};

export interface CheckoutViewProps {
  step: CheckoutStep;
  checkout: Checkout;
  offers: readonly Offer[];
  /** The chosen payment method. */
  offer: Offer;
  /** Null before the first quote. */
  paymentStatus: PaymentStatus | null;
  /** How bitcoins are paid; null before the first quote. */
  way: ShownWay | null;
  /** When coins arrive; null where nothing is known. */
  delivery: string | null;
  /** The VAT in the price. */
  vat: Vat;
  children: ReactNode;
}

/** The layout of the three steps: heading, stepper and order summary. */
export function CheckoutView(props: CheckoutViewProps) {
  const { step, checkout, offers, offer, paymentStatus, way, delivery, vat, children } = props;
  const heading =
    step === "payment" && offers.length === 1
      ? payText(offer.method)
      : step === "account"
        ? accountHeadings[kindOf(checkout.package)]
        : titles[step].heading;
  return (
    <div className="container checkout">
      <div className="checkout__top">
        <h1 className="display">{heading}</h1>
        <Stepper
          steps={checkoutSteps.map((name) => titles[name].label)}
          current={checkoutSteps.indexOf(step) + 1}
          label="Checkout steps"
        />
      </div>
      {/* Drawn anew at each step: otherwise the summary would jump from where the step before had ended. */}
      <div key={step} className="checkout__columns">
        <div className="checkout__main">{children}</div>
        <OrderSummary
          step={step}
          checkout={checkout}
          offers={offers}
          offer={offer}
          paymentStatus={paymentStatus}
          way={way}
          delivery={delivery}
          vat={vat}
        />
      </div>
    </div>
  );
}

export interface NoPackageProps {
  offers: readonly Offer[];
  /** The browser came from selecting a package without the cookie that remembers it. */
  cookieBlocked: boolean;
}

/** The checkout page before a package is selected. */
export function NoPackage({ offers, cookieBlocked }: NoPackageProps) {
  return (
    <div className="container checkout">
      <div className="card no-package">
        <EmptyState
          title="No Package Selected"
          heading="h1"
          action={
            <ButtonLink to="/#packages" variant="primary">
              Back to Shop
            </ButtonLink>
          }
        >
          {cookieBlocked ? (
            <>
              Did you just choose one? Then your browser blocks cookies, and we could not remember
              it. Please allow cookies for this shop and choose the package again. We need a single
              cookie, for your checkout and your orders.
            </>
          ) : (
            <>
              Choose a package first. Checkout takes a username, an email and one payment by{" "}
              {waysText(offers)}.
            </>
          )}
        </EmptyState>
      </div>
    </div>
  );
}
