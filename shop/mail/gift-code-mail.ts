/** A gift code that was bought, to its recipient. */
export interface GiftCodeMail {
  template: "gift-code";
  orderId: string;
  /** Which of the order's codes: one that was replaced since is not sent. */
  issue: number;
  valueCents: number;
  /** Who bought it, null for the recipient themselves, and what they write with it. */
  from: string | null;
  text: string;
  code: string;
}

/** The code is made when the mail is sent, so that it stands nowhere else. */
export type QueuedGiftCode = Omit<GiftCodeMail, "code">;
