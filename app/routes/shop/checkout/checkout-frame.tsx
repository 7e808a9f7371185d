import type { ReactNode } from "react";
import { kindOf, type PackageKind } from "#shop/catalog/goods.ts";
import { Stepper } from "#app/ui/stepper.tsx";
import { type Checkout, type CheckoutStep, checkoutSteps } from "#shop/checkouts/checkout.ts";
import type { Offer } from "#shop/methods/methods.ts";
import type { ShownWay } from "#shop/payments/payment-view.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { type MessageKey, t } from "#messages/translate.ts";
import { byWaysText, payText } from "../method/method-labels.ts";
import type { Vat } from "../shared/price-rows.ts";
import { OrderSummary } from "./order-summary.tsx";
import "./checkout.css";

const titles = {
  account: { heading: "checkout.accountHeading", label: "checkout.account" },
  payment: { heading: "checkout.method", label: "checkout.payment" },
  confirm: { heading: "checkout.confirmHeading", label: "checkout.confirm" },
} as const satisfies Record<CheckoutStep, { heading: MessageKey; label: MessageKey }>;

/** The heading of step 1. */
const accountHeadings = {
  coins: titles.account.heading,
  credit: "checkout.creditHeading",
  gift_code: "checkout.giftHeading",
} as const satisfies Record<PackageKind, MessageKey>;

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
        ? t(accountHeadings[kindOf(checkout.package)])
        : t(titles[step].heading);
  return (
    <div className="container checkout">
      <div className="checkout__top">
        <h1 className="display">{heading}</h1>
        <Stepper
          steps={checkoutSteps.map((name) => t(titles[name].label))}
          current={checkoutSteps.indexOf(step) + 1}
          label={t("checkout.steps")}
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
          title={t("checkout.noPackage")}
          heading="h1"
          action={
            <ButtonLink to="/#packages" variant="primary">
              {t("checkout.backToShop")}
            </ButtonLink>
          }
        >
          {cookieBlocked
            ? t("checkout.cookieBlocked")
            : t("checkout.chooseFirst", { ways: byWaysText(offers) })}
        </EmptyState>
      </div>
    </div>
  );
}
