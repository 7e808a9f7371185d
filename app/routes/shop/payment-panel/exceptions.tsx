import { Icon } from "#app/ui/icon.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { money } from "#messages/format.ts";
import { rich, t } from "#messages/translate.ts";
import { QUOTE_SECONDS } from "#shop/payments/model/payment.ts";
import { isRefundedInPart } from "#shop/payments/model/refund.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import {
  type PanelBodyProps,
  type PanelNote,
  Btc,
  PanelLayout,
  Seal,
  Support,
} from "./panel-layout.tsx";
import { arrivalRows } from "./detected.tsx";
import { Shortened, transactionRows } from "./transactions.tsx";

type Question = "payment.askToFinish" | "payment.askWhenReplaced" | "payment.askWhenNotArrived";

function askSupport(
  { payment, orderId, supportEmail }: PanelBodyProps,
  question: Question,
): PanelNote {
  const email = <Support email={supportEmail} />;
  const write = orderId
    ? rich("payment.writeOrder", { email, id: orderId })
    : payment.transactions.length > 0
      ? rich("payment.writeTransaction", { email })
      : rich("payment.write", { email });
  return {
    icon: "info",
    text: (
      <>
        {t(question)} {write}
      </>
    ),
  };
}

/** Returns why a payment is reviewed, and what that means. */
function reviewWords(reason: NonNullable<PaymentView["reason"]>): [lead: string, text: string] {
  if (reason === "late")
    return [t("payment.late", { minutes: QUOTE_SECONDS / 60 }), t("payment.lateText")];
  if (reason === "again") return [t("payment.again"), t("payment.againText")];
  return [t("payment.underpaid"), t("payment.underpaidText")];
}

/** The payment fits no automatic rule, so an administrator decides. */
export function Review(props: PanelBodyProps) {
  const { payment, orderId } = props;
  // Right after the lock ended the server has sent no reason yet; only a partial payment gets here that way.
  const reason = payment.reason ?? "underpaid";
  const [lead, text] = reviewWords(reason);
  const [received, ...arrival] = arrivalRows(payment);
  return (
    <PanelLayout
      decorative
      figure={
        <Seal>
          <Icon name="search" className="seal__icon" />
        </Seal>
      }
      notes={[
        {
          icon: "check",
          text: orderId ? t("payment.recordedOrder", { id: orderId }) : t("payment.recorded"),
        },
        askSupport(props, "payment.askToFinish"),
      ]}
    >
      <p className="pay__lead">{lead}</p>
      <p className="pay__text">{text}</p>
      <KeyValueList
        className="pay__facts"
        rows={[
          { label: t("payment.amountDue"), value: <Btc sats={payment.dueSats} /> },
          ...(received ? [received] : []),
          ...(payment.refundedSats > 0
            ? [{ label: t("payment.sentBack"), value: <Btc sats={payment.refundedSats} /> }]
            : []),
          ...(reason === "underpaid"
            ? [{ label: t("payment.missing"), value: <Btc sats={payment.missingSats} /> }]
            : []),
          ...arrival,
        ]}
      />
    </PanelLayout>
  );
}

/** A confirmed payment was reversed by a chain reorganisation. */
export function Reversed(props: PanelBodyProps) {
  const { payment, screen, orderId } = props;
  return (
    <PanelLayout
      decorative
      figure={
        <Seal>
          <Icon name="alert" className="seal__icon" />
        </Seal>
      }
      notes={[
        {
          icon: "refresh",
          text: orderId ? t("payment.reconfirmedOrder", { id: orderId }) : t("payment.reconfirmed"),
        },
        askSupport(props, "payment.askWhenReplaced"),
      ]}
    >
      <p className="pay__lead">{t("payment.reversed")}</p>
      <p className="pay__text">
        {t("payment.reversedText")} {screen === "order" && `${t("payment.reversedHeld")} `}
        {t("payment.reversedWait")}
      </p>
      <KeyValueList
        className="pay__facts"
        rows={[
          { label: t("payment.amountDue"), value: <Btc sats={payment.dueSats} /> },
          { label: t("payment.stillSeen"), value: <Btc sats={payment.receivedSats} /> },
          ...transactionRows(payment),
        ]}
      />
    </PanelLayout>
  );
}

/** An administrator has recorded a refund. */
export function Refunded(props: PanelBodyProps) {
  const { payment, orderId } = props;
  const { refunds } = payment;
  const isCredited = refunds.length > 0 && refunds.every((refund) => "creditCents" in refund);
  return (
    <PanelLayout
      decorative
      figure={
        <Seal share={1}>
          <Icon name="refresh" className="seal__icon" />
        </Seal>
      }
      notes={[
        { icon: "info", text: t("payment.closed") },
        askSupport(props, "payment.askWhenNotArrived"),
      ]}
    >
      <p className="pay__lead">
        {isRefundedInPart(payment)
          ? t(isCredited ? "payment.creditedPart" : "payment.sentBackPart")
          : isCredited
            ? creditedLead(orderId)
            : sentBackLead(orderId)}
      </p>
      <p className="pay__text">
        {isCredited ? t("payment.creditedText") : t("payment.sentBackText")}
      </p>
      <KeyValueList
        className="pay__facts"
        rows={[...arrivalRows(payment), ...refunds.flatMap(refundRows)]}
      />
    </PanelLayout>
  );
}

function creditedLead(orderId: string | null): string {
  return orderId ? t("payment.creditedLeadOrder", { id: orderId }) : t("payment.creditedLead");
}

function sentBackLead(orderId: string | null): string {
  return orderId ? t("payment.sentBackLeadOrder", { id: orderId }) : t("payment.sentBackLead");
}

function refundRows(refund: PaymentView["refunds"][number]): KeyValue[] {
  if ("creditCents" in refund)
    return [{ label: t("payment.credited"), value: money(refund.creditCents) }];
  const { sats, address, txid } = refund;
  return [
    { label: t("payment.sentBack"), value: <Btc sats={sats} /> },
    {
      label: t("payment.refundAddress"),
      value: (
        <Shortened
          text={address}
          copy={t("payment.copyRefundAddress")}
          toastMessage={t("payment.addressCopied")}
        />
      ),
    },
    {
      label: t("payment.refundTransaction"),
      value: (
        <Shortened
          text={txid}
          copy={t("payment.copyRefundTransaction")}
          toastMessage={t("payment.transactionCopied")}
        />
      ),
    },
  ];
}
