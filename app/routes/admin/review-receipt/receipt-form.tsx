import type { ActFormProps } from "#app/office/use-act-form.ts";
import { KeyValueList } from "#app/ui/key-value-list.tsx";
import { Time } from "#app/ui/time.tsx";
import { formatMoney } from "#lib/money.ts";
import type { ReceiptDetails } from "#shop/payments/review/review-view.ts";
import type { Choice } from "#shop/payments/review/review.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import { DecisionForm } from "../review/decision-form.tsx";
import { RefundForm } from "../review/refund-form.tsx";
import { decisionFields } from "../review/review-fields.ts";
import { disputeLabels, receiptChoiceLabels } from "../review/review-labels.tsx";

interface ReceiptFormProps {
  details: ReceiptDetails;
  choice: Choice;
  answer: ActFormProps["answer"];
}

/** The form of one decision about a receipt. */
export function ReceiptForm({ details, choice, answer }: ReceiptFormProps) {
  const { version, method, refundsByProvider, currency, proposal } = details;
  const form = { values: { version }, answer };
  const money = { currency, proposal };
  if (choice === "refund" && refundsByProvider)
    return (
      <RefundForm money={{ way: "service", service: serviceName(method), ...money }} {...form} />
    );
  if (choice === "refund") return <RefundForm money={{ way: "hand", ...money }} {...form} />;
  if (choice === "credit")
    return <RefundForm money={{ way: "receipt-credit", ...money }} {...form} />;
  return (
    <DecisionForm
      {...form}
      intent={choice}
      fields={decisionFields[choice]}
      {...receiptChoiceLabels(choice, details.reason)}
    />
  );
}

/** Card payments are labelled by their service, Stripe. */
function serviceName(method: string): string {
  return method === "stripe" ? "Stripe" : methodText(method);
}

/** Facts about a receipt off the chain. */
export function ReceiptFacts({ details }: { details: ReceiptDetails }) {
  const { method, cents, currency, refundedCents, bouncedCents, creditedCents } = details;
  const { unrefundedCents, returnedTwiceCents, dispute } = details;
  const { reference, details: payer, receivedAt, recordedBy } = details;
  return (
    <KeyValueList
      rows={[
        { label: "Method", value: methodText(method) },
        { label: "Amount", value: formatMoney(cents, currency) },
        ...[
          { label: "Sent back", sum: refundedCents },
          { label: "Refunded to credit", sum: creditedCents },
          { label: "Returned twice", sum: returnedTwiceCents },
        ].flatMap(({ label, sum }) =>
          sum > 0 ? [{ label, value: formatMoney(sum, currency) }] : [],
        ),
        ...(refundedCents + creditedCents > 0
          ? [{ label: "Left", value: formatMoney(unrefundedCents, currency) }]
          : []),
        ...(bouncedCents > 0
          ? [{ label: "Did not reach the buyer", value: formatMoney(bouncedCents, currency) }]
          : []),
        ...(dispute ? [{ label: "Dispute", value: disputeLabels[dispute] }] : []),
        { label: "Reference", value: <span className="mono review__long">{reference}</span> },
        ...(payer
          ? [{ label: "Payer", value: <span className="review__long">{payer}</span> }]
          : []),
        { label: "Received", value: <Time value={receivedAt} /> },
        { label: "Recorded", value: recordedBy ? `By ${recordedBy}` : "By the service" },
      ]}
    />
  );
}
