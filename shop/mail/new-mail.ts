import type { Language } from "#messages/languages.ts";
import type { AccountAddress, OrderAddress, TypedAddress } from "./addresses.ts";
import type { MailMessage } from "./mail-message.ts";

/** The messages with the key of an order. */
type KeyedMessage = Extract<MailMessage, { trackingKey: string }>;

/** A mail to be enqueued. One with the key of an order only goes to the order's address. */
export type NewMail = NewMailOptions &
  (
    | { to: OrderAddress; message: KeyedMessage }
    | {
        to: OrderAddress | TypedAddress | AccountAddress;
        message: Exclude<MailMessage, KeyedMessage>;
      }
  );

interface NewMailOptions {
  key: string;
  /** As `mailLanguage` decides unless given. */
  language?: Language;
  /** When it is sent at the earliest; at once unless given. */
  dueAt?: Date | undefined;
}
