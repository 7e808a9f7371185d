import { createHash } from "node:crypto";
import type { Db } from "#db/client.server.ts";
import { enqueueMail } from "../mail/mails.server.ts";
import type { AccountMail } from "../mail/mail.ts";

/** Puts a mail with a single-use link into the outbox. */
export async function sendAccountMail(
  db: Db,
  template: AccountMail["template"],
  user: { name: string; email: string },
  link: string,
  token: string,
): Promise<void> {
  // The key names the token without telling it.
  const digest = createHash("sha256").update(token).digest("hex").slice(0, 24);
  await enqueueMail(db, {
    key: `${template}:${digest}`,
    to: user.email,
    message: { template, name: user.name, link },
    now: new Date(),
  });
}
