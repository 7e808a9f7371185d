import { Icon } from "#app/ui/icon.tsx";
import { KeyValueList } from "#app/ui/kv.tsx";
import { QUOTE_SECONDS } from "#shop/payments/payment.ts";
import type { PanelBodyProps, PanelNote } from "./panel-body.tsx";
import { Btc, PanelLayout, Seal, Support, transactionRows } from "./panel-body.tsx";
import { arrivalRows } from "./seen.tsx";

function askSupport({ payment, supportEmail }: PanelBodyProps, question: string): PanelNote {
  return {
    icon: "info",
    text: (
      <>
        {question} Write to <Support email={supportEmail} />
        {payment.transactions.length > 0 && ", with the transaction ID above"}.
      </>
    ),
  };
}

/** Money that fits no rule by itself: a person decides. */
export function Review(props: PanelBodyProps) {
  const { payment } = props;
  const late = payment.reason === "late";
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
          text: "Nothing is lost. The payment is on record, and a person decides how it goes on.",
        },
        askSupport(props, "Want to finish it, or have it sent back?"),
      ]}
    >
      <p className="pay__lead">
        {late
          ? `It arrived more than ${QUOTE_SECONDS / 60} minutes after the price lock had ended.`
          : "Less than the amount due arrived, and the price lock has ended."}
      </p>
      <p className="pay__text">
        {late
          ? "Bitcoin may have cost more or less by then, so we compare it with the price ourselves."
          : "Please do not send the rest on your own now: ask us first, and we tell you the amount."}
      </p>
      <KeyValueList
        className="pay__facts"
        rows={[
          { label: "Amount due", value: <Btc sats={payment.dueSats} /> },
          ...(received ? [received] : []),
          ...(late ? [] : [{ label: "Missing", value: <Btc sats={payment.missingSats} /> }]),
          ...arrival,
        ]}
      />
    </PanelLayout>
  );
}

/** It was confirmed, and then the block that held it was replaced. */
export function Reversed(props: PanelBodyProps) {
  const { payment, place } = props;
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
          text: "If the network confirms it again, which is usual, the order goes on by itself.",
        },
        askSupport(props, "Does your wallet show it as failed or replaced?"),
      ]}
    >
      <p className="pay__lead">Your payment was confirmed, and then no longer was.</p>
      <p className="pay__text">
        This can happen when the network replaces its newest block, through nobody&rsquo;s fault.
        {place === "order" && " Coins that were not sent yet are held until it is settled."} You do
        not need to pay again now.
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

/** An administrator has recorded that the money went back. */
export function Refunded(props: PanelBodyProps) {
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
      <p className="pay__lead">We have sent this payment back.</p>
      <p className="pay__text">
        It travels over the Bitcoin network like any payment, and your wallet shows it once the
        network does.
      </p>
      <KeyValueList className="pay__facts" rows={arrivalRows(props.payment)} />
    </PanelLayout>
  );
}
