import type { ReactNode } from "react";
import type { ShopDetails } from "./mail.ts";

/** A mail: all that the shop knows of it. `Queued` is what the outbox has of it, where that is less than what it says. */
export interface MailTemplate<
  Complete extends { template: string },
  Queued extends { template: string } = Complete,
> {
  /** What the back office calls it. */
  adminLabel: string;
  /** Whether it helps a customer who missed it, and is sent again also when it was sent before. */
  resendable?: true;
  // Methods, whose parameters are compared either way: the table of all mails has those of one message each.
  /** Returns the subject after the shop's name; null for one that is known when it is sent. */
  subject(this: void, mail: Complete | Queued): string | null;
  Body(this: void, props: { message: Complete; shop: ShopDetails }): ReactNode;
  /** For the tests, which render each. */
  example: Complete;
}
