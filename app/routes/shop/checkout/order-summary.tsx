import { GoodsArt } from "../shared/goods-art.tsx";
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
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import { pageOwners, waysText } from "../method/method-labels.ts";
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
    <aside className="summary" aria-label="Order summary">
      <div className="card summary__card">
        <div className="summary__top">
          <span className={single ? "summary__art summary__art--single" : "summary__art"}>
            <GoodsArt goods={pkg} />
          </span>
          <div>
            <p className="summary__coins">{goodsText(pkg)}</p>
            <p className="xs muted">{pkg.description}</p>
          </div>
        </div>
        {/* The other two steps show the recipient themselves, and so does a payment by another method. */}
        {step === "payment" && inBitcoin && emailOf(checkout) !== null && (
          <KeyValueList rows={whoRows(checkout)} />
        )}
        <hr className="stitch" />
        <KeyValueList rows={[...priceRows(checkout), ...vatRows(props.vat)]} />
      </div>
      {next.length > 0 && (
        <ol className="summary__next" aria-label="What happens next">
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
    { label: pkg.kind === "credit" ? "Account" : "Code sent to", value: <Identity text={to} /> },
    ...(gift?.message ? [{ label: "Message", value: gift.message }] : []),
    ...(gift ? [{ label: "Your email", value: <Identity text={email} /> }] : []),
  ];
}

/** Returns the rows of the recipient entered in step 1, with the name of the account if it was checked. */
export function recipientRows(recipient: Recipient, displayName: string | null = null): KeyValue[] {
  return [
    { label: "TikTok username", value: <Identity text={`@${recipient.tiktokUsername}`} /> },
    ...(displayName ? [{ label: "Account name", value: displayName }] : []),
    ...(recipient.tiktokUid
      ? [{ label: "TikTok UID", value: recipient.tiktokUid, mono: true }]
      : []),
    { label: "Email", value: <Identity text={recipient.email} /> },
  ];
}

const firstSteps: Record<CheckoutStep, string> = {
  account: "You pay in Bitcoin in the next step. The price is then held for 60 minutes.",
  payment: "Your payment appears on the Bitcoin network. This page updates automatically.",
  confirm: "You place the order. Until it is paid, its page shows how to pay.",
};

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
      return "The credit is added to your account at once.";
    case "gift_code":
      return `The gift code is sent to ${who ?? "its recipient"} at once.`;
    case "coins":
      break;
  }
  const sent = `We send the coins to ${who ?? "your account"} and mark the order Completed.`;
  return delivery ? `${sent} ${delivery}` : sent;
}

/** Returns the next steps while coupon or credit cover the price; step 2 shows them itself. */
function nextStepsWithoutPayment(step: CheckoutStep, sent: string): string[] {
  return step === "payment" ? [] : ["You place the order.", sent];
}

/** Returns the next steps while Bitcoin is not the chosen method; step 2 shows them beside the amount. */
function nextStepsByMethod(
  step: CheckoutStep,
  sent: string,
  offers: readonly Offer[],
  offer: Offer,
): string[] {
  if (step === "account") return [`You choose how to pay: by ${waysText(offers)}.`, sent];
  if (step === "payment") return [];
  const owner = pageOwners[offer.method] ?? "";
  const paying =
    offer.how === "page"
      ? `You pay on ${owner}’s page, and come back to your order.`
      : "You send the money and name the order ID. We record it when it arrives.";
  return ["You place the order.", paying, sent];
}

/** Returns the next steps of a Bitcoin payment; none while an administrator has to decide first. */
function nextSteps(
  step: CheckoutStep,
  sent: string,
  status: PaymentStatus | null,
  way: ShownWay | null,
): string[] {
  const confirmed = "The network confirms the payment, often within 10 to 60 minutes.";
  switch (status) {
    case "review":
    case "reversed":
    case "refunded":
      return [];
    case "paid":
    case "overpaid":
      return ["Confirm Order takes you to the page of your order.", sent];
    case "detected":
      return ["You check the details and place the order.", confirmed, sent];
    default:
      if (way === "lightning" && step === "payment")
        return ["Your payment arrives within seconds. This page updates automatically.", sent];
      if (way === "both" && step === "payment")
        return [
          "By Lightning your payment arrives within seconds. On-chain the network confirms it, often within 10 to 60 minutes. This page updates automatically.",
          sent,
        ];
      if (way === "lightning") return [firstSteps[step], sent];
      return [firstSteps[step], confirmed, sent];
  }
}
