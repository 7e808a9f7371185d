import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import { users } from "../accounts/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { addCredit, spendCredit } from "./credit.server.ts";

/**
 * Gives an account credit, or takes some with negative `cents`: no more than there is. `formKey` is that of the form: one
 * that is sent twice changes the credit once. The customer reads the note.
 */
export async function adjustCredit(
  db: Db,
  change: {
    userId: string;
    cents: number;
    note: string;
    formKey: string;
    actor: Actor;
    now: Date;
  },
): Promise<Result<void, "forbidden" | "not-found" | "not-enough">> {
  const { userId, cents, note, formKey, actor, now } = change;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, userId))
      .for("key share");
    if (!user) return err("not-found");
    const entry = {
      userId,
      kind: "adjusted",
      cents: Math.abs(cents),
      onceKey: `adjusted:${formKey}`,
      note,
      actor: actor.email,
      now,
    } as const;
    if (cents < 0) {
      const spent = await spendCredit(tx, entry);
      if (!spent.ok) return spent;
      if (!spent.value) return ok(undefined);
    } else if (!(await addCredit(tx, entry))) return ok(undefined);
    await recordAudit(tx, {
      actor,
      action: "customer.credit",
      subject: "customer",
      subjectId: user.email,
      data: { cents, note },
      now,
    });
    return ok(undefined);
  });
}
