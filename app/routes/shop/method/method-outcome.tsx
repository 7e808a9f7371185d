import { Icon, type IconName } from "#app/ui/icon.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { Time } from "#app/ui/time.tsx";
import { money, moneyOf } from "#messages/format.ts";
import { type MessageKey, rich, t } from "#messages/translate.ts";
import { kindOf, type PackageKind } from "#shop/catalog/goods.ts";
import type { MethodPayment } from "#shop/methods/methods.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import { followNote, type PanelHead, PanelLayout, Seal } from "../payment-panel/panel-layout.tsx";
import { goodsWords } from "../shared/goods-words.ts";
import { helpNote } from "./help-note.tsx";

/** The states of a payment by another method than Bitcoin in which there is nothing to pay. */
type SettledStatus = Exclude<PaymentStatus, "pending" | "expired" | "detected" | "partial">;

interface OutcomeWords extends Record<"title" | "lead" | "text", MessageKey> {
  tone: PanelHead["tone"];
  /** In the head of the panel, and in the seal. */
  icon: IconName;
  seal: IconName;
}

export const outcomes = {
  paid: {
    title: "method.isConfirmed",
    tone: "completed",
    icon: "check",
    seal: "check",
    lead: "method.paid",
    text: "method.paidText",
  },
  overpaid: {
    title: "method.isConfirmed",
    tone: "completed",
    icon: "check",
    seal: "check",
    lead: "method.overpaid",
    text: "method.overpaidText",
  },
  review: {
    title: "method.isInReview",
    tone: "pending",
    icon: "search",
    seal: "search",
    lead: "method.review",
    text: "method.reviewText",
  },
  reversed: {
    title: "method.isDisputed",
    tone: "rejected",
    icon: "alert",
    seal: "search",
    lead: "method.reversed",
    text: "method.reversedText",
  },
  refunded: {
    title: "method.isRefunded",
    tone: "processing",
    icon: "refresh",
    seal: "refresh",
    lead: "method.refunded",
    text: "method.refundedText",
  },
} as const satisfies Record<SettledStatus, OutcomeWords>;

/** Returns whether the panel shows an outcome in this state, instead of how to pay. */
export function isSettled(status: PaymentStatus): status is SettledStatus {
  return status in outcomes;
}

interface MethodOutcomeProps {
  payment: MethodPayment;
  status: SettledStatus;
  kind?: PackageKind | undefined;
  orderId: string;
  supportEmail: string;
}

/** Says what became of the payment of an order, and lists what was received and sent back. */
export function MethodOutcome({
  payment,
  kind,
  orderId,
  status,
  supportEmail,
}: MethodOutcomeProps) {
  const settled = status === "paid" || status === "overpaid";
  const isCredited =
    status === "refunded" &&
    payment.received.length > 0 &&
    payment.received.every(({ refundedCents }) => refundedCents === 0);
  const isPart = isRefundedInPart(payment);
  const { lead, text, seal } = outcomes[status];
  return (
    <PanelLayout
      decorative
      figure={
        <Seal share={settled || status === "refunded" ? 1 : 0}>
          <Icon name={seal} className="seal__icon" />
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
      <p className="pay__lead">
        {t(
          isPart
            ? partLeads[isCredited ? "credited" : "sentBack"]
            : isCredited
              ? "method.credited"
              : lead,
        )}
      </p>
      <p className="pay__text">{t(isCredited ? "method.creditedText" : text)}</p>
      <KeyValueList className="pay__facts" rows={moneyRows(payment)} />
    </PanelLayout>
  );
}

const partLeads = { credited: "method.creditedPart", sentBack: "method.refundedPart" } as const;

/** Returns whether a refunded payment went back in part only. */
export function isRefundedInPart({ status, received }: MethodPayment): boolean {
  return (
    status === "refunded" &&
    received.some(
      ({ cents, refundedCents, creditedCents }) => refundedCents + creditedCents < cents,
    )
  );
}

function moneyRows({ dueCents, missingCents, status, received }: MethodPayment): KeyValue[] {
  return [
    { label: t("method.due"), value: money(dueCents) },
    ...received.flatMap(({ cents, currency, receivedAt, ...back }): KeyValue[] => [
      {
        label: t("method.received"),
        value: rich("method.receivedAt", {
          amount: moneyOf(cents, currency),
          time: <Time value={receivedAt} format="short" />,
        }),
      },
      ...[
        { label: t("method.sentBack"), cents: back.refundedCents },
        { label: t("method.toCredit"), cents: back.creditedCents },
      ].flatMap((row) =>
        row.cents > 0 ? { label: row.label, value: moneyOf(row.cents, currency) } : [],
      ),
    ]),
    ...(status === "review" && missingCents > 0 && missingCents < dueCents
      ? [{ label: t("method.missing"), value: money(missingCents) }]
      : []),
  ];
}
