/** A mail as it waits in the outbox: what it says, in data; the words and the look come when it is sent. */
export type MailMessage = OrderPlacedMail;

export interface OrderPlacedMail {
  template: "order-placed";
  orderId: string;
  coins: number;
  tiktokUsername: string;
  totalCents: number;
  /** What is still to be paid, as a `bitcoin:` address and satoshis; null once the money was seen. */
  payment: { address: string; sats: number; expiresAt: string } | null;
  /** Signs the link to the order's page. */
  trackingKey: string;
}

/** What a template needs beside the message. */
export interface MailSurroundings {
  shopName: string;
  supportEmail: string;
  appUrl: string;
}
