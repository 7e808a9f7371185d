import type { Cursor } from "#lib/paging.ts";
import type { AuditAction } from "./audit-actions.ts";

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
