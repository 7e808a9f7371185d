import type { ActFormProps } from "#app/office/use-act-form.ts";
import type { FieldRecord } from "#lib/fields.ts";
import { formatBtc } from "#lib/money.ts";
import type { DecisionRow, ReviewDetails } from "#shop/payments/review/review-view.ts";
import { type Choice, subjectKey } from "#shop/payments/review/review.ts";
import { DecisionForm, UndoForm } from "../review/decision-form.tsx";
import { RefundForm } from "../review/refund-form.tsx";
import { decisionFields } from "../review/review-fields.ts";
import { choiceLabels } from "../review/review-labels.tsx";

interface PaymentFormProps {
  details: ReviewDetails;
  answer: ActFormProps["answer"];
}

/** The form of one decision about a payment on the chain. */
export function PaymentForm({ choice, details, answer }: PaymentFormProps & { choice: Choice }) {
  const { consequence, button } = choiceLabels[choice];
  const { proposal, refundAddress, quote, outstanding } = details;
  const form = { values: shownVersion(details), answer };
  if (choice === "refund")
    return <RefundForm money={{ way: "chain", proposal, refundAddress }} {...form} />;
  if (choice === "credit") {
    const rateCents = quote?.rateCents ?? 0;
    return <RefundForm money={{ way: "chain-credit", proposal, rateCents }} {...form} />;
  }
  const isHeld = (outstanding?.held ?? 0) > 0;
  return (
    <DecisionForm
      {...form}
      intent={choice}
      fields={
        choice === "ask"
          ? { ...decisionFields.ask, at: rateField(outstanding) }
          : decisionFields[choice]
      }
      stored={{ at: isHeld ? "held" : "now" }}
      consequence={consequence}
      button={button}
    />
  );
}

/** The form that undoes a decision about a payment on the chain. */
export function UndoPaymentForm({
  decision,
  details,
  answer,
}: PaymentFormProps & { decision: DecisionRow }) {
  return (
    <UndoForm
      decision={decision}
      values={shownVersion(details)}
      answer={answer}
      consequence="The payment then shows what is on the chain again."
    />
  );
}

function shownVersion({ subject, seen: { version, receivedSats } }: ReviewDetails) {
  return {
    subject: subjectKey(subject),
    version: String(version),
    receivedSats: String(receivedSats),
  };
}

/** Chooses the rate of the top-up amount: the held one, unless nothing is missing from it, or today's. */
function rateField(outstanding: ReviewDetails["outstanding"]): FieldRecord {
  const { held = 0, now = null } = outstanding ?? {};
  const amount = (sats: number) => (sats > 0 ? `${formatBtc(sats)}\u00A0BTC` : "Nothing");
  const today = now === null ? "Not known right now:" : amount(now);
  return {
    ...decisionFields.ask.at,
    choices: [
      ...(held > 0 ? [["held", `${amount(held)} of the last requested amount`] as const] : []),
      ["now", `${today} of the price at today’s rate`],
    ],
  };
}
