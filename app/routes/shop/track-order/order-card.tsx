import type { ReactNode, Ref } from "react";
import { moneyOf } from "#messages/format.ts";
import { rich, t } from "#messages/translate.ts";
import { goodsText, recipientText } from "#shop/catalog/goods.ts";
import { methodWithWay } from "#shop/settings/payment-method.ts";
import { StatusBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Identity, type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { Time } from "#app/ui/time.tsx";
import type { OrderEvent, TrackedOrder } from "#shop/orders/order.ts";
import { reasonText } from "#shop/orders/status-reason.ts";
import type { MethodPayment } from "#shop/methods/methods.ts";
import type { PaymentStatus } from "#shop/orders/payment-status.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import { Support } from "../payment-panel/panel-layout.tsx";
import { paymentFact } from "../payment-panel/payment-fact.tsx";
import { BuyAgain } from "../shared/buy-again.tsx";
import { creditNotePath, invoicePath } from "../shared/order-paths.ts";
import { reductionRows, totalRow, vatRows } from "../shared/price-rows.ts";
import { isRefundedInPart, returnedRows, returnedText } from "../shared/returned-rows.ts";
import { ArrivalButton } from "./arrival-button.tsx";
import { type Arrival, orderProgress } from "./order-progress.tsx";

export interface OrderCardProps {
  titleRef: Ref<HTMLHeadingElement>;
  order: TrackedOrder;
  payment: PaymentView | null;
  /** The payment by a method other than Bitcoin, if that is the order's method. */
  otherPayment: MethodPayment | null;
  /** The shop's key for push messages; none where there is no arrival to be told of. */
  pushKey?: string | null | undefined;
  /** The status changes, oldest first. */
  events: readonly OrderEvent[];
  /** Null unless the order is paid and waits for its coins. */
  arrival: Arrival | null;
  supportEmail: string;
  /** Lets the buyer correct the recipient: shown below the facts. */
  correction: ReactNode;
  /** What the buyer can do now: shown directly below the status. */
  children: ReactNode;
}

/** An order's status, what to do now, and its progress and facts, as far as the visitor may see them. */
export function OrderCard(props: OrderCardProps) {
  const { titleRef, order, payment, otherPayment, events, arrival, supportEmail, children } = props;
  const rejected = order.status === "rejected";
  const status = payment?.status ?? otherPayment?.status ?? statusWithoutPayment(order);
  return (
    <article className="order" aria-labelledby="order-title">
      <div className="order__head">
        <h2 id="order-title" ref={titleRef} tabIndex={-1}>
          <span className="order__label">{t("order.label")} </span>
          <span className="order__id" translate="no">
            {order.id}
          </span>
        </h2>
        <StatusBadge status={order.status} />
      </div>
      {rejected && <Rejected order={order} status={status} supportEmail={supportEmail} />}
      {order.masked && <Notice className="order__notice">{t("order.masked")}</Notice>}
      {children}
      <div className="card order__card">
        <div className="order__progress">
          <Progress
            steps={orderProgress(order, { events, payment: status, arrival, supportEmail })}
            rejected={rejected}
            label={t("order.progress")}
          />
        </div>
        <hr className="stitch order__seam" />
        <div className="order__facts">
          <KeyValueList rows={recipientRows(order)} />
          <KeyValueList rows={paymentRows(order, payment, otherPayment)} />
        </div>
        {props.correction}
        <div className="order__foot">
          {props.pushKey && <ArrivalButton orderId={order.id} pushKey={props.pushKey} />}
          {!order.masked && (
            <ButtonLink to={invoicePath(order.id)} reloadDocument>
              <Icon name="download" />
              {t("order.invoice")}
            </ButtonLink>
          )}
          {order.creditNotes.map(({ number, grossCents }) => (
            <ButtonLink key={number} to={creditNotePath(order.id, number)} reloadDocument>
              <Icon name="download" />
              {t(grossCents > 0 ? "order.correction" : "order.creditNote", { number })}
            </ButtonLink>
          ))}
          {!order.masked && !order.package.kind && <BuyAgain order={order} />}
          <ButtonLink to="/#packages">{t("order.backToShop")}</ButtonLink>
        </div>
      </div>
    </article>
  );
}

/** An order that owes nothing is paid from the start; of a masked one the payment is unknown. */
function statusWithoutPayment({ masked, totalCents, settledAt }: TrackedOrder) {
  return !masked && totalCents === 0 && settledAt ? "paid" : null;
}

const unpaidStatuses: readonly (PaymentStatus | null)[] = ["pending", "expired", null];

interface RejectedProps {
  order: TrackedOrder;
  /** Null while the payment is unknown, as on a masked order. */
  status: PaymentStatus | null;
  supportEmail: string;
}

/** Says that the order was rejected, and what becomes of its payment. */
function Rejected({ order, status, supportEmail }: RejectedProps) {
  const { id, statusReason } = order;
  return (
    <Notice tone="rejected" className="order__notice">
      <b>{t("order.rejected")}</b>{" "}
      {statusReason && t("order.reason", { reason: asSentence(reasonText(statusReason)) })}{" "}
      {rich(paymentOfRejected(order, status), {
        email: <Support email={supportEmail} />,
        id,
        amount: returnedText(order),
      })}
    </Notice>
  );
}

/** Returns the text on what becomes of the payment of a rejected order. */
function paymentOfRejected(order: TrackedOrder, status: PaymentStatus | null) {
  if (status === "refunded")
    return isRefundedInPart(order) ? "order.rejectedPartRefunded" : "order.rejectedRefunded";
  if (unpaidStatuses.includes(status)) return "order.rejectedUnpaid";
  return order.totalCents === 0 ? "order.rejectedFree" : "order.rejectedPaid";
}

/** Ends a text with a period, unless it ends as a sentence. */
function asSentence(text: string): string {
  return text.trim().replace(/[^.!?]$/, "$&.");
}

function recipientRows(order: TrackedOrder): KeyValue[] {
  return [
    { label: t("order.package"), value: goodsText(order.package) },
    order.tiktokUsername === null
      ? { label: t("order.recipient"), value: <Identity text={recipientText(order)} /> }
      : { label: t("order.tiktokUsername"), value: <Identity text={`@${order.tiktokUsername}`} /> },
    ...(order.giftMessage
      ? [{ label: t("order.giftMessage"), value: <bdi>{order.giftMessage}</bdi> }]
      : []),
    ...(order.tiktokUid
      ? [{ label: t("order.tiktokUid"), value: order.tiktokUid, mono: !order.masked }]
      : []),
    { label: t("order.email"), value: <Identity text={order.email} /> },
    { label: t("order.placedAt"), value: <Time value={order.createdAt} /> },
  ];
}

function paymentRows(
  order: TrackedOrder,
  payment: PaymentView | null,
  otherPayment: MethodPayment | null,
): KeyValue[] {
  return [
    { label: t("order.paymentMethod"), value: methodWithWay(order) },
    ...(payment ? [paymentFact(payment)] : []),
    ...(otherPayment?.received ?? []).map(({ cents, currency }) => ({
      label: t("order.received"),
      value: moneyOf(cents, currency),
    })),
    { label: t("order.updatedAt"), value: <Time value={order.updatedAt} /> },
    ...(order.masked ? [] : reductionRows(order)),
    totalRow(order.totalCents, order.shownIn),
    ...(order.masked ? [] : vatRows(order)),
    ...returnedRows(order),
  ];
}
