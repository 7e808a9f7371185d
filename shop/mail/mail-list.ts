import type { Cursor } from "#lib/paging.ts";
import type { TemplateName } from "./mail-templates.ts";

/** `refused` is retried, `failed` is given up. */
export type MailState = "waiting" | "sent" | "refused" | "failed";

/** The filters of the list by state; `undelivered` is refused or failed. */
export const mailFilters = ["waiting", "sent", "undelivered"] as const;
export type MailFilter = (typeof mailFilters)[number];

export const mailAudiences = ["customers", "administrators"] as const;
export type MailAudience = (typeof mailAudiences)[number];

export interface MailQuery {
  /** The beginning of an email address, or an order's ID, in any case. */
  search: string;
  state: MailFilter | null;
  audience: MailAudience | null;
  cursor: Cursor<string> | null;
}

/** A mail in the back office: without its text, which has links that act for their reader. */
export interface ListedMail {
  key: string;
  /** Empty when the account of the recipient was deleted. */
  to: string;
  template: TemplateName;
  /** What kind of mail it is, such as `Order placed` or `Newsletter: Spring`. */
  label: string;
  subject: string | null;
  orderId: string | null;
  state: MailState;
  attempts: number;
  error: string | null;
  createdAt: Date;
  sentAt: Date | null;
  /** When it was sent or given up, else when it was written. */
  at: Date;
  /** Whether an administrator may send it again. */
  canResend: boolean;
}

export interface MailPage {
  mails: ListedMail[];
  previous: Cursor<string> | null;
  next: Cursor<string> | null;
}

/** Returns the state of a mail. */
export function mailState(mail: {
  sentAt: Date | null;
  failedAt: Date | null;
  lastError: string | null;
}): MailState {
  if (mail.sentAt) return "sent";
  if (mail.failedAt) return "failed";
  return mail.lastError === null ? "waiting" : "refused";
}

/** Returns the key of the mail by which this one is sent again, so that each is sent again once. */
export function resentKey(key: string): string {
  return `${key}:again`;
}
