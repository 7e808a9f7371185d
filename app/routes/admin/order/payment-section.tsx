import { href, Link } from "react-router";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { type KeyValue, KeyValueList } from "#app/ui/key-value-list.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatBtc, formatMoney, formatUsd } from "#lib/money.ts";
import type { PaymentDetails } from "#shop/payments/payment-details.server.ts";
import { priceSourceNames } from "#shop/payments/prices/rate.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import { paymentText } from "../orders/order-labels.ts";
import { disputeLabels } from "../review/review-labels.tsx";
import { receiptPath } from "../review/review-paths.ts";
import type { PanelOrder, PanelPayment } from "./panel-order.ts";
import { pendingText } from "./pending-text.ts";
import {
  LightningLine,
  RefundLine,
  TransactionLine,
  UnknownInvoiceLine,
} from "./payment-lines.tsx";

export interface PaymentSectionProps {
  order: PanelOrder;
  payment: PanelPayment;
  explorer: string;
}

/** Details of the payment, for checking it by hand. */
export function PaymentSection({ order, payment, explorer }: PaymentSectionProps) {
  return (
    <div className="panel__payment">
      <KeyValueList rows={summary(order, payment)} />
      {payment.receipts.length > 0 && <ReceiptList receipts={payment.receipts} />}
      {payment.lightningPayments.length > 0 && (
        <>
          <h4>Lightning payments</h4>
          <ul className="panel__list">
            {payment.lightningPayments.map((paid) => (
              <LightningLine key={paid.paymentHash} paid={paid} />
            ))}
          </ul>
        </>
      )}
      {payment.unknownInvoices.length > 0 && (
        <>
          <h4>Invoices unknown to the Lightning node</h4>
          <ul className="panel__list">
            {payment.unknownInvoices.map((invoice) => (
              <UnknownInvoiceLine key={invoice.paymentHash} invoice={invoice} />
            ))}
          </ul>
        </>
      )}
      {payment.transactions.length > 0 && (
        <>
          <h4>Transactions</h4>
          <ul className="panel__list">
            {payment.transactions.map((transaction) => (
              <TransactionLine
                key={`${transaction.txid}:${transaction.vout}`}
                transaction={transaction}
                explorer={explorer}
              />
            ))}
          </ul>
        </>
      )}
      {payment.refunds.length > 0 && (
        <>
          <h4>Refunds</h4>
          <ul className="panel__list">
            {payment.refunds.map((refund, index) => (
              <li key={index}>
                <RefundLine refund={refund} explorer={explorer} />
              </li>
            ))}
          </ul>
        </>
      )}
      {isInBitcoin(order, payment) && payment.quotes.length > 1 && (
        <>
          <h4>Amounts requested</h4>
          <ul className="panel__list">
            {payment.quotes.map((quote, index) => (
              <li key={index}>
                <span className="mono">{formatBtc(quote.sats)} BTC</span>
                <span className="panel__aside">
                  at {formatUsd(quote.rateCents)}, <Time value={quote.lockedAt} format="short" />
                  {quote.lightningOnly && ", by Lightning"}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Hides the Bitcoin quote of an order that was paid another way. */
function isInBitcoin({ paymentMethod }: PanelOrder, payment: PaymentDetails): boolean {
  const { transactions, lightningPayments } = payment;
  return paymentMethod === "bitcoin" || transactions.length + lightningPayments.length > 0;
}

function summary(order: PanelOrder, payment: PanelPayment): KeyValue[] {
  const { receivedSats } = payment;
  const inBitcoin = isInBitcoin(order, payment);
  const quote = inBitcoin ? payment.quotes[0] : undefined;
  return [
    {
      label: "State",
      value: (
        <>
          {paymentText(order)}
          {order.paymentStatus === "review" && (
            <>
              {" "}
              <Link className="link" to={href("/admin/review")}>
                Review
              </Link>
            </>
          )}
          {payment.pending.map((pending, index) => (
            <span key={index} className="panel__aside">
              {pendingText(pending)}
            </span>
          ))}
        </>
      ),
    },
    ...(quote ? [{ label: "Due", value: <DueAmount {...quote} /> }] : []),
    ...(inBitcoin
      ? [{ label: "Received", value: `${formatBtc(receivedSats)} BTC`, mono: true }]
      : []),
    ...(quote
      ? [
          {
            label: "Rate",
            value: (
              <>
                {formatUsd(quote.rateCents)} per BTC
                <span className="panel__aside">
                  {quote.sources.map((source) => priceSourceNames[source]).join(", ")}
                  {quote.marginBasisPoints > 0 && `, less ${quote.marginBasisPoints / 100}% margin`}
                </span>
              </>
            ),
          },
          {
            label: "Held",
            value: (
              <>
                <Time value={quote.lockedAt} format="short" /> to{" "}
                <Time value={quote.expiresAt} format="time" />
              </>
            ),
          },
        ]
      : []),
    ...(order.bitcoinWallet ? [addressRow("Address", order.bitcoinWallet)] : []),
    ...(order.refundAddress ? [addressRow("Refund to", order.refundAddress)] : []),
  ];
}

/** The requested amount, and whether it had no address. */
function DueAmount({ sats, lightningOnly }: PaymentDetails["quotes"][number]) {
  return (
    <>
      <span className="mono">{formatBtc(sats)} BTC</span>
      {lightningOnly && <span className="panel__aside">by Lightning</span>}
    </>
  );
}

function addressRow(label: string, address: string): KeyValue {
  return {
    label,
    mono: true,
    value: (
      <span className="panel__address">
        {address}
        <CopyButton
          text={address}
          toastMessage="Bitcoin address copied to clipboard"
          variant="ghost"
          size="sm"
          aria-label={`Copy ${label === "Address" ? "address" : "refund address"}`}
        />
      </span>
    ),
  };
}

/** Receipts off the chain, each linked to its review panel, where it can be refunded. */
function ReceiptList({ receipts }: Pick<PaymentDetails, "receipts">) {
  return (
    <>
      <h4>Payments received</h4>
      <ul className="panel__list">
        {receipts.map((receipt) => (
          <ReceiptLine key={receipt.id} receipt={receipt} />
        ))}
      </ul>
    </>
  );
}

function ReceiptLine({ receipt }: { receipt: PaymentDetails["receipts"][number] }) {
  const { id, method, cents, currency, refundedCents, creditedCents, dispute, reference } = receipt;
  return (
    <li>
      <Link className="link" to={receiptPath(id)}>
        {methodText(method)}, {formatMoney(cents, currency)}
      </Link>
      <Time value={receipt.receivedAt} format="short" />
      <span className="panel__aside">
        <span className="mono">{reference}</span>
        {refundedCents > 0 && <>, {formatMoney(refundedCents, currency)} sent back</>}
        {creditedCents > 0 && <>, {formatMoney(creditedCents, currency)} refunded to credit</>}
        {receipt.inReview && ", waiting for a decision"}
      </span>
      {dispute && <span className="panel__aside">Dispute. {disputeLabels[dispute]}</span>}
    </li>
  );
}
