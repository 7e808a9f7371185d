import { Icon } from "#app/ui/icon.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { formatUsd } from "#lib/money.ts";
import { QUOTE_SECONDS } from "#shop/payments/model/payment.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import {
  type PanelBodyProps,
  type PanelNote,
  Btc,
  orderName,
  PanelLayout,
  Seal,
  Shortened,
  Support,
  transactionRows,
} from "./panel-layout.tsx";
import { arrivalRows } from "./detected.tsx";

function askSupport(
  { payment, orderId, supportEmail }: PanelBodyProps,
  question: string,
): PanelNote {
  return {
    icon: "info",
    text: (
      <>
        {question} Write to <Support email={supportEmail} />
        {orderId
          ? `, with the order ID ${orderId}`
          : payment.transactions.length > 0 && ", with the transaction ID above"}
        .
      </>
    ),
  };
}

const reviewWords: Record<NonNullable<PaymentView["reason"]>, { lead: string; text: string }> = {
  underpaid: {
    lead: "Less than the amount due arrived, and the price lock has ended.",
    text: "Please do not send the rest now: ask us first, and we will tell you the amount.",
  },
  late: {
    lead: `It arrived more than ${QUOTE_SECONDS / 60} minutes after the price lock had ended.`,
    text: "It may no longer cover the price, so we are checking it.",
  },
  again: {
    lead: "More money arrived after we had sent your payment back.",
    text: "Please do not send more: we will review it and either use it or send it back.",
  },
};

/** The payment fits no automatic rule, so an administrator decides. */
export function Review(props: PanelBodyProps) {
  const { payment, orderId } = props;
  // Right after the lock ended the server has sent no reason yet; only a partial payment gets here that way.
  const reason = payment.reason ?? "underpaid";
  const { lead, text } = reviewWords[reason];
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
          text: `Nothing is lost. The payment is recorded${orderId ? ` for order ${orderId}` : ""}, and we will decide how to continue.`,
        },
        askSupport(props, "Want to finish it, or have it sent back?"),
      ]}
    >
      <p className="pay__lead">{lead}</p>
      <p className="pay__text">{text}</p>
      <KeyValueList
        className="pay__facts"
        rows={[
          { label: "Amount due", value: <Btc sats={payment.dueSats} /> },
          ...(received ? [received] : []),
          ...(payment.refundedSats > 0
            ? [{ label: "Sent back", value: <Btc sats={payment.refundedSats} /> }]
            : []),
          ...(reason === "underpaid"
            ? [{ label: "Missing", value: <Btc sats={payment.missingSats} /> }]
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
          text: `If the network confirms it again, which is usual, ${orderName(orderId)} continues automatically.`,
        },
        askSupport(props, "Does your wallet show it as failed or replaced?"),
      ]}
    >
      <p className="pay__lead">Your payment was confirmed, and then no longer was.</p>
      <p className="pay__text">
        This can happen when the network replaces its newest block. It is no one&rsquo;s fault.
        {screen === "order" && " Coins that have not been sent are held until this is settled."} You
        do not need to pay again now.
      </p>
      <KeyValueList
        className="pay__facts"
        rows={[
          { label: "Amount due", value: <Btc sats={payment.dueSats} /> },
          { label: "Still seen", value: <Btc sats={payment.receivedSats} /> },
          ...transactionRows(payment),
        ]}
      />
    </PanelLayout>
  );
}

/** An administrator has recorded a refund. */
export function Refunded(props: PanelBodyProps) {
  const { payment, orderId } = props;
  const what = orderId ? `the payment for order ${orderId}` : "this payment";
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
        { icon: "info", text: "This payment is closed. Please do not send to its address again." },
        askSupport(props, "Has it not arrived?"),
      ]}
    >
      <p className="pay__lead">
        {isCredited ? `We have added ${what} to your credit.` : `We have sent ${what} back.`}
      </p>
      <p className="pay__text">
        {isCredited
          ? "You find it on My Orders, and can use it when you pay for an order."
          : "It travels over the Bitcoin network like any payment, and your wallet shows it once the network does."}
      </p>
      <KeyValueList
        className="pay__facts"
        rows={[...arrivalRows(payment), ...refunds.flatMap(refundRows)]}
      />
    </PanelLayout>
  );
}

function refundRows(refund: PaymentView["refunds"][number]): KeyValue[] {
  if ("creditCents" in refund)
    return [{ label: "Added to your credit", value: formatUsd(refund.creditCents) }];
  const { sats, address, txid } = refund;
  return [
    { label: "Sent back", value: <Btc sats={sats} /> },
    { label: "To address", value: <Shortened text={address} what="Bitcoin address" /> },
    { label: "In transaction", value: <Shortened text={txid} what="Transaction ID" /> },
  ];
}
