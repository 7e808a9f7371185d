import { recipientText } from "#shop/catalog/goods.ts";
import type { Owner } from "#shop/payments/review/review-view.ts";
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
    long: "Less than the amount due arrived, and its time is up.",
    receipt: "Less than the price arrived. The order's page shows the buyer how much is missing.",
  },
  late: {
    short: "Too late",
    long: "It arrived after the price lock ended, and was worth less than the price by then.",
  },
  again: {
    short: "After a refund",
    long: "More money arrived after a refund was recorded.",
  },
  overpaid: {
    short: "Too much",
    long: "The order is paid, and more than the amount due arrived.",
    receipt: "The order is paid, and more than the price arrived.",
  },
  rejected: {
    short: "Order rejected",
    long: "Money arrived for a rejected order.",
  },
  deleted: {
    short: "Order deleted",
    long: "Money arrived for a deleted order.",
  },
  twice: {
    short: "Paid twice",
    long: "The order was already paid when this arrived.",
  },
  currency: {
    short: "Other currency",
    long: "It arrived in another currency than the price. Accept it if it is worth the price, or send it back.",
  },
  disputed: {
    short: "Disputed",
    long: "The buyer or their bank disputes this payment. Respond at the service that took it; hold the coins if they have not been sent.",
  },
  bounced: {
    short: "Refund failed",
    long: "A refund did not reach the buyer: the service has the money again. Send it once more, or accept it if it stays here or you refunded it another way.",
  },
  "refunded-twice": {
    short: "Refunded twice",
    long: "This payment was refunded to credit, and its service sent the money back as well. Undo the refund to credit to take it back, or accept it so that the buyer has both.",
  },
  unclaimed: {
    short: "No order",
    long: "No order requested this amount, so it is not known which order it is for.",
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
      "Treat what arrived as payment in full. A pending order moves to Processing; any other status stays as it is.",
    done: "Accepted",
  },
  ask: {
    name: "Request rest",
    button: "Request the rest",
    consequence: `The buyer gets an email and sees the rest on the order's page, with the same address. It is held for ${TOP_UP_HOURS} hours.`,
    done: "Rest requested",
  },
  refund: {
    name: "Refund",
    button: "Record this refund",
    consequence:
      "Send the money from your own wallet first: the shop holds no keys and sends nothing. The order's status stays as it is.",
    done: "Refunded",
  },
  credit: {
    name: "Refund to credit",
    button: "Add it to the credit",
    consequence:
      "The amount is added to the credit of the account with the order's email. The shop keeps the money. The buyer gets an email. The order's status stays as it is.",
    done: "Refunded",
  },
  attach: {
    name: "Assign to order",
    button: "Assign it to this order",
    consequence:
      "It counts as if it had been sent for that order. If it is too little or too late, that needs a decision next.",
    done: "Assigned to an order",
  },
};

/** Returns the texts for a refund from the owner's wallet, from their account, as credit, or by the service of this name. */
export function refundLabels(way: string): { button: string; consequence: string } {
  switch (way) {
    case "chain":
      return choiceLabels.refund;
    case "chain-credit":
    case "receipt-credit":
      return choiceLabels.credit;
    case "hand":
      return {
        button: "Record this refund",
        consequence:
          "Send the money from your own account first: the shop cannot send it. The buyer gets an email. The order's status stays as it is.",
      };
    default:
      return {
        button: `Send it back by ${way}`,
        consequence: `${way} sends the money back to the buyer at once; this cannot be undone. The buyer gets an email. The order's status stays as it is.`,
      };
  }
}

/** Returns the texts of a decision about a receipt that waits for this reason. */
export function receiptChoiceLabels(
  choice: Choice,
  reason: ReviewReason | null,
): Pick<ChoiceLabels, "button" | "consequence"> {
  const { button, consequence } = choiceLabels[choice];
  if (choice === "accept" && reason === "refunded-twice")
    return {
      button: "Leave both to the buyer",
      consequence:
        "The buyer keeps the credit and the money that was sent back. The order's status stays as it is.",
    };
  if (choice !== "attach") return { button, consequence };
  return {
    button,
    consequence:
      "It counts as if it had been paid for that order. If it is not exactly the price, that needs a decision next.",
  };
}

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
  open: "Open: disputed by the buyer or their bank",
  won: "Won by the shop",
  lost: "Lost: the money is gone",
};

/** Says who gets what was paid for; null until step 1 is complete. */
export function ownerText(owner: Pick<Owner, "tiktokUsername" | "giftEmail" | "goods">) {
  return owner.tiktokUsername || owner.goods?.kind ? recipientText(owner) : null;
}
