import { kindOf } from "#shop/catalog/goods.ts";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Time } from "#app/ui/time.tsx";
import { HOUR_MS } from "#lib/time.ts";
import { rich, t } from "#messages/translate.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import {
  type PanelBodyProps,
  Btc,
  followNote,
  PanelLayout,
  Seal,
  Support,
} from "./panel-layout.tsx";
import { goodsWords } from "../shared/goods-words.ts";
import { transactionRows } from "./transactions.tsx";

/** The full amount was seen and awaits its confirmations. */
export function Detected({ payment, screen, orderId, kind, delivered }: PanelBodyProps) {
  const { arrived, after } = goodsWords[kindOf({ kind })];
  const { confirmations, requiredConfirmations: required } = payment;
  const counted = { confirmed: Math.min(confirmations, required), required };
  return (
    <PanelLayout
      decorative
      figure={
        <Seal share={confirmations / required}>
          {rich("payment.confirmationsRing", {
            ...counted,
            b: <b />,
            span: <span />,
          })}
        </Seal>
      }
      notes={[
        { icon: "clock", text: t("payment.confirmsSoon") },
        {
          icon: "check",
          text: delivered
            ? t(arrived)
            : screen === "checkout"
              ? t("payment.placedOnceConfirmed")
              : `${movesOnceConfirmed(orderId)} ${t(after)}`,
        },
      ]}
    >
      <p className="pay__lead">
        {orderId ? t("payment.seenCloseOrder", { id: orderId }) : t("payment.seenClose")}
      </p>
      <p className="pay__text">
        <Arrival payment={payment} /> {t("payment.nothingToDo")}
      </p>
      <KeyValueList
        className="pay__facts"
        rows={[
          { label: t("payment.confirmations"), value: t("payment.confirmationsOf", counted) },
          ...arrivalRows(payment),
        ]}
      />
    </PanelLayout>
  );
}

function movesOnceConfirmed(orderId: string | null): string {
  return orderId
    ? t("payment.movesOnceConfirmedOrder", { id: orderId })
    : t("payment.movesOnceConfirmed");
}

/** The payment has the required confirmations. */
export function Confirmed(props: PanelBodyProps) {
  const { payment, screen, orderId, kind, delivered, supportEmail } = props;
  const { arrived, completes } = goodsWords[kindOf({ kind })];
  const excess = {
    b: <b />,
    amount: <Btc sats={payment.excessSats} />,
    email: <Support email={supportEmail} />,
  };
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
          text: t(delivered ? arrived : completes),
        },
        followNote(orderId),
      ]}
    >
      <p className="pay__lead">{confirmedLead(props)}</p>
      <p className="pay__text">
        {screen === "checkout" && `${t("payment.checkDetails")} `}
        {t("payment.settled")}
      </p>
      <KeyValueList className="pay__facts" rows={arrivalRows(payment)} />
      {payment.excessSats > 0 && (
        <Notice className="pay__excess">
          {orderId
            ? rich("payment.excessOrder", { ...excess, id: orderId })
            : rich("payment.excess", excess)}
        </Notice>
      )}
    </PanelLayout>
  );
}

function confirmedLead({ payment, orderId: id }: PanelBodyProps): string {
  if (payment.way === "lightning")
    return id ? t("payment.lightningArrivedOrder", { id }) : t("payment.lightningArrived");
  return id ? t("payment.networkConfirmedOrder", { id }) : t("payment.networkConfirmed");
}

/** Returns the rows for amount, time and transactions. */
export function arrivalRows(payment: PaymentView) {
  const last = lastSeen(payment);
  return [
    { label: t("payment.received"), value: <Btc sats={payment.receivedSats} /> },
    ...(last ? [{ label: t("payment.seen"), value: <Time value={last} /> }] : []),
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

const HALF_A_DAY = 12 * HOUR_MS;

/** Says when the payment arrived: at 08:44, or after half a day, when the time alone is ambiguous, on 20 Nov 2026, 08:44. */
function Arrival({ payment }: { payment: PaymentView }) {
  const { transactions, receivedSats, lockedAt, expiresAt, now } = payment;
  const last = lastSeen(payment);
  if (!last) return null;
  const isRecent = now.getTime() - last.getTime() < HALF_A_DAY;
  const isInLock = transactions.every(
    ({ firstSeenAt }) => firstSeenAt >= lockedAt && firstSeenAt <= expiresAt,
  );
  const at = isInLock ? "payment.arrivedAtInLock" : "payment.arrivedAt";
  const on = isInLock ? "payment.arrivedOnInLock" : "payment.arrivedOn";
  return rich(isRecent ? at : on, {
    payments: Math.max(1, transactions.length),
    amount: <Btc sats={receivedSats} />,
    time: <Time value={last} format={isRecent ? "time" : "datetime"} />,
  });
}
