import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import type { CompleteMail, CompleteMessage } from "#shop/mail/mail-message.ts";
import { mails } from "#shop/mail/tables.ts";
import { completeMails } from "#shop/mail-sending/complete-mail.server.ts";

// Tests of a feature may not import one above it.
export { completeMails };

type LinkTemplate =
  | "verify-email"
  | "reset-password"
  | "email-changed"
  | "invitation"
  | "two-factor-asked";

/** Completes a mail as the mailer does; throws if it is not to be sent. */
export async function completeMessage(
  db: Db,
  mail: Parameters<CompleteMail>[0],
): Promise<CompleteMessage> {
  const completed = await completeMails(db, { appUrl: "http://shop.test" })(mail, new Date());
  if (!completed) throw new Error(`nobody gets the mail ${mail.message.template}`);
  return completed.message;
}

/** Returns the link in the newest mail of this template to an address, as the mailer would send it; null without one. */
export async function linkTo(db: Db, email: string, template: LinkTemplate): Promise<URL | null> {
  const [mail] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.to, email), eq(sql`${mails.message} ->> 'template'`, template)))
    .orderBy(desc(mails.createdAt))
    .limit(1);
  const message = mail && (await completeMessage(db, mail));
  return message && "link" in message ? new URL(message.link) : null;
}

/** Returns the token of that link; an empty text without one. */
export async function tokenTo(db: Db, email: string, template: LinkTemplate): Promise<string> {
  return (await linkTo(db, email, template))?.searchParams.get("token") ?? "";
}
