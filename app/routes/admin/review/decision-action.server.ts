import { data } from "react-router";
import type { z } from "zod";
import { type NoticeName, withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { err, type Result } from "#lib/result.ts";
import type { ProviderError } from "#shop/methods/provider.ts";
import type { Choice } from "#shop/payments/review/review.ts";
import type { ReviewActionData } from "./review-form.ts";
import { closePath, panelPath } from "./review-paths.ts";

type Intent = Choice | "undo";

const notices: Record<Intent, NoticeName> = {
  accept: "payment-accepted",
  ask: "top-up-requested",
  attach: "payment-attached",
  refund: "refund-recorded",
  credit: "refund-credited",
  undo: "decision-undone",
};

/** Errors of the service functions that make a decision. */
type DecisionError =
  | "forbidden"
  | "not-found"
  | "stale"
  | "no-money"
  | "no-order"
  | "no-price"
  | "nothing-missing"
  | "below-dust"
  | "no-free-amount"
  | "bad-address"
  | "bad-txid"
  | "bad-amount"
  | "too-much"
  | "beyond-excess"
  | "sent"
  | "no-account"
  | "no-provider";

type ErrorTexts = Omit<ReviewActionData, "typed">;
type ErrorMessages = Record<Exclude<DecisionError, "forbidden">, ErrorTexts>;

const errorMessages: ErrorMessages = {
  "not-found": { message: "This payment no longer needs a decision." },
  stale: {
    message:
      "This payment has changed since you opened it. Here is its current state: please check it, then decide.",
  },
  "no-money": { message: "None of it is on the chain at the moment." },
  "no-order": { errors: { orderId: "There is no order with this ID" } },
  "no-price": {
    message: "Failed to fetch Bitcoin price. Use the rate that was held, or try again later.",
  },
  "nothing-missing": {
    message: "Nothing is missing from that amount. Accept the payment, or use today's rate.",
  },
  "below-dust": {
    message:
      "The missing amount is too small to send: the Bitcoin network would not relay it. Accept the payment, or refund it.",
  },
  "no-free-amount": {
    message:
      "No amount near the missing one is free on the fixed address. Try again in a few days.",
  },
  "bad-address": { errors: { address: "This is not an address of the shop's Bitcoin network" } },
  "bad-txid": { errors: { txid: "A transaction ID has 64 characters: 0 to 9 and a to f" } },
  "bad-amount": { errors: { amount: "Please enter an amount in BTC, such as 0.00015388" } },
  sent: {
    message: "The service has already sent this money: its refunds cannot be undone.",
  },
  "no-account": {
    message: "The account of this buyer is gone, or its email address is not confirmed.",
  },
  "no-provider": {
    message:
      "The service that took this payment is no longer configured. Refund it there, and it will show here.",
  },
  "too-much": { errors: { amount: "This is more than arrived and has not been refunded yet" } },
  "beyond-excess": { asksBeyondExcess: true },
};

/** Messages about a receipt, where they differ from those about a payment on the chain. */
const receiptMessages: Partial<ErrorMessages> = {
  "no-money": { message: "Nothing is left of it: everything has been refunded." },
  "bad-amount": { errors: { amount: "Please enter an amount such as 14.99" } },
  "too-much": { errors: { amount: "This is more than is left of it" } },
};

type InvalidForm = Required<Pick<ReviewActionData, "errors">>;

/** The result of a decision's form. */
export type DecisionResult = Result<unknown, DecisionError | ProviderError | InvalidForm>;

/** Returns the submitted intent. Throws a 400 for an unknown one. */
export function readIntent(form: FormData): Intent {
  const intent = textOf(form, "intent");
  if (!Object.hasOwn(notices, intent)) throw data(null, { status: 400 });
  return intent as Intent;
}

/** Returns the decision that is to be undone. Throws a 400 if it is no number. */
export function readDecisionId(form: FormData): number {
  const decisionId = Number(textOf(form, "decisionId"));
  if (!Number.isSafeInteger(decisionId)) throw data(null, { status: 400 });
  return decisionId;
}

/** Parses the form by `schema`, and makes the decision with its fields. */
export async function submitDecision<Schema extends z.core.$ZodType>(
  schema: Schema,
  form: FormData,
  decide: (fields: z.output<Schema>) => Promise<DecisionResult>,
): Promise<DecisionResult> {
  const parsed = parseForm(schema, form);
  return parsed.ok ? decide(parsed.value) : err({ errors: parsed.error });
}

interface SubmittedDecision {
  form: FormData;
  /** Key of the payment in URLs. */
  subject: string;
  search: URLSearchParams;
  isReceipt: boolean;
}

/** Redirects to where closing the panel leads, or to the panel after an undo; returns the errors of a decision that was not made. */
export function decisionResponse(result: DecisionResult, submitted: SubmittedDecision) {
  const { form, subject, search, isReceipt } = submitted;
  if (result.ok) {
    const intent = readIntent(form);
    const path = intent === "undo" ? panelPath(subject, search) : closePath(search);
    return redirect(withNotice(path, notices[intent]));
  }
  const { error } = result;
  if (error === "forbidden") throw redirect("/");
  const names = ["reason", "orderId", "amount", "address", "txid", "at", "sentAs"] as const;
  const typed = textsOf(form, names);
  const status = error === "stale" ? 409 : 400;
  return data<ReviewActionData>({ ...errorTexts(error, isReceipt), typed }, { status });
}

function errorTexts(
  error: Exclude<DecisionError, "forbidden"> | ProviderError | InvalidForm,
  isReceipt: boolean,
): ErrorTexts {
  if (typeof error === "string")
    return (isReceipt ? receiptMessages[error] : undefined) ?? errorMessages[error];
  if ("errors" in error) return error;
  return {
    message:
      error.kind === "refused"
        ? `The service refused: ${error.detail}`
        : "The service cannot be reached now. Try again: the same refund is sent once.",
  };
}
