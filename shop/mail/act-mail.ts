/** Stops an act on an order: its event, and the signature of the link. */
export interface StopLink {
  eventId: number;
  key: string;
}

/** Tells of what was done on the order's page, with what it changed. */
export interface OrderActMail {
  template: "order-act";
  orderId: string;
  trackingKey: string;
  act: "recipient" | "refund-address" | "message" | "push";
  from?: string | null;
  to?: string;
  at: string;
  stop: StopLink;
}

/** The consent to immediate delivery: its text, and when it was given (ISO 8601). */
export interface ConsentPart {
  text: string;
  at: string;
}
