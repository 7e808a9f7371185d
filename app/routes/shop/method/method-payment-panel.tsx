import { kindOf, type PackageKind } from "#shop/catalog/goods.ts";
import { Form } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatMoney, formatUsd } from "#lib/money.ts";
import type { MethodPayment } from "#shop/methods/methods.ts";
import { t } from "#messages/translate.ts";
import { methodInSentence } from "#shop/settings/payment-method.ts";
import type { PaymentStatus } from "#shop/payments/model/payment.ts";
import {
  followNote,
  PanelLayout,
  type PanelNote,
  Seal,
  Support,
  PanelFrame,
  type PanelHead,
} from "../payment-panel/panel-layout.tsx";
import { goodsWords } from "../shared/goods-words.ts";
import { InstructionList } from "./instruction-list.tsx";
import { methodWords, pageOwners, payText } from "./method-labels.ts";

export interface MethodPaymentPanelProps {
  payment: MethodPayment;
  /** What is paid for; coins unless given. */
  kind?: PackageKind | undefined;
  orderId: string;
  /** Hidden fields that identify the order in the form that leads to the hosted payment page. */
  fields: Readonly<Record<string, string>>;
  supportEmail: string;
}

type SettledStatus = Exclude<PaymentStatus, "pending" | "expired" | "detected" | "partial">;

const heads: Record<SettledStatus, PanelHead> = {
  paid: { title: "Payment confirmed", tone: "completed", icon: "check" },
  overpaid: { title: "Payment confirmed", tone: "completed", icon: "check" },
  review: { title: "We are reviewing this payment", tone: "pending", icon: "search" },
  reversed: { title: "This payment is disputed", tone: "rejected", icon: "alert" },
  refunded: { title: "Refunded", tone: "processing", icon: "refresh" },
};

/** Shows how to pay an order by card, PayPal or bank transfer, and the state of that payment. */
export function MethodPaymentPanel(props: MethodPaymentPanelProps) {
  const { payment } = props;
  const { status, method } = payment;
  const label = payText(method);
  if (status in heads) {
    const settledStatus = status as SettledStatus;
    return (
      <PanelFrame label={label} {...heads[settledStatus]}>
        <Outcome {...props} status={settledStatus} />
      </PanelFrame>
    );
  }
  return (
    <PanelFrame label={label} title="Waiting for your payment" tone="pending" icon={null}>
      {payment.processing ? <Processing {...props} /> : <ToPay {...props} />}
    </PanelFrame>
  );
}

