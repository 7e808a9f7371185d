import { Link } from "react-router";
import { Time } from "#app/ui/time.tsx";
import { formatMoney } from "#lib/money.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import type { PaymentDetails } from "#shop/payments/payment-details.server.ts";
import { disputeWords } from "../review/receipt-facts.tsx";
import { receiptPath } from "../review/review-paths.ts";

/** What came by other ways than the chain; each leads to where it is decided about and sent back. */
export function ReceiptList({ receipts }: Pick<PaymentDetails, "receipts">) {
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
  const { id, method, cents, currency, refundedCents, dispute, reference, receivedAt } = receipt;
  return (
    <li>
      <Link className="link" to={receiptPath(id)}>
        {methodText(method)}, {formatMoney(cents, currency)}
      </Link>
      <Time value={receivedAt} format="short" />
      <span className="panel__aside">
        <span className="mono">{reference}</span>
        {refundedCents > 0 && <>, {formatMoney(refundedCents, currency)} sent back</>}
        {receipt.waits && ", waits for a decision"}
      </span>
      {dispute && <span className="panel__aside">Dispute. {disputeWords[dispute]}</span>}
    </li>
  );
}
