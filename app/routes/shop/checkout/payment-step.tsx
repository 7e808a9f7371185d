import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import type { PaymentStatus } from "#shop/payments/payment.ts";
import { NoAmountPanel, PaymentPanel } from "../payment-panel/payment-panel.tsx";

export interface PaymentStepProps {
  /** Null while no amount could be worked out. */
  payment: PaymentView | null;
  priceError: boolean;
  supportEmail: string;
  /** Why there is no new amount, although it was asked for. */
  message?: string | null | undefined;
}

const quoteForm = { action: "/checkout?step=payment" };

/** States in which paying is done with, so that going on is the next step. */
const arrived: readonly PaymentStatus[] = ["detected", "paid", "overpaid", "review"];

/** Step 2: how to pay, and what the network has seen of it. */
export function PaymentStep({ payment, priceError, supportEmail, message }: PaymentStepProps) {
  const done = payment !== null && arrived.includes(payment.status);
  return (
    <>
      {message && (
        <Notice tone="pending" role="alert">
          {message}
        </Notice>
      )}
      {payment ? (
        <PaymentPanel
          payment={payment}
          place="checkout"
          quoteForm={quoteForm}
          supportEmail={supportEmail}
          priceError={priceError}
        />
      ) : (
        <NoAmountPanel quoteForm={quoteForm} />
      )}
      <div className="checkout__nav">
        <ButtonLink to="/checkout?step=account" variant="ghost">
          <Icon name="left" />
          Back
        </ButtonLink>
        {/* Without an amount there is nothing to confirm yet. */}
        {payment && (
          <ButtonLink to="/checkout?step=confirm" variant={done ? "primary" : "secondary"}>
            Continue
            <Icon name="right" />
          </ButtonLink>
        )}
      </div>
    </>
  );
}
