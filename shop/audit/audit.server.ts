import type { Db } from "#db/client.server.ts";
import { auditLog } from "./tables.ts";
import type { Actor, AuditSubject } from "./audit.ts";
import type { AuditAction } from "./audit-actions.ts";

/** Adds an entry to the audit log, in the transaction of the change. `data` has the values before and after. */
export async function recordAudit(
  tx: Db,
  entry: {
    actor: Actor;
    action: AuditAction;
    subject: AuditSubject;
    subjectId?: string | null;
    data?: Record<string, unknown>;
    now: Date;
  },
): Promise<void> {
  const { actor, action, subject, subjectId = null, data = {}, now } = entry;
  await tx.insert(auditLog).values({
    at: now,
    actorId: actor.id,
    actorEmail: actor.email,
    actorRole: actor.role ?? null,
    ip: actor.ip,
    action,
    subject,
    subjectId,
    data,
  });
}
