import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { secrets } from "../settings/tables.ts";
import { makeSecret } from "../webhooks/signature.server.ts";

const NAME = "delivery-adapter";

/** Returns the secret that signs the calls to the delivery adapter, which the first call creates. */
export async function readAdapterSecret(db: Db): Promise<string> {
  const stored = await storedSecret(db);
  if (stored) return stored;
  await db.insert(secrets).values({ name: NAME, value: makeSecret() }).onConflictDoNothing();
  const made = await storedSecret(db);
  if (!made) throw new Error("the secret of the delivery adapter was not stored");
  return made;
}

/** Replaces the secret of the delivery adapter. Returns the new one, which cannot be read again later. */
export async function rollAdapterSecret(
  db: Db,
  { actor, now }: { actor: Actor; now: Date },
): Promise<Result<string, "forbidden">> {
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const value = makeSecret();
    await tx
      .insert(secrets)
      .values({ name: NAME, value })
      .onConflictDoUpdate({ target: secrets.name, set: { value } });
    await recordAudit(tx, {
      actor,
      action: "settings.secret-rolled",
      subject: "settings",
      subjectId: "delivery",
      data: {},
      now,
    });
    return ok(value);
  });
}

async function storedSecret(db: Db): Promise<string | null> {
  const [row] = await db
    .select({ value: secrets.value })
    .from(secrets)
    .where(eq(secrets.name, NAME));
  return row?.value ?? null;
}
