import type { ReviewAnswer } from "./review-form.ts";

/** Every reason for which a decision can be refused. */
export type Refusal =
  | "forbidden"
  | "not-found"
  | "stale"
  | "no-money"
  | "no-order"
  | "no-price"
  | "nothing-missing"
  | "no-free-amount"
  | "bad-address"
  | "bad-txid"
  | "bad-amount"
  | "too-much"
  | "sent";

const messages: Record<Exclude<Refusal, "forbidden">, Omit<ReviewAnswer, "typed">> = {
  "not-found": { message: "This money is no longer there to decide about." },
  stale: {
    message:
      "This payment has changed since you opened it. Here it is as it is now: look again, then decide.",
  },
  "no-money": { message: "Nothing of it is on the chain at the moment." },
  "no-order": { errors: { orderId: "There is no order with this ID" } },
  "no-price": {
    message: "Failed to fetch Bitcoin price. Ask at the rate that was held, or try again later.",
  },
  "nothing-missing": {
    message: "Nothing is missing of that amount. Accept the payment, or ask at today's rate.",
  },
  "no-free-amount": {
    message: "On the one fixed address no amount near the rest is free. Try again in some days.",
  },
  "bad-address": { errors: { address: "This is not an address of the shop's Bitcoin network" } },
  "bad-txid": { errors: { txid: "A transaction ID has 64 characters: 0 to 9 and a to f" } },
  "bad-amount": { errors: { amount: "Please enter an amount in BTC, such as 0.00015388" } },
  sent: {
    message: "The service has sent this money already: a refund that it made cannot be taken back.",
  },
  "too-much": { errors: { amount: "This is more than has come and was not sent back yet" } },
};

export function refusalAnswer(refusal: Exclude<Refusal, "forbidden">): Omit<ReviewAnswer, "typed"> {
  return messages[refusal];
}
