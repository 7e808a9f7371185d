import type { MailMessage } from "../mail/mail.ts";

/** A mail that the mail server did not take so far: still tried, or given up. */
export interface UndeliveredMail {
  key: string;
  to: string;
  template: MailMessage["template"];
  attempts: number;
  error: string | null;
  createdAt: Date;
  /** Null while it is still tried. */
  failedAt: Date | null;
}
