/**
 * How far a viewer is let in to an order. `seen`: by order id and email, which stand in every screenshot of a mail.
 * `proven`: the browser that placed it, the signed link of a mail to its address, or the account that has verified that
 * address.
 */
export type Access = "none" | "seen" | "proven";

/** What an order's page, and the pages that belong to it, can do for its buyer. */
const actNames = [
  "look",
  "way",
  "quote",
  "pay",
  "method",
  "again",
  "link",
  "messages",
  "message",
  "invoice",
  "recipient",
  "email",
  "refund-address",
  "consent",
  "withdraw",
  "push",
] as const;

export type Act = (typeof actNames)[number];

interface ActRule {
  /** As it stands in docs/audit/access.md. */
  does: string;
  needs: Exclude<Access, "none">;
  /**
   * How the order's address is told: by a mail about the act, by one that the act sends anyway, or not at all, since it
   * changes nothing of the order's.
   */
  told: "mail" | "own mail" | null;
}

/** Whatever binds the buyer, sends money or reveals more than the page itself needs proof. */
export const acts = {
  look: {
    does: "See all of the order: recipient, email, payment, progress",
    needs: "seen",
    told: null,
  },
  way: { does: "Choose between Lightning and the chain", needs: "seen", told: null },
  quote: { does: "Get a new amount in Bitcoin", needs: "seen", told: null },
  pay: { does: "Open the payment page of a card or PayPal", needs: "seen", told: null },
  method: { does: "Pay an unpaid order another way", needs: "seen", told: null },
  again: { does: "Buy the same again, for the same recipient", needs: "seen", told: null },
  link: { does: "Have the link mailed to the order's address", needs: "seen", told: "own mail" },
  messages: { does: "Read the conversation", needs: "proven", told: null },
  message: { does: "Write a message", needs: "proven", told: "mail" },
  invoice: { does: "Download the invoice", needs: "proven", told: null },
  recipient: { does: "Correct the recipient", needs: "proven", told: "mail" },
  email: { does: "Correct an email that refused a mail", needs: "proven", told: "own mail" },
  "refund-address": { does: "Say where a refund goes", needs: "proven", told: "mail" },
  consent: { does: "Agree to immediate delivery", needs: "proven", told: "own mail" },
  withdraw: { does: "Withdraw from the contract", needs: "proven", told: "own mail" },
  push: { does: "Have a device told when the coins arrive", needs: "proven", told: "mail" },
} as const satisfies Record<Act, ActRule>;

/** The acts that a mail of their own tells the order's address of. */
export type ToldAct = { [A in Act]: (typeof acts)[A]["told"] extends "mail" ? A : never }[Act];

/** Returns whether somebody with this access may do this. */
export function mayAct(access: Access, act: Act): boolean {
  return access === "proven" || (access === "seen" && acts[act].needs === "seen");
}
