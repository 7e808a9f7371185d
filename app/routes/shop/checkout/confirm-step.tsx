import { Form, Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { type NoticeTone, Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import { goodsText, kindOf, type PackageKind } from "#shop/catalog/goods.ts";
import { type Recipient, type Checkout, detailsOf } from "#shop/checkouts/checkout.ts";
import { dueCents } from "#shop/checkouts/price.ts";
import type { Offer } from "#shop/methods/methods.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import { pageOwners } from "../method/method-labels.ts";
import { paymentFact } from "../payment-panel/payment-fact.tsx";
import { reductionRows, totalRow, type Vat, vatRows } from "../shared/price-rows.ts";
import { whoRows } from "./order-summary.tsx";
import { RecipientCheck } from "./recipient-check.tsx";
import { stepPath } from "./step-path.ts";

export interface ConfirmStepProps {
  checkout: Checkout;
  recipient: Recipient | null;
  /** The name of the recipient's account, if it was checked. */
  displayName: string | null;
  /** The chosen payment method. */
  offer: Offer;
  /** Null before the first quote, and for methods other than Bitcoin. */
  payment: PaymentView | null;
  /** The VAT in the price. */
  vat: Vat;
  /** Where the buyer lives; null while the shop does not ask for it. */
  countryName: string | null;
  /** What the buyer has to agree to; null for nothing. */
  consent: string | null;
  /** Why the order was not placed. */
  message?: string | null | undefined;
}

/** Step 3: a summary and the button that places the order. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { checkout, recipient, displayName, offer, payment, message } = props;
  const { package: pkg } = checkout;
  const due = dueCents(checkout);
  const inBitcoin = offer.method === "bitcoin" && due > 0;
  return (
    <section className="card card__pad confirm" aria-label="Order details">
      {message && (
        <Notice tone="pending" role="alert">
          {message}
        </Notice>
      )}
      {due === 0 ? (
        <Notice tone="completed" role="status">
          There is nothing to pay. The order is paid as soon as you confirm it.
        </Notice>
      ) : inBitcoin ? (
        <PaymentNotice payment={payment} />
      ) : (
        <Notice tone="neutral" role="status">
          {offer.how === "page"
            ? `${pageOwners[offer.method]}’s page opens next, where you pay.`
            : "You place the order now. Its page then shows where to send the money."}
        </Notice>
      )}
      <KeyValueList
        rows={[
          { label: "Package", value: goodsText(pkg) },
          ...whoRows(checkout, displayName),
          ...(props.countryName ? [{ label: "Country", value: props.countryName }] : []),
          ...(due > 0 ? [{ label: "Payment method", value: methodText(offer.method) }] : []),
          ...(inBitcoin ? [paymentFact(payment)] : []),
          ...reductionRows(checkout),
          totalRow(due),
          ...vatRows(props.vat),
        ]}
      />
      {recipient && (
        <RecipientCheck recipient={recipient} displayName={displayName} packageId={pkg.id} />
      )}
      <hr className="stitch" />
      <p className="xs muted">
        By confirming you agree to the{" "}
        <Link className="link" to="/terms">
          terms
        </Link>
        . {finality[kindOf(pkg)]}
      </p>
      {props.consent !== null && (
        <Checkbox
          form="confirm-order"
          name="consent"
          value={props.consent}
          label={props.consent}
          required
        />
      )}
      <div className="row row--between">
        <ButtonLink to={stepPath("payment", pkg.id)} variant="ghost">
          <Icon name="left" />
          Back
        </ButtonLink>
        <Form id="confirm-order" method="post" action={stepPath("confirm", pkg.id)}>
          <input type="hidden" name="intent" value="confirm" />
          <input type="hidden" name="checkoutId" value={checkout.id} />
          <input type="hidden" name="details" value={detailsOf(checkout)} />
          <SubmitButton intent="confirm" variant="primary">
            Confirm Order
          </SubmitButton>
        </Form>
      </div>
    </section>
  );
}

/** What the buyer should check before the last press. */
const finality: Record<PackageKind, string> = {
  coins: "Coins go to the username above and cannot be moved afterwards.",
  credit: "Credit stays on this account, and is not paid out.",
  gift_code: "The code goes to the address above; whoever has it can redeem it, once.",
};

const notices: Record<PaymentStatus, { tone: NoticeTone; text: string }> = {
  pending: {
    tone: "neutral",
    text: "You can place the order now and pay from its page while the price lock runs",
  },
  partial: {
    tone: "pending",
    text: "You can place the order now and send the rest from its page while the price lock runs",
  },
  expired: {
    tone: "neutral",
    text: "You can place the order now, and get a new amount and pay from its page.",
  },
  detected: {
    tone: "processing",
    text: "Payment seen on the network. You can place the order while it is being confirmed.",
  },
  paid: { tone: "completed", text: "Payment confirmed. There is nothing more to pay." },
  overpaid: { tone: "completed", text: "Payment confirmed. There is nothing more to pay." },
  review: {
    tone: "pending",
    text: "We are reviewing this payment. You can place the order now; nothing is lost.",
  },
  reversed: {
    tone: "rejected",
    text: "The network reversed this payment. The order continues once it is confirmed again.",
  },
  refunded: { tone: "neutral", text: "This payment was refunded." },
};

/** One line on the state of the payment, present in every state so that nothing below it moves. */
function PaymentNotice({ payment }: { payment: PaymentView | null }) {
  const status = payment?.status ?? "expired";
  const { tone, text } = notices[status];
  const locked = status === "pending" || status === "partial";
  return (
    <Notice tone={tone} role="status">
      {text}
      {payment && locked && (
        <>
          , until <Time value={payment.expiresAt} format="time" />.
        </>
      )}
    </Notice>
  );
}
