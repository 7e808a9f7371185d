import { bigserial, index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { AuditSubject } from "./audit.ts";
import type { AuditAction } from "./audit-actions.ts";

/** The audit log. Append-only, written in the transaction of the change. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Null for the shop itself. Remains when the account is deleted. */
    actorId: text("actor_id"),
    actorEmail: text("actor_email").notNull(),
    actorRole: text("actor_role"),
    ip: text(),
    action: text().$type<AuditAction>().notNull(),
    subject: text().$type<AuditSubject>().notNull(),
    subjectId: text("subject_id"),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index("audit_log_at").on(table.at, table.id),
    index("audit_log_action").on(table.action, table.at),
    index("audit_log_subject").on(table.subject, table.subjectId, table.id),
    index("audit_log_actor").on(table.actorEmail, table.id),
  ],
);
