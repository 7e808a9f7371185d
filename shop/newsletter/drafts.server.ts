import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { newsletters } from "./tables.ts";
import { type Result, ok, err } from "#lib/result.ts";
import { isAdministrator } from "../accounts/admins.server.ts";
import type { Actor } from "../audit/audit.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { accountAddress } from "../mail/addresses.ts";
import { enqueueMail, withdrawTests } from "../mail/mails.server.ts";
import type { NewsletterContent } from "./newsletter.ts";
import type { OtherLanguage } from "../settings/owner-texts.ts";
import { notifyNewsletters } from "./subscribers.server.ts";

/** A change of a newsletter by an administrator. */
export interface NewsletterChange {
  id: number;
  /** The version that the administrator saw. */
  version: number;
  actor: Actor;
  now: Date;
}

/** Expected errors of a change. `stale`: the newsletter has changed since it was shown. */
export type NewsletterError = "forbidden" | "not-found" | "stale";

export type StoredNewsletter = typeof newsletters.$inferSelect;

/** Stores a new draft; returns its id. */
export async function createNewsletter(
  db: Db,
  change: { content: NewsletterContent; actor: Actor; now: Date },
): Promise<Result<number, "forbidden">> {
  const { content, actor, now } = change;
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    const [row] = await tx
      .insert(newsletters)
      .values({ ...content, createdAt: now, updatedAt: now })
      .returning({ id: newsletters.id });
    if (!row) throw new Error("the newsletter was not stored");
    const data = { subject: content.subject };
    await auditNewsletter(tx, { id: row.id, actor, now }, "newsletter.created", data);
    return ok(row.id);
  });
}

/** Changes a draft; returns its new version. Newsletters whose sending has started cannot be changed. */
export async function saveDraft(
  db: Db,
  change: NewsletterChange & { content: NewsletterContent },
): Promise<Result<number, NewsletterError>> {
  const { id, content, now } = change;
  return changeNewsletter(db, change, async (tx, before) => {
    if (before.state !== "draft") return err("stale");
    const { subject, markdown } = content;
    if (before.subject === subject && before.markdown === markdown) return ok(before.version);
    await writeNewsletter(tx, id, { subject, markdown }, now);
    await auditNewsletter(tx, change, "newsletter.updated", {
      before: { subject: before.subject, characters: before.markdown.length },
      after: { subject, characters: markdown.length },
    });
    return ok(before.version + 1);
  });
}

/** Changes a draft in another language; null removes it, so that its readers get the English one. Returns the new version. */
export async function saveTranslation(
  db: Db,
  change: NewsletterChange & { language: OtherLanguage; content: NewsletterContent | null },
): Promise<Result<number, NewsletterError>> {
  const { id, language, content, now } = change;
  return changeNewsletter(db, change, async (tx, { state, version, translations }) => {
    if (state !== "draft") return err("stale");
    const { [language]: before = null, ...others } = translations;
    if (before?.subject === content?.subject && before?.markdown === content?.markdown)
      return ok(version);
    const changed = content ? { ...others, [language]: content } : others;
    await writeNewsletter(tx, id, { translations: changed }, now);
    await auditNewsletter(tx, change, "newsletter.updated", {
      language,
      before: before && { subject: before.subject, characters: before.markdown.length },
      after: content && { subject: content.subject, characters: content.markdown.length },
    });
    return ok(version + 1);
  });
}

/** Deletes a draft. */
export async function deleteDraft(
  db: Db,
  change: NewsletterChange,
): Promise<Result<void, NewsletterError>> {
  return changeNewsletter(db, change, async (tx, before) => {
    if (before.state !== "draft") return err("stale");
    await withdrawTests(tx, before.id);
    await tx.delete(newsletters).where(eq(newsletters.id, before.id));
    await auditNewsletter(tx, change, "newsletter.deleted", { subject: before.subject });
    return ok(undefined);
  });
}

/** Sends a test mail of the newsletter to the administrator, in English unless another language is given. */
export async function sendTest(
  db: Db,
  change: NewsletterChange & { language?: OtherLanguage },
): Promise<Result<void, NewsletterError>> {
  const { id, actor, now, language = "en" } = change;
  return changeNewsletter(db, change, async (tx) => {
    const message = { template: "newsletter", newsletterId: id, unsubscribePath: null } as const;
    const key = `newsletter-test:${id}:${now.getTime()}`;
    await enqueueMail(tx, { key, to: accountAddress(actor), message, language, now });
    await auditNewsletter(tx, change, "newsletter.tested", {});
    return ok(undefined);
  });
}

/** Runs `work` on a locked newsletter, if the actor is an administrator and saw its current version. */
export async function changeNewsletter<Value, Problem>(
  db: Db,
  { id, version, actor }: NewsletterChange,
  work: (tx: Db, before: StoredNewsletter) => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem | NewsletterError>> {
  return db.transaction(async (tx) => {
    if (!(await isAdministrator(tx, actor))) return err("forbidden");
    // Serialises changes of all newsletters, so that two cannot be started at once.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('satchel newsletters', 0))`);
    const [before] = await tx
      .select()
      .from(newsletters)
      .where(eq(newsletters.id, id))
      // `for update`, because `work` may delete the row.
      .for("update");
    if (!before) return err("not-found");
    if (before.version !== version) return err("stale");
    const done = await work(tx, before);
    if (done.ok) await notifyNewsletters(tx);
    return done;
  });
}

/** Updates a newsletter and its version. */
export async function writeNewsletter(
  tx: Db,
  id: number,
  values: Partial<typeof newsletters.$inferInsert>,
  now: Date,
): Promise<void> {
  await tx
    .update(newsletters)
    .set({ ...values, updatedAt: now, version: sql`${newsletters.version} + 1` })
    .where(eq(newsletters.id, id));
}

export async function auditNewsletter(
  tx: Db,
  { id, actor, now }: Pick<NewsletterChange, "id" | "actor" | "now">,
  action: AuditAction,
  data: Record<string, unknown>,
): Promise<void> {
  const subjectId = String(id);
  await recordAudit(tx, { actor, action, subject: "newsletter", subjectId, data, now });
}
