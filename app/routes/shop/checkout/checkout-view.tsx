import type { ReactNode } from "react";
import { Stepper } from "#app/ui/stepper.tsx";
import type { Checkout, CheckoutStep } from "#shop/checkout/checkout.ts";
import { checkoutSteps } from "#shop/checkout/checkout.ts";
import type { Offer } from "#shop/methods/offer.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import { payText } from "../method/method-labels.ts";
import { OrderSummary } from "./order-summary.tsx";
import "./checkout.css";

const titles: Record<CheckoutStep, { heading: string; label: string }> = {
  account: { heading: "Your TikTok account", label: "Account" },
  payment: { heading: "How you pay", label: "Payment" },
  confirm: { heading: "Confirm your order", label: "Confirm" },
};

export interface CheckoutViewProps {
  step: CheckoutStep;
  checkout: Checkout;
  offers: readonly Offer[];
  /** The way to pay that is chosen. */
  offer: Offer;
  /** Null while there is nothing to pay yet. */
  paymentStatus: PaymentStatus | null;
  /** The step itself. */
  children: ReactNode;
}

/** What the three steps have in common: heading, stepper and, beside them, what is bought. */
export function CheckoutView(props: CheckoutViewProps) {
  const { step, checkout, offers, offer, paymentStatus, children } = props;
  const heading =
    step === "payment" && offers.length === 1 ? payText(offer.method) : titles[step].heading;
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
      <div className="checkout__columns">
        <div className="checkout__main">{children}</div>
        <OrderSummary
          step={step}
          checkout={checkout}
          offers={offers}
          offer={offer}
          paymentStatus={paymentStatus}
        />
      </div>
    </div>
  );
}
