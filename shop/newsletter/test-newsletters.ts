import type { Db } from "#db/client.server.ts";
import { auditLog } from "../audit/tables.ts";
import { mails } from "../mail/tables.ts";
import { newsletters, subscribers } from "./tables.ts";
import { settings } from "../settings/tables.ts";
import type { Actor } from "../audit/audit.ts";
import { createNewsletter } from "./drafts.server.ts";

const requestedAt = new Date("2026-11-20T08:00:00Z");

/** Deletes all newsletters, subscribers and mails, and enables newsletters. */
export async function clearNewsletters(db: Db): Promise<void> {
  await db.delete(mails);
  await db.delete(newsletters);
  await db.delete(subscribers);
  await db.delete(auditLog);
  await db.delete(settings);
  await db.insert(settings).values([{ name: "marketingEmails", value: true }]);
}

/** Inserts this number of confirmed subscribers. */
export async function confirmedSubscribers(
  db: Db,
  count: number,
): Promise<{ id: string; email: string }[]> {
  const times = { requestedAt, confirmedAt: requestedAt };
  return db
    .insert(subscribers)
    .values(
      Array.from({ length: count }, (_, index) => ({
        email: `reader${index}@example.com`,
        source: "/",
        ...times,
      })),
    )
    .returning({ id: subscribers.id, email: subscribers.email });
}

/** Creates a draft of version 1; returns its id. */
export async function someDraft(db: Db, actor: Actor): Promise<number> {
  const content = { subject: "Cheaper coins", markdown: "Hello, **there**" };
  const created = await createNewsletter(db, { content, actor, now: requestedAt });
  if (!created.ok) throw new Error(created.error);
  return created.value;
}
