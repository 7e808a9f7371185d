import { discCount, stackSizes } from "#app/ui/coins-geometry.ts";
import { Identity, type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { goodsText, kindOf } from "#shop/catalog/goods.ts";
import {
  type Checkout,
  type CheckoutStep,
  emailOf,
  type Recipient,
} from "#shop/checkouts/checkout.ts";
import { dueCents } from "#shop/checkouts/price.ts";
import type { Offer } from "#shop/methods/methods.ts";
import type { ShownWay } from "#shop/payments/payment-view.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import { currentlyShown } from "#messages/current";
import { type MessageKey, t } from "#messages/translate.ts";
import { GoodsArt } from "../shared/goods-art.tsx";
import { byWaysText, pageOwners } from "../method/method-labels.ts";
import { priceRows, type Vat, vatRows } from "../shared/price-rows.ts";

export interface OrderSummaryProps {
  step: CheckoutStep;
  checkout: Checkout;
  offers: readonly Offer[];
  /** The chosen payment method. */
  offer: Offer;
  paymentStatus: PaymentStatus | null;
  /** How bitcoins are paid; null before the first quote. */
  way: ShownWay | null;
  /** When coins arrive; null where nothing is known. */
  delivery: string | null;
  /** The VAT in the price. */
  vat: Vat;
}

/** The sidebar with package, recipient and price, and what happens next. */
export function OrderSummary(props: OrderSummaryProps) {
  const { step, checkout, offers, offer, paymentStatus, way, delivery } = props;
  const { package: pkg } = checkout;
  // On step 1 no method is chosen yet.
  const owesNothing = dueCents(checkout) === 0;
  const inBitcoin =
    !owesNothing && (step === "account" ? offers.length === 1 : offer.method === "bitcoin");
  const sent = sentText(checkout, delivery);
  const next = owesNothing
    ? nextStepsWithoutPayment(step, sent)
    : inBitcoin
      ? nextSteps(step, sent, paymentStatus, way)
      : nextStepsByMethod(step, sent, offers, offer);
  const single = !pkg.kind && stackSizes(discCount(pkg.coins)).length === 1;
  return (
    <aside className="summary" aria-label={t("checkout.summary")}>
      <div className="card summary__card">
        <div className="summary__top">
          <span className={single ? "summary__art summary__art--single" : "summary__art"}>
            <GoodsArt goods={pkg} />
          </span>
          <div>
            <p className="summary__coins">{goodsText(pkg)}</p>
            <p className="xs muted">
              <bdi>{pkg.description}</bdi>
            </p>
          </div>
        </div>
        {/* The other two steps show the recipient themselves, and so does a payment by another method. */}
        {step === "payment" && inBitcoin && emailOf(checkout) !== null && (
          <KeyValueList rows={whoRows(checkout)} />
        )}
        <hr className="stitch" />
        <KeyValueList rows={[...priceRows(checkout), ...vatRows(props.vat)]} />
        {currentlyShown() && <p className="xs muted">{t("checkout.charged")}</p>}
      </div>
      {next.length > 0 && (
        <ol className="summary__next" aria-label={t("checkout.next")}>
          {next.map((text) => (
            <li key={text}>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      )}
    </aside>
  );
}

/** Returns the rows of what was entered in step 1; none before. */
export function whoRows(
  { package: pkg, recipient, buyer }: Checkout,
  displayName: string | null = null,
): KeyValue[] {
  if (recipient) return recipientRows(recipient, displayName);
  if (!buyer) return [];
  const { email, gift } = buyer;
  const to = gift ? gift.email : email;
  return [
    {
      label: pkg.kind === "credit" ? t("checkout.account") : t("checkout.codeSentTo"),
      value: <Identity text={to} />,
    },
    ...(gift?.message
      ? [{ label: t("checkout.giftMessage"), value: <bdi>{gift.message}</bdi> }]
      : []),
    ...(gift ? [{ label: t("checkout.yourEmail"), value: <Identity text={email} /> }] : []),
  ];
}

/** Returns the rows of the recipient entered in step 1, with the name of the account if it was checked. */
export function recipientRows(recipient: Recipient, displayName: string | null = null): KeyValue[] {
  return [
    {
      label: t("goods.username"),
      value: <Identity text={`@${recipient.tiktokUsername}`} />,
    },
    ...(displayName ? [{ label: t("checkout.accountName"), value: <bdi>{displayName}</bdi> }] : []),
    ...(recipient.tiktokUid
      ? [{ label: t("goods.uid"), value: recipient.tiktokUid, mono: true }]
      : []),
    { label: t("checkout.email"), value: <Identity text={recipient.email} /> },
  ];
}

const firstSteps = {
  account: "checkout.nextPayBitcoin",
  payment: "checkout.nextAppears",
  confirm: "checkout.nextPlaceThenPay",
} as const satisfies Record<CheckoutStep, MessageKey>;

/** Returns who gets what is bought; null while nobody was entered. */
export function buyerText({ recipient, buyer }: Checkout): string | null {
  if (recipient) return `@${recipient.tiktokUsername}`;
  return buyer ? (buyer.gift?.email ?? buyer.email) : null;
}

/** Says what the last step is, and when it comes. */
export function sentText(checkout: Checkout, delivery: string | null): string {
  const who = buyerText(checkout);
  switch (kindOf(checkout.package)) {
    case "credit":
      return t("checkout.creditAtOnce");
    case "gift_code":
      return who === null
        ? t("checkout.giftCodeAtOnce")
        : t("checkout.giftCodeToAtOnce", { recipient: who });
    case "coins":
      break;
  }
  const sent =
    who === null ? t("checkout.coinsSent") : t("checkout.coinsSentTo", { recipient: who });
  return delivery ? `${sent} ${delivery}` : sent;
}

/** Returns the next steps while coupon or credit cover the price; step 2 shows them itself. */
function nextStepsWithoutPayment(step: CheckoutStep, sent: string): string[] {
  return step === "payment" ? [] : [t("checkout.nextPlace"), sent];
}

/** Returns the next steps while Bitcoin is not the chosen method; step 2 shows them beside the amount. */
function nextStepsByMethod(
  step: CheckoutStep,
  sent: string,
  offers: readonly Offer[],
  offer: Offer,
): string[] {
  if (step === "account") return [t("checkout.nextChoose", { ways: byWaysText(offers) }), sent];
  if (step === "payment") return [];
  const owner = pageOwners[offer.method] ?? "";
  const paying =
    offer.how === "page" ? t("checkout.nextPage", { owner }) : t("checkout.nextByHand");
  return [t("checkout.nextPlace"), paying, sent];
}

/** Returns the next steps of a Bitcoin payment; none while an administrator has to decide first. */
function nextSteps(
  step: CheckoutStep,
  sent: string,
  status: PaymentStatus | null,
  way: ShownWay | null,
): string[] {
  const confirmed = t("checkout.nextConfirms");
  switch (status) {
    case "review":
    case "reversed":
    case "refunded":
      return [];
    case "paid":
    case "overpaid":
      return [t("checkout.nextConfirmOrder"), sent];
    case "detected":
      return [t("checkout.nextCheck"), confirmed, sent];
    default:
      if (way === "lightning" && step === "payment") return [t("checkout.nextLightning"), sent];
      if (way === "both" && step === "payment") return [t("checkout.nextBoth"), sent];
      if (way === "lightning") return [t(firstSteps[step]), sent];
      return [t(firstSteps[step]), confirmed, sent];
  }
}
