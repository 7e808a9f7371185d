import type { Cursor } from "#lib/paging.ts";

/** Who does something in the back office: an administrator or a program with a key, from a network address. */
export interface Actor {
  /** Of the account or the key; null for the shop itself. */
  id: string | null;
  /** Of a key, what it is called (`actorOfKey`). */
  email: string;
  ip: string | null;
}

/** What the audit log is about. */
export type AuditSubject =
  | "order"
  | "payment"
  | "bank"
  | "package"
  | "customer"
  | "newsletter"
  | "settings"
  | "report"
  | "mail"
  | "webhook"
  | "api-key"
  | "shop";

/** What can be done, named subject first. */
export const auditActions = [
  "order.status",
  "order.note",
  "order.deleted",
  "order.purged",
  "order.exported",
  "payment.accepted",
  "payment.asked",
  "payment.refunded",
  "payment.recorded",
  "payment.attached",
  "payment.undone",
  "bank.imported",
  "bank.ignored",
  "bank.taken-back",
  "package.created",
  "package.updated",
  "package.moved",
  "package.deleted",
  "customer.role",
  "customer.signed-out",
  "customer.blocked",
  "customer.unblocked",
  "newsletter.created",
  "newsletter.updated",
  "newsletter.deleted",
  "newsletter.tested",
  "newsletter.started",
  "newsletter.stopped",
  "newsletter.continued",
  "newsletter.subscriber-removed",
  "newsletter.exported",
  "settings.updated",
  "report.exported",
  "mail.retried",
  "mail.discarded",
  "webhook.created",
  "webhook.updated",
  "webhook.secret-rolled",
  "webhook.deleted",
  "webhook.tested",
  "webhook.delivered-again",
  "api-key.created",
  "api-key.revoked",
  "shop.restored",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** One line of the audit log. */
export interface AuditEntry {
  id: number;
  at: Date;
  actorEmail: string;
  ip: string | null;
  action: AuditAction;
  subject: AuditSubject;
  subjectId: string | null;
  data: Record<string, unknown>;
}

/** What entries are of, by the first word of their action. */
export const auditKinds = [
  "order",
  "payment",
  "bank",
  "package",
  "customer",
  "newsletter",
  "settings",
  "report",
  "mail",
  "webhook",
  "api-key",
  "shop",
] as const;
export type AuditKind = (typeof auditKinds)[number];

export const auditPeriods = ["all", "today", "week", "month"] as const;
export type AuditPeriod = (typeof auditPeriods)[number];

/** Which entries a list shows: what is given has to fit all together. */
export interface AuditQuery {
  actorEmail: string | null;
  kind: AuditKind | null;
  /** The whole ID of an order or a package, or a customer's email, in any case. */
  subjectId: string;
  period: AuditPeriod;
  cursor: Cursor<number> | null;
}

export interface AuditPage {
  entries: AuditEntry[];
  previous: Cursor<number> | null;
  next: Cursor<number> | null;
}
