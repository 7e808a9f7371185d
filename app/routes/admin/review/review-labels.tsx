import { formatBtc } from "#lib/money.ts";
import { TOP_UP_HOURS } from "#shop/payments/model/payment.ts";
import type { Dispute } from "#shop/payments/model/receipt.ts";
import type { RefundLookUp } from "#shop/payments/review/refund-state.ts";
import type { ReviewRow } from "#shop/payments/review/review-view.ts";
import type { Choice, ReviewReason } from "#shop/payments/review/review.ts";
import { methodText } from "#shop/settings/payment-method.ts";

interface ReasonLabels {
  /** For a row of the list. */
  short: string;
  /** For the panel. */
  long: string;
  /** For the panel of a receipt off the chain, where it differs. */
  receipt?: string;
}

export const reasonLabels: Record<ReviewReason, ReasonLabels> = {
  underpaid: {
    short: "Too little",
    long: "Less than the amount due has come, and the time for it is over.",
    receipt: "Less than the price has come. The order's page shows the buyer how much is missing.",
  },
  late: {
    short: "Too late",
    long: "It came after the amount was no longer held, and was not worth the price by then.",
  },
  again: {
    short: "After a refund",
    long: "More money has come after a refund was recorded.",
  },
  overpaid: {
    short: "Too much",
    long: "The order is paid, and more than the amount due has come.",
    receipt: "The order is paid, and more than the price has come.",
  },
  rejected: {
    short: "Order rejected",
    long: "There is money for an order that is rejected.",
  },
  deleted: {
    short: "Order deleted",
    long: "Money has come for an order that is deleted.",
  },
  twice: {
    short: "Paid twice",
    long: "The order is paid already, and this came as well.",
  },
  currency: {
    short: "Other currency",
    long: "It came in another currency than the price. Accept it if it is worth the price, or send it back.",
  },
  disputed: {
    short: "Disputed",
    long: "The buyer, or their bank, objects to this payment. Answer at the service that took it; hold the coins if they are not sent yet.",
  },
  bounced: {
    short: "Refund failed",
    long: "Money that was sent back did not reach the buyer: the service has it again. Send it once more; or accept it, if it stays here or you have sent it another way.",
  },
  unclaimed: {
    short: "No order",
    long: "Nobody was asked for this amount, so it is not known which order it is for.",
    receipt: "It is not known yet which order this is for.",
  },
};

interface ChoiceLabels {
  /** Label of the link that opens the form. */
  name: string;
  /** Label of the submit button. */
  button: string;
  /** Explains what the decision causes. */
  consequence: string;
  /** Label of a decision that was made. */
  done: string;
}

export const choiceLabels: Record<Choice, ChoiceLabels> = {
  accept: {
    name: "Accept",
    button: "Accept this payment",
    consequence:
      "What has come counts as the whole payment. A pending order goes on to Processing; any other status stays as it is.",
    done: "Accepted",
  },
  ask: {
    name: "Ask for rest",
    button: "Ask for the rest",
    consequence: `The buyer gets a mail and sees the rest on the order's page, to the same address. It is held for ${TOP_UP_HOURS} hours.`,
    done: "Rest asked for",
  },
  refund: {
    name: "Refund",
    button: "Record this refund",
    consequence:
      "Send the money from your own wallet first: the shop holds no keys and sends nothing. The order's status stays as it is.",
    done: "Refunded",
  },
  attach: {
    name: "Give to order",
    button: "Give it to this order",
    consequence:
      "It counts as if it had been sent for that order. If it is too little or too late for it, that waits for a decision next.",
    done: "Given to an order",
  },
};

/** Returns the texts for a refund from the owner's wallet, from their account, or by the service of this name. */
export function refundLabels(way: string): { button: string; consequence: string } {
  switch (way) {
    case "chain":
      return choiceLabels.refund;
    case "hand":
      return {
        button: "Record this refund",
        consequence:
          "Send the money from your own account first: nobody does it for you. The buyer gets a mail. The order's status stays as it is.",
      };
    default:
      return {
        button: `Send it back by ${way}`,
        consequence: `${way} sends the money back to the buyer by itself, at once; this cannot be taken back. The buyer gets a mail. The order's status stays as it is.`,
      };
  }
}

/** Consequences of decisions about receipts, where they differ. */
export const receiptConsequences: Partial<Record<Choice, string>> = {
  attach:
    "It counts as if it had been paid for that order. If it is not exactly the price, that waits for a decision next.",
};

/** Returns the title of a row: its order ID, or else a short name of the payment. */
export function rowTitle({ order, key, receipt }: Pick<ReviewRow, "order" | "key" | "receipt">) {
  if (order) return order.id;
  return receipt ? methodText(receipt.method) : key.slice(0, 7);
}

/** An amount in BTC, without a line break before the unit. */
export function Btc({ sats }: { sats: number }) {
  return <span className="mono review__btc">{formatBtc(sats)}&nbsp;BTC</span>;
}

/** Says what the chain shows of a refund's transaction. */
export function refundStateText({ state, paidSats }: RefundLookUp, sats: number): string {
  const differs = paidSats !== null && paidSats > 0 && paidSats !== sats;
  const amount = differs ? `, but pays ${formatBtc(paidSats)} BTC to this address` : "";
  switch (state) {
    case "unseen":
      return "Not found yet";
    case "seen":
      return `Seen, not yet in a block${amount}`;
    case "confirmed":
      return `Confirmed${amount}`;
    case "elsewhere":
      return "This transaction pays another address";
  }
}

export const disputeLabels: Record<Dispute, string> = {
  open: "Open: the buyer or their bank objects",
  won: "Ended in the shop's favour",
  lost: "Lost: the money is gone",
};
