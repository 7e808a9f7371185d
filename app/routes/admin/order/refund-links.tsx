import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatBtc, formatMoney } from "#lib/money.ts";
import type { PaymentDetails } from "#shop/payments/payment-details.server.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import { decisionPath, refundPath } from "../review/review-paths.ts";
import { isUnderpaid, type PanelOrder } from "./panel-order.ts";

interface RefundLinksProps {
  order: PanelOrder;
  payment: PaymentDetails;
}

/** Leads to the decision about too little, and to the refund form of each payment that money is left of. */
export function RefundLinks({ order, payment }: RefundLinksProps) {
  const refundable = refundablePayments(order, payment);
  if (refundable.length === 0) return null;
  return (
    <div className="panel__refunds">
      {isUnderpaid(order, payment) && (
        <ButtonLink to={decisionPath(order.id)} size="sm" variant="primary">
          Accept, or request the rest
        </ButtonLink>
      )}
      {refundable.map(({ to, amount, name }) => (
        <ButtonLink key={to} to={to} size="sm">
          <Icon name="refresh" size="sm" />
          {refundable.length > 1 ? `Refund ${name}, ${amount}` : "Refund"}
        </ButtonLink>
      ))}
    </div>
  );
}

/** Says that a rejected order still has its payment. */
export function RejectedButPaid({ order, payment }: RefundLinksProps) {
  if (order.status !== "rejected") return null;
  const amounts = refundablePayments(order, payment).map(({ amount }) => amount);
  if (amounts.length === 0) return null;
  return (
    <Notice tone="pending" className="panel__notice">
      <b>This order is rejected, but its payment has not been refunded:</b> {amounts.join(" and ")}.
      <RefundLinks order={order} payment={payment} />
    </Notice>
  );
}

function refundablePayments({ id }: PanelOrder, { unrefundedSats, receipts }: PaymentDetails) {
  const onChain = {
    to: refundPath(id, { orderId: id }),
    name: "Bitcoin",
    amount: `${formatBtc(unrefundedSats)} BTC`,
  };
  return [
    ...(unrefundedSats > 0 ? [onChain] : []),
    ...receipts
      .filter(({ unrefundedCents }) => unrefundedCents > 0)
      .map(({ id: receiptId, method, unrefundedCents, currency }) => ({
        to: refundPath(id, { receiptId }),
        name: methodText(method),
        amount: formatMoney(unrefundedCents, currency),
      })),
  ];
}
