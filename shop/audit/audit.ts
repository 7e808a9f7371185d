/** Who does something in the back office: an administrator, from a network address. */
export interface Actor {
  /** Null for the shop itself. */
  id: string | null;
  email: string;
  ip: string | null;
}

/** What the audit log is about. */
export type AuditSubject = "order" | "payment" | "package" | "customer" | "settings" | "report";

/** What can be done, named subject first. */
export type AuditAction =
  | "order.status"
  | "order.note"
  | "order.deleted"
  | "order.purged"
  | "order.exported"
  | "payment.accepted"
  | "payment.asked"
  | "payment.refunded"
  | "payment.undone"
  | "package.created"
  | "package.updated"
  | "package.moved"
  | "package.deleted"
  | "customer.role"
  | "customer.signed-out"
  | "customer.blocked"
  | "customer.unblocked"
  | "settings.updated"
  | "report.exported";

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
