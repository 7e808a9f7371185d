import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { CoinPackage } from "#shop/catalog/package.ts";
import type { Recipient } from "#shop/checkouts/checkout.ts";
import type { Instruction } from "#shop/methods/bank/bank-transfer.ts";
import type { Offer } from "#shop/methods/methods.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import { MethodPanel } from "../method/method-panel.tsx";
import { MethodPicker } from "../method/method-picker.tsx";
import { NoAmountPanel, PaymentPanel } from "../payment-panel/payment-panel.tsx";
import { sentText } from "./order-summary.tsx";
import { RecipientCheck } from "./recipient-check.tsx";
import { stepPath } from "./step-path.ts";

export interface PaymentStepProps {
  offers: readonly Offer[];
  /** The chosen payment method. */
  offer: Offer;
  pkg: CoinPackage;
  recipient: Recipient | null;
  /** The name of the recipient's account, if it was checked. */
  displayName: string | null;
  /** When coins arrive; null where nothing is known. */
  delivery: string | null;
  /** Where to send a manual payment. */
  instructions: readonly Instruction[];
  /** Null before the first quote. */
  payment: PaymentView | null;
  priceError: boolean;
  supportEmail: string;
  /** Why a requested quote was not opened. */
  message?: string | null | undefined;
}

/** Statuses in which the buyer has nothing left to pay. */
const arrivedStatuses: readonly PaymentStatus[] = ["detected", "paid", "overpaid", "review"];

/** Step 2: the choice of payment method and the payment panel. */
export function PaymentStep(props: PaymentStepProps) {
  const { offers, offer, pkg, payment, priceError, supportEmail, message } = props;
  const quoteForm = { action: stepPath("payment", pkg.id) };
  const done = payment !== null && arrivedStatuses.includes(payment.status);
  const inBitcoin = offer.method === "bitcoin";
  // There is nothing to choose with a single method, or once Bitcoin has arrived.
  const chooses = offers.length > 1 && (payment === null || payment.receivedSats === 0);
  return (
    <>
      {message && (
        <Notice tone="pending" role="alert">
          {message}
        </Notice>
      )}
      {props.recipient && !done && (
        <RecipientCheck
          recipient={props.recipient}
          displayName={props.displayName}
          packageId={pkg.id}
        />
      )}
      {chooses && (
        <div className="checkout__methods">
          <MethodPicker
            label="How to pay"
            offers={offers}
            current={offer.method}
            action={quoteForm.action}
          />
        </div>
      )}
      {!inBitcoin ? (
        <MethodPanel
          offer={offer}
          pkg={pkg}
          recipient={props.recipient}
          sent={sentText(props.recipient, props.delivery)}
          instructions={props.instructions}
        />
      ) : payment ? (
        <PaymentPanel
          payment={payment}
          screen="checkout"
          orderId={null}
          quoteForm={quoteForm}
          supportEmail={supportEmail}
          priceError={priceError}
        />
      ) : (
        <NoAmountPanel quoteForm={quoteForm} />
      )}
      <p className="checkout__terms xs muted">
        By paying you agree to the{" "}
        <Link className="link" to="/terms">
          terms
        </Link>
        .
      </p>
      <div className="checkout__nav">
        <ButtonLink to={stepPath("account", pkg.id)} variant="ghost">
          <Icon name="left" />
          Back
        </ButtonLink>
        {/* Without an amount there is nothing to confirm yet. */}
        {(payment || !inBitcoin) && (
          <ButtonLink
            to={stepPath("confirm", pkg.id)}
            variant={done || !inBitcoin ? "primary" : "secondary"}
          >
            Continue
            <Icon name="right" />
          </ButtonLink>
        )}
      </div>
    </>
  );
}