function ToPay({ payment, orderId, fields, supportEmail }: MethodPaymentPanelProps) {
  const { method, how, dueCents, instructions } = payment;
  const owner = pageOwners[method] ?? "";
  const figure = (
    <Seal>
      <Icon name={methodWords[method].icon} className="seal__icon" />
    </Seal>
  );
  if (how === null)
    return (
      <PanelLayout decorative figure={figure} notes={[helpNote(supportEmail, orderId)]}>
        <p className="pay__lead">We do not take {methodInSentence(method)} payments any more.</p>
        <p className="pay__text">
          If you have paid already, please do not pay again: write to us. If not, choose another way
          to pay below.
        </p>
      </PanelLayout>
    );
  if (how === "page")
    return (
      <PanelLayout
        decorative
        figure={figure}
        notes={[
          { icon: "lock", text: `You pay on ${owner}’s own page, and come back here.` },
          {
            icon: "info",
            text: `This page notices the payment automatically, and order ${orderId} continues.`,
          },
        ]}
      >
        <p className="pay__label">Amount</p>
        <p className="pay__amount">{formatUsd(dueCents)}</p>
        <p className="pay__text">
          {owner}’s page opens next. Nothing is charged before you pay there.
        </p>
        <Form method="post" action="/track-order" className="pay__actions">
          {Object.entries({ ...fields, intent: "pay" }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton intent="pay" variant="primary">
            {payText(method)}
            <Icon name="external" />
          </SubmitButton>
        </Form>
      </PanelLayout>
    );
  return (
    <PanelLayout
      decorative
      figure={figure}
      notes={[
        {
          icon: "clock",
          text: `We check our account by hand. This page updates once your payment for order ${orderId} is recorded.`,
        },
        helpNote(supportEmail, orderId),
      ]}
    >
      <p className="pay__lead">Send {formatUsd(dueCents)}, and name the order ID.</p>
      <p className="pay__text">It is how we find your payment: please write nothing else there.</p>
      <InstructionList instructions={instructions} />
    </PanelLayout>
  );
}

function Processing({ payment, orderId, supportEmail }: MethodPaymentPanelProps) {
  const owner = pageOwners[payment.method] ?? "The service";
  return (
    <PanelLayout
      decorative
      figure={
        <Seal share={0.5}>
          <Icon name="clock" className="seal__icon" />
        </Seal>
      }
      notes={[followNote(orderId), helpNote(supportEmail, orderId)]}
    >
      <p className="pay__lead">Your payment is on its way. You can close this page.</p>
      <p className="pay__text">
        {owner} is processing it and tells us as soon as it has gone through. Order {orderId} then
        continues automatically.
      </p>
    </PanelLayout>
  );
}

const leads: Record<SettledStatus, string> = {
  paid: "Your payment has arrived.",
  overpaid: "Your payment has arrived, and it was more than the price.",
  review: "The amount that arrived is not exactly the price of this order.",
  reversed: "Your payment was confirmed, and then it was reversed.",
  refunded: "We have sent this payment back.",
};

const texts: Record<SettledStatus, string> = {
  paid: "There is nothing more to pay.",
  overpaid: "There is nothing more to pay. We have recorded the difference and will review it.",
  review: "Nothing is lost. We will review it and decide how to continue.",
  reversed: "Coins that have not been sent are held until this is settled.",
  refunded: "It goes back the way it came, which can take a few days.",
};

const CREDITED = "We have added this payment to your credit.";
const CREDITED_WHERE = "You find it on My Orders, and can use it when you pay for an order.";

function Outcome({
  payment,
  kind,
  orderId,
  status,
  supportEmail,
}: MethodPaymentPanelProps & { status: SettledStatus }) {
  const settled = status === "paid" || status === "overpaid";
  const isCredited =
    status === "refunded" &&
    payment.received.length > 0 &&
    payment.received.every(({ refundedCents }) => refundedCents === 0);
  const icons = { paid: "check", overpaid: "check", refunded: "refresh" } as const;
  const icon = status in icons ? icons[status as keyof typeof icons] : "search";
  return (
    <PanelLayout
      decorative
      figure={
        <Seal share={settled || status === "refunded" ? 1 : 0}>
          <Icon name={icon} className="seal__icon" />
        </Seal>
      }
      notes={
        settled
          ? [
              {
                icon: "coins",
                text: t(goodsWords[kindOf({ kind })].completes),
              },
              followNote(orderId),
            ]
          : [helpNote(supportEmail, orderId)]
      }
    >
      <p className="pay__lead">{isCredited ? CREDITED : leads[status]}</p>
      <p className="pay__text">{isCredited ? CREDITED_WHERE : texts[status]}</p>
      <KeyValueList className="pay__facts" rows={moneyRows(payment)} />
    </PanelLayout>
  );
}

function moneyRows({ dueCents, missingCents, status, received }: MethodPayment): KeyValue[] {
  return [
    { label: "Amount due", value: formatUsd(dueCents) },
    ...received.flatMap(({ cents, currency, receivedAt, ...back }): KeyValue[] => [
      {
        label: "Received",
        value: (
          <>
            {formatMoney(cents, currency)}, <Time value={receivedAt} format="short" />
          </>
        ),
      },
      ...[
        { label: "Sent back", cents: back.refundedCents },
        { label: "Added to your credit", cents: back.creditedCents },
      ].flatMap((row) =>
        row.cents > 0 ? { label: row.label, value: formatMoney(row.cents, currency) } : [],
      ),
    ]),
    ...(status === "review" && missingCents > 0 && missingCents < dueCents
      ? [{ label: "Missing", value: formatUsd(missingCents) }]
      : []),
  ];
}

function helpNote(email: string, orderId: string): PanelNote {
  return {
    icon: "info",
    text: (
      <>
        Questions? Write to <Support email={email} />, with the order ID {orderId}.
      </>
    ),
  };
}
