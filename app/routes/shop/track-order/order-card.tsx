import { methodText } from "#shop/settings/payment-method.ts";
import { StatusBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatCount, formatMoney, formatUsd } from "#lib/money.ts";
import type { OrderEvent, TrackedOrder } from "#shop/orders/order.ts";
import type { MethodPayment } from "#shop/methods/method-payment.ts";
import type { PaymentView } from "#shop/payments/payment-view.ts";
import { Support } from "../payment-panel/panel-layout.tsx";
import { paymentFact } from "../payment-panel/payment-fact.tsx";
import { invoicePath } from "../shared/order-paths.ts";
import { orderProgress } from "./order-progress.tsx";

export interface OrderCardProps {
  order: TrackedOrder;
  payment: PaymentView | null;
  /** The payment by a method other than Bitcoin, if that is the order's method. */
  otherPayment: MethodPayment | null;
  /** The status changes, oldest first. */
  events: readonly OrderEvent[];
  supportEmail: string;
}

/** An order's status, progress and facts, as far as the visitor may see them. */
export function OrderCard({ order, payment, otherPayment, events, supportEmail }: OrderCardProps) {
  const rejected = order.status === "rejected";
  return (
    <article className="card order" aria-labelledby="order-title">
      <div className="order__head">
        <h2 id="order-title">
          <span className="order__label">Order </span>
          <span className="order__id">{order.id}</span>
        </h2>
        <StatusBadge status={order.status} />
      </div>
      <div className="order__progress">
        <Progress
          steps={orderProgress(order, events, payment?.status ?? otherPayment?.status ?? null)}
          rejected={rejected}
          label="Progress of the order"
        />
      </div>
      {rejected && (
        <Notice tone="rejected" className="order__notice">
          <b>This order was rejected.</b> {order.statusReason && reasonText(order.statusReason)} If
          you have paid, or think this is a mistake, write to <Support email={supportEmail} /> with
          the order ID.
        </Notice>
      )}
      {order.masked && (
        <Notice className="order__notice">
          Names and email are masked. To see them, enter the email you gave at checkout in the form
          above.
        </Notice>
      )}
      <hr className="stitch order__seam" />
      <div className="order__facts">
        <KeyValueList rows={recipientRows(order)} />
        <KeyValueList rows={paymentRows(order, payment, otherPayment)} />
      </div>
      <div className="order__foot">
        {!order.masked && (
          <ButtonLink to={invoicePath(order.id)} reloadDocument>
            <Icon name="download" />
            Download Invoice
          </ButtonLink>
        )}
        <ButtonLink to="/#packages">Back to Shop</ButtonLink>
      </div>
    </article>
  );
}

function recipientRows(order: TrackedOrder): KeyValue[] {
  return [
    { label: "Package", value: `${formatCount(order.package.coins)} coins` },
    { label: "TikTok username", value: `@${order.tiktokUsername}` },
    ...(order.tiktokUid
      ? [{ label: "TikTok UID", value: order.tiktokUid, mono: !order.masked }]
      : []),
    { label: "Email", value: order.email },
    { label: "Placed", value: <Time value={order.createdAt} /> },
  ];
}

function paymentRows(
  order: TrackedOrder,
  payment: PaymentView | null,
  otherPayment: MethodPayment | null,
): KeyValue[] {
  return [
    { label: "Payment method", value: methodText(order.paymentMethod) },
    ...(payment ? [paymentFact(payment)] : []),
    ...(otherPayment?.received ?? []).map(({ cents, currency }) => ({
      label: "Received",
      value: formatMoney(cents, currency),
    })),
    { label: "Last updated", value: <Time value={order.updatedAt} /> },
    { label: "Total", value: formatUsd(order.totalCents), total: true },
  ];
}

/** Turns a stored reason into a sentence. */
function reasonText(reason: string): string {
  return `Reason: ${reason.trim().replace(/[^.!?]$/, "$&.")}`;
}
