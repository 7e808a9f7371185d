import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { normalizeEmail } from "#lib/email.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { endPendingSignIns, endUserSessions } from "./end-sessions.server.ts";
import { createMailLink } from "./mail-links.server.ts";
import { passkeys, twoFactorRemovals, twoFactors, users } from "./tables.ts";

/**
 * Removes the second factor and the passkeys of an account, ends its sessions, and returns the token of a link to choose
 * a new password; null if there is no such account. For who has the server, and lost everything that signs in.
 */
export async function unlockAccount(
  db: Db,
  { email: typed, now }: { email: string; now: Date },
): Promise<string | null> {
  const email = normalizeEmail(typed);
  return db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ twoFactorEnabled: false })
      .where(eq(users.email, email))
      .returning({ id: users.id });
    if (!user) return null;
    await tx.delete(twoFactors).where(eq(twoFactors.userId, user.id));
    // It would remove the next one.
    await tx.delete(twoFactorRemovals).where(eq(twoFactorRemovals.userId, user.id));
    await tx.delete(passkeys).where(eq(passkeys.userId, user.id));
    await endPendingSignIns(tx, user.id);
    const sessionsEnded = await endUserSessions(tx, user.id);
    await recordAudit(tx, {
      actor: { id: null, email: "the server's administrator", ip: null },
      action: "customer.unlocked",
      subject: "customer",
      subjectId: email,
      data: { sessionsEnded },
      now,
    });
    // As they are after the sessions, and with them all earlier links, have ended.
    const [owner] = await tx.select().from(users).where(eq(users.id, user.id));
    return owner ? createMailLink(tx, { owner, purpose: "reset-password", email, now }) : null;
  });
}
