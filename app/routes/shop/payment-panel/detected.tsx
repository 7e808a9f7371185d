import { kindOf } from "#shop/catalog/goods.ts";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Time } from "#app/ui/time.tsx";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import {
  type PanelBodyProps,
  Btc,
  followNote,
  Moment,
  PanelLayout,
  orderName,
  Seal,
  Support,
  transactionRows,
} from "./panel-layout.tsx";
import { goodsWords } from "../shared/goods-words.ts";

/** The full amount was seen and awaits its confirmations. */
export function Detected({ payment, screen, orderId, kind, delivered }: PanelBodyProps) {
  const { arrived, after } = goodsWords[kindOf({ kind })];
  const { confirmations, requiredConfirmations: required } = payment;
  const counted = `${Math.min(confirmations, required)} of ${required}`;
  return (
    <PanelLayout
      decorative
      figure={
        <Seal share={confirmations / required}>
          <b className="mono">{counted}</b>
          <span>{required === 1 ? "confirmation" : "confirmations"}</span>
        </Seal>
      }
      notes={[
        { icon: "clock", text: "The network confirms it, often within 10 to 60 minutes." },
        {
          icon: "check",
          text: delivered
            ? arrived
            : screen === "checkout"
              ? "Once it is confirmed, your order is placed automatically with the details you entered."
              : `Once it is confirmed, ${orderName(orderId)} moves to Processing automatically. ${after}`,
        },
      ]}
    >
      <p className="pay__lead">
        {orderId ? `Payment for order ${orderId} seen.` : "Payment seen."} You can close this page.
      </p>
      <p className="pay__text">
        <Btc sats={payment.receivedSats} /> arrived <Arrival payment={payment} />. Nothing more to
        do: we are waiting for the network to confirm it.
      </p>
      <KeyValueList
        className="pay__facts"
        rows={[{ label: "Confirmations", value: counted }, ...arrivalRows(payment)]}
      />
    </PanelLayout>
  );
}

/** The payment has the required confirmations. */
export function Confirmed(props: PanelBodyProps) {
  const { payment, screen, orderId, kind, delivered, supportEmail } = props;
  const { arrived, completes } = goodsWords[kindOf({ kind })];
  return (
    <PanelLayout
      decorative
      figure={
        <Seal share={1}>
          <Icon name="check" className="seal__icon" />
        </Seal>
      }
      notes={[
        {
          icon: "coins",
          text: delivered ? arrived : completes,
        },
        followNote(orderId),
      ]}
    >
      <p className="pay__lead">
        {payment.way === "lightning"
          ? "Your Lightning payment has arrived"
          : "The network has confirmed your payment"}
        {orderId && ` for order ${orderId}`}.
      </p>
      <p className="pay__text">
        {screen === "checkout" && "Check the details on the next step. "}
        The price is settled, and there is nothing more to pay.
      </p>
      <KeyValueList className="pay__facts" rows={arrivalRows(payment)} />
      {payment.excessSats > 0 && (
        <Notice className="pay__excess">
          <b>
            <Btc sats={payment.excessSats} /> more than due arrived.
          </b>{" "}
          To get the difference back, leave a Bitcoin address{" "}
          {screen === "order" ? "below" : "on your order’s page"}, or write to{" "}
          <Support email={supportEmail} /> with the{" "}
          {orderId ? `order ID ${orderId}` : "transaction ID"}.
        </Notice>
      )}
    </PanelLayout>
  );
}

/** Returns the rows for amount, time and transactions. */
export function arrivalRows(payment: PaymentView) {
  const last = lastSeen(payment);
  return [
    { label: "Received", value: <Btc sats={payment.receivedSats} /> },
    ...(last ? [{ label: "Seen", value: <Time value={last} /> }] : []),
    ...transactionRows(payment),
  ];
}

function lastSeen(payment: PaymentView): Date | null {
  const times = [
    ...payment.transactions.map(({ firstSeenAt }) => firstSeenAt.getTime()),
    ...payment.lightningPayments.map(({ firstSeenAt }) => firstSeenAt.getTime()),
  ];
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

function Arrival({ payment }: { payment: PaymentView }) {
  const last = lastSeen(payment);
  const { length } = payment.transactions;
  if (!last) return null;
  const locked = payment.transactions.every(
    ({ firstSeenAt }) => firstSeenAt >= payment.lockedAt && firstSeenAt <= payment.expiresAt,
  );
  return (
    <>
      {length > 1 && `in ${length} payments, the last `}
      <Moment at={last} now={payment.now} />
      {locked && ", inside the price lock"}
    </>
  );
}
