import type { ReactNode } from "react";
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
import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import { isRefundedInPart } from "#shop/payments/model/refund.ts";
import { type MessageKey, rich, t } from "#messages/translate.ts";
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
    <section className="card card__pad confirm" aria-label={t("checkout.details")}>
      {message && (
        <Notice tone="pending" role="alert">
          {message}
        </Notice>
      )}
      {due === 0 ? (
        <Notice tone="completed" role="status">
          {t("checkout.nothingDue")}
        </Notice>
      ) : inBitcoin ? (
        <PaymentNotice payment={payment} />
      ) : (
        <Notice tone="neutral" role="status">
          {offer.how === "page"
            ? t("checkout.pageOpensNext", { owner: pageOwners[offer.method] ?? "" })
            : t("checkout.placeThenSend")}
        </Notice>
      )}
      <KeyValueList
        rows={[
          { label: t("checkout.package"), value: goodsText(pkg) },
          ...whoRows(checkout, displayName),
          ...(props.countryName
            ? [{ label: t("checkout.country"), value: props.countryName }]
            : []),
          ...(due > 0 ? [{ label: t("checkout.method"), value: methodText(offer.method) }] : []),
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
        {rich("checkout.confirmTerms", { link: <Link className="link" to="/terms" /> })}{" "}
        {t(finality[kindOf(pkg)])}
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
          {t("checkout.back")}
        </ButtonLink>
        <Form id="confirm-order" method="post" action={stepPath("confirm", pkg.id)}>
          <input type="hidden" name="intent" value="confirm" />
          <input type="hidden" name="checkoutId" value={checkout.id} />
          <input type="hidden" name="details" value={detailsOf(checkout)} />
          <input type="hidden" name="method" value={due > 0 ? offer.method : ""} />
          <input type="hidden" name="vat" value={props.vat.vatBasisPoints} />
          <SubmitButton intent="confirm" variant="primary">
            {t("checkout.confirmOrder")}
          </SubmitButton>
        </Form>
      </div>
    </section>
  );
}

/** What the buyer should check before the last press. */
const finality = {
  coins: "checkout.coinsFinal",
  credit: "checkout.creditFinal",
  gift_code: "checkout.giftFinal",
} as const satisfies Record<PackageKind, MessageKey>;

const tones: Record<PaymentStatus, NoticeTone> = {
  pending: "neutral",
  partial: "pending",
  expired: "neutral",
  detected: "processing",
  paid: "completed",
  overpaid: "completed",
  review: "pending",
  reversed: "rejected",
  refunded: "neutral",
};

/** The texts of statuses without a countdown. */
const notices = {
  expired: "checkout.placeExpired",
  detected: "checkout.placeDetected",
  paid: "checkout.placePaid",
  overpaid: "checkout.placePaid",
  review: "checkout.placeReview",
  reversed: "checkout.placeReversed",
  refunded: "checkout.placeRefunded",
} as const satisfies Record<Exclude<PaymentStatus, "pending" | "partial">, MessageKey>;

/** One line on the state of the payment, present in every state so that nothing below it moves. */
function PaymentNotice({ payment }: { payment: PaymentView | null }) {
  return (
    <Notice tone={tones[payment?.status ?? "expired"]} role="status">
      {noticeText(payment)}
    </Notice>
  );
}

function noticeText(payment: PaymentView | null): ReactNode {
  if (payment === null) return t(notices.expired);
  const { status, expiresAt } = payment;
  const time = <Time value={expiresAt} format="time" />;
  if (status === "pending") return rich("checkout.placePending", { time });
  if (status === "partial") return rich("checkout.placePartial", { time });
  if (status === "refunded" && isRefundedInPart(payment)) return t("checkout.placePartRefunded");
  return t(notices[status]);
}
