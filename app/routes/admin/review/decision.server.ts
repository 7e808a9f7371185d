import { data } from "react-router";
import { act, atField, type Explained, type Given, leadTo } from "#app/office/acts.server.ts";
import type { NoticeName } from "#app/notices.ts";
import type { Fields, ValuesOf } from "#lib/fields.ts";
import { textOf } from "#lib/form.ts";
import { err, type Result } from "#lib/result.ts";
import type { ProviderError } from "#shop/methods/provider.ts";
import { closePath } from "./review-paths.ts";

/** What errors of a decision mean. */
const refused = {
  "not-found": "This payment no longer needs a decision.",
  stale:
    "This payment has changed since you opened it. Here is its current state: please check it, then decide.",
  "no-money": "None of it is on the chain at the moment.",
  "no-price": "Failed to fetch Bitcoin price. Use the rate that was held, or try again later.",
  "nothing-missing":
    "Nothing is missing from that amount. Accept the payment, or use today's rate.",
  "below-dust":
    "The missing amount is too small to send: the Bitcoin network would not relay it. Accept the payment, or refund it.",
  "no-free-amount":
    "No amount near the missing one is free on the fixed address. Try again in a few days.",
  sent: "The service has already sent this money: its refunds cannot be undone.",
  "no-account": "The account of this buyer is gone, or its email address is not confirmed.",
  "no-provider":
    "The service that took this payment is no longer configured. Refund it there, and it will show here.",
  ...atField("orderId", { "no-order": "There is no order with this ID" }),
  ...atField("address", { "bad-address": "This is not an address of the shop's Bitcoin network" }),
  ...atField("txid", { "bad-txid": "A transaction ID has 64 characters: 0 to 9 and a to f" }),
  ...atField("amount", {
    "bad-amount": "Please enter an amount in BTC, such as 0.00015388",
    "too-much": "This is more than arrived and has not been refunded yet",
  }),
  // The form asks whether it is meant.
  ...atField("beyondExcess", { "beyond-excess": "This is more than the excess" }),
};

/** The same of a receipt. */
const receiptRefused: typeof refused = {
  ...refused,
  "no-money": "Nothing is left of it: everything has been refunded.",
  ...atField("amount", {
    "bad-amount": "Please enter an amount such as 14.99",
    "too-much": "This is more than is left of it",
  }),
};

/** Returns the decision that is to be undone. */
export function decisionIdIn({ form }: Given): number {
  const decisionId = Number(textOf(form, "decisionId"));
  if (!Number.isSafeInteger(decisionId)) throw data(null, { status: 400 });
  return decisionId;
}

interface Decision<F extends Fields, Values> {
  fields: F;
  run: (
    given: Given,
    values: Values,
  ) => Promise<Result<unknown, "forbidden" | keyof typeof refused | ProviderError>>;
  notice: NoticeName;
  /** Where to go on; closes the panel if left out. */
  leadsTo?: (given: Given) => string;
}

/** Describes a decision about a payment on the chain. */
export function chainDecision<F extends Fields>(decision: Decision<F, ValuesOf<F>>) {
  return decide(decision, refused);
}

/** Describes a decision about a receipt. */
export function receiptDecision<F extends Fields>(decision: Decision<F, ValuesOf<F>>) {
  return decide(decision, receiptRefused);
}

function decide<F extends Fields>(
  { fields, run, notice, leadsTo }: Decision<F, ValuesOf<F>>,
  texts: typeof refused,
) {
  return act({
    fields,
    run: async (given, values: ValuesOf<F>) => {
      const made = await run(given, values);
      if (made.ok) return made;
      return err(typeof made.error === "string" ? made.error : explained(made.error));
    },
    done: (_, given) =>
      leadTo(leadsTo ? leadsTo(given) : closePath(given.url.searchParams), notice),
    refused: texts,
  });
}

function explained({ kind, detail }: ProviderError): Explained {
  return {
    message:
      kind === "refused"
        ? `The service refused: ${detail}`
        : "The service cannot be reached now. Try again: the same refund is sent once.",
  };
}
