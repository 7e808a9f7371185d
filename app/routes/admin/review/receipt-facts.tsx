import { KeyValueList } from "#app/ui/kv.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatMoney } from "#lib/money.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import type { Dispute } from "#shop/payments/model/receipt.ts";
import type { ReceiptDetails } from "#shop/payments/review/review-view.ts";

export const disputeWords: Record<Dispute, string> = {
  open: "Open: the buyer or their bank objects",
  won: "Ended in the shop's favour",
  lost: "Lost: the money is gone",
};

/** What is known of money that came by another way than the chain. */
export function ReceiptFacts({ details }: { details: ReceiptDetails }) {
  const { method, cents, currency, refundedCents, bouncedCents, leftCents, dispute } = details;
  const { reference, details: told, receivedAt, recordedBy } = details;
  return (
    <KeyValueList
      rows={[
        { label: "Method", value: methodText(method) },
        { label: "Amount", value: formatMoney(cents, currency) },
        ...(refundedCents > 0
          ? [
              { label: "Sent back", value: formatMoney(refundedCents, currency) },
              { label: "Left", value: formatMoney(leftCents, currency) },
            ]
          : []),
        ...(bouncedCents > 0
          ? [{ label: "Did not reach the buyer", value: formatMoney(bouncedCents, currency) }]
          : []),
        ...(dispute ? [{ label: "Dispute", value: disputeWords[dispute] }] : []),
        { label: "Reference", value: <span className="mono review__long">{reference}</span> },
        ...(told ? [{ label: "Payer", value: <span className="review__long">{told}</span> }] : []),
        { label: "Received", value: <Time value={receivedAt} /> },
        { label: "Recorded", value: recordedBy ? `By ${recordedBy}` : "By the service" },
      ]}
    />
  );
}
