import type { ReviewDetails } from "#shop/payments/review/review-view.ts";
import { type Choice, subjectKey } from "#shop/payments/review/review.ts";
import {
  DecisionForm,
  type DecisionFields,
  OrderIdField,
  UndoForm,
  type UndoFormProps,
} from "../review/decision-form.tsx";
import { RefundForm } from "../review/refund-form.tsx";
import { decisionSchemas, type ReviewActionData } from "../review/review-form.ts";
import { Btc, choiceLabels } from "../review/review-labels.tsx";

interface PaymentFormProps {
  details: ReviewDetails;
  choice: Choice;
  actionData: ReviewActionData | undefined;
}

/** The form of one decision about a payment on the chain. */
export function PaymentForm({ details, choice, actionData }: PaymentFormProps) {
  const { consequence, button } = choiceLabels[choice];
  const { proposal, refundAddress } = details;
  if (choice === "refund")
    return (
      <RefundForm
        money={{ way: "chain", proposal, refundAddress }}
        hidden={shownVersion(details)}
        actionData={actionData}
      />
    );
  if (choice === "credit")
    return (
      <RefundForm
        money={{ way: "chain-credit", proposal, rateCents: details.quote?.rateCents ?? 0 }}
        hidden={shownVersion(details)}
        actionData={actionData}
      />
    );
  return (
    <DecisionForm
      intent={choice}
      schema={decisionSchemas[choice]}
      hidden={shownVersion(details)}
      actionData={actionData}
      consequence={consequence}
      button={button}
    >
      {(fields) => (
        <>
          {choice === "ask" && <TopUpFields details={details} {...fields} />}
          {choice === "attach" && <OrderIdField {...fields} />}
        </>
      )}
    </DecisionForm>
  );
}

/** The form that undoes a decision about a payment on the chain. */
export function UndoPaymentForm({
  details,
  ...form
}: Omit<UndoFormProps, "hidden"> & { details: ReviewDetails }) {
  return (
    <UndoForm
      {...form}
      hidden={shownVersion(details)}
      consequence="The payment then shows what is on the chain again."
    />
  );
}

function shownVersion({ subject, seen: { version, receivedSats } }: ReviewDetails) {
  return { subject: subjectKey(subject), version, receivedSats };
}

interface PaymentFieldsProps extends DecisionFields {
  details: ReviewDetails;
}

/** Chooses the rate of the top-up amount: the held one, or today's. */
function TopUpFields({ details: { outstanding: topUp }, typed }: PaymentFieldsProps) {
  if (!topUp) return null;
  const held = topUp.held > 0;
  const first = typed.at ?? (held ? "held" : "now");
  return (
    <fieldset className="radios">
      <legend className="field__label">How much to request</legend>
      <label>
        <input
          type="radio"
          name="at"
          value="held"
          defaultChecked={first === "held"}
          disabled={!held}
        />
        <span>
          {held ? <Btc sats={topUp.held} /> : "Nothing"}{" "}
          <span className="muted">of the last requested amount</span>
        </span>
      </label>
      <label>
        <input type="radio" name="at" value="now" defaultChecked={first === "now"} />
        <span>
          <TopUpNow sats={topUp.now} />{" "}
          <span className="muted">of the price at today&rsquo;s rate</span>
        </span>
      </label>
    </fieldset>
  );
}

function TopUpNow({ sats }: { sats: number | null }) {
  if (sats === null) return "Not known right now";
  return sats > 0 ? <Btc sats={sats} /> : "Nothing";
}
