import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { ButtonLink, type ButtonLinkProps } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useIsSubmitting } from "#app/ui/submit-button.tsx";
import type { Checkout, Recipient } from "#shop/checkouts/checkout.ts";
import { dueCents } from "#shop/checkouts/price.ts";
import type { Instruction } from "#shop/settings/payment-instructions.ts";
import { type Offer, payableOffers } from "#shop/methods/methods.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import { rich, t } from "#messages/translate.ts";
import { HeldCredit } from "../shared/held-credit.tsx";
import { MethodPanel, NothingDuePanel } from "../method/method-panel.tsx";
import { MethodPicker } from "../method/method-picker.tsx";
import { NoAmountPanel, PaymentPanel } from "../payment-panel/payment-panel.tsx";
import { CodeForm, type RefusedCode } from "./code-form.tsx";
import { OtherAmounts } from "./other-amounts.tsx";
import { CreditBox, MoneyOnly } from "./credit-box.tsx";
import { buyerText, sentText } from "./order-summary.tsx";
import { RecipientCheck } from "./recipient-check.tsx";
import { stepPath } from "./step-path.ts";

export interface PaymentStepProps {
  offers: readonly Offer[];
  /** The chosen payment method. */
  offer: Offer;
  checkout: Checkout;
  recipient: Recipient | null;
  /** The name of the recipient's account, if it was checked. */
  displayName: string | null;
  /** When coins arrive; null where nothing is known. */
  delivery: string | null;
  /** The credit that the signed-in buyer has left, in cents. */
  accountCents: number;
  /** The buyer's credit that other checkouts hold, which were left, in cents. */
  heldCents: number;
  /** Where to send a manual payment. */
  instructions: readonly Instruction[];
  /** Null before the first quote. */
  payment: PaymentView | null;
  priceError: boolean;
  supportEmail: string;
  /** What the buyer is asked to agree to at step 3; null for nothing. */
  consent: string | null;
  /** A code that was refused; undefined for none. */
  code?: RefusedCode | undefined;
  /** Why a requested quote was not opened. */
  message?: string | null | undefined;
}

/** Statuses in which the buyer has nothing left to pay. */
const arrivedStatuses: readonly PaymentStatus[] = ["detected", "paid", "overpaid", "review"];

/** Step 2: the choice of payment method and the payment panel. */
export function PaymentStep(props: PaymentStepProps) {
  const { offers, offer, checkout, payment, priceError, supportEmail, message } = props;
  const { package: pkg } = checkout;
  const quoteForm = { action: stepPath("payment", pkg.id) };
  const done = payment !== null && arrivedStatuses.includes(payment.status);
  const due = dueCents(checkout);
  const inBitcoin = offer.method === "bitcoin" && due > 0;
  // There is nothing to choose with a single method, once Bitcoin has arrived, or without an amount.
  const payable = inBitcoin && payment ? offers : payableOffers(offers, due);
  const chooses = payable.length > 1 && due > 0 && (payment === null || payment.receivedSats === 0);
  const sent = sentText(checkout, props.delivery);
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
            label={t("checkout.howToPay")}
            offers={payable}
            current={offer.method}
            action={quoteForm.action}
          />
        </div>
      )}
      {due > 0 && !done && <OtherAmounts offers={offers} cents={due} />}
      {pkg.kind ? (
        <MoneyOnly />
      ) : (
        <>
          <CodeForm
            checkout={checkout}
            refused={props.code}
            action={quoteForm.action}
            isFixed={payment !== null && payment.receivedSats > 0}
          />
          {(payment === null || payment.receivedSats === 0) && (
            <CreditBox checkout={checkout} accountCents={props.accountCents} />
          )}
          {props.heldCents > 0 && <HeldCredit cents={props.heldCents} action={quoteForm.action} />}
        </>
      )}
      {due === 0 ? (
        <NothingDuePanel sent={sent} />
      ) : payable.length === 0 && offers.length > 0 ? null : !inBitcoin ? (
        <MethodPanel
          offer={offer}
          goods={pkg}
          dueCents={due}
          forWhom={buyerText(checkout)}
          sent={sent}
          instructions={props.instructions}
        />
      ) : payment ? (
        <PaymentPanel
          payment={payment}
          kind={pkg.kind}
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
        {rich("checkout.payTerms", { link: <Link className="link" to="/terms" /> })}
        {props.consent !== null && due > 0 && ` ${t("checkout.consentLater")}`}
      </p>
      <div className="checkout__nav">
        <ButtonLink to={stepPath("account", pkg.id)} variant="ghost">
          <Icon name="left" />
          {t("checkout.back")}
        </ButtonLink>
        {/* Without an amount there is nothing to confirm yet. */}
        {(payment || !inBitcoin) && (payable.length > 0 || offers.length === 0) && (
          <ContinueLink
            to={stepPath("confirm", pkg.id)}
            variant={done || !inBitcoin ? "primary" : "secondary"}
          />
        )}
      </div>
    </>
  );
}

/** Waits for a choice of method that is still on its way, so that step 3 shows what was chosen last. */
function ContinueLink({ to, variant }: Pick<ButtonLinkProps, "to" | "variant">) {
  const navigate = useNavigate();
  const isChoosing = useIsSubmitting("method");
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (isPressed && !isChoosing) void navigate(to);
  }, [isPressed, isChoosing, navigate, to]);
  return (
    <ButtonLink
      to={to}
      variant={variant}
      onClick={(event) => {
        if (!isChoosing) return;
        event.preventDefault();
        setPressed(true);
      }}
    >
      {t("checkout.continue")}
      <Icon name="right" />
    </ButtonLink>
  );
}
