import type { Cursor } from "#lib/paging.ts";

/** An administrator, an API key or the shop itself, with the network address of the request. */
export interface Actor {
  /** The id of the user or key; null for the shop itself. */
  id: string | null;
  /** For a key, its name (`actorOfKey`). */
  email: string;
  ip: string | null;
  /** The role of the user when the request came; none for keys and the shop itself. */
  role?: string;
}

/** What an action is about; also the first word of the action. */
export const auditSubjects = [
  "order",
  "payment",
  "bank",
  "package",
  "promotion",
  "customer",
  "team",
  "gift-code",
  "newsletter",
  "settings",
  "report",
  "mail",
  "webhook",
  "notification",
  "api-key",
  "shop",
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** The actions, by subject. */
export const auditActions = [
  "order.status",
  "order.note",
  "order.deleted",
  "order.purged",
  "order.delivered-again",
  "order.delivered-late",
  "order.exported",
  "order.refund-address",
  "order.recipient",
  "order.email",
  "order.withdrawal-accepted",
  "order.withdrawal-declined",
  "order.stopped",
  "order.message",
  "order.message-done",
  "order.gift-code",
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
  "promotion.created",
  "promotion.updated",
  "promotion.ended",
  "promotion.resumed",
  "customer.role",
  "customer.signed-out",
  "customer.blocked",
  "customer.unblocked",
  "customer.two-factor-asked",
  "customer.two-factor-kept",
  "customer.two-factor-off",
  "customer.unlocked",
  "customer.exported",
  "customer.credit",
  "team.invited",
  "team.invited-again",
  "team.invitation-revoked",
  "team.joined",
  "gift-code.issued",
  "gift-code.withdrawn",
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
  "settings.secret-rolled",
  "report.exported",
  "mail.tested",
  "mail.resent",
  "mail.retried",
  "mail.discarded",
  "webhook.created",
  "webhook.updated",
  "webhook.secret-rolled",
  "webhook.deleted",
  "webhook.tested",
  "webhook.delivered-again",
  "notification.created",
  "notification.deleted",
  "notification.tested",
  "api-key.created",
  "api-key.revoked",
  "shop.restored",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** An entry of the audit log. */
export interface AuditEntry {
  id: number;
  at: Date;
  actorEmail: string;
  /** The role of the user at that time; null for keys, the shop itself, and entries of earlier versions. */
  actorRole: string | null;
  ip: string | null;
  action: AuditAction;
  subject: AuditSubject;
  subjectId: string | null;
  data: Record<string, unknown>;
}

export const auditPeriods = ["today", "week", "month"] as const;
export type AuditPeriod = (typeof auditPeriods)[number];

/** The filters of a list, which all have to match. */
export interface AuditQuery {
  actorEmail: string | null;
  /** Only actions with this first word. */
  kind: AuditSubject | null;
  /** The whole ID of an order or a package, or a customer's email, in any case. */
  subjectId: string;
  /** Null for all time. */
  period: AuditPeriod | null;
  cursor: Cursor<number> | null;
}

export interface AuditPage {
  entries: AuditEntry[];
  previous: Cursor<number> | null;
  next: Cursor<number> | null;
}
