import { createHash } from "node:crypto";
import type { Db } from "#db/client.server.ts";
import { mailByAccount, registrationByEmail } from "../limits/limits.server.ts";
import { accountAddress, typedAddress } from "../mail/addresses.ts";
import { enqueueMail } from "../mail/mails.server.ts";

/** Enqueues a mail with a single-use link. */
export async function sendAccountMail(
  db: Db,
  template: "verify-email" | "email-changed",
  { email }: { email: string },
  link: string,
  token: string,
): Promise<void> {
  // The key of the mail must not reveal the token.
  const digest = createHash("sha256").update(token).digest("hex").slice(0, 24);
  await enqueueMail(db, {
    key: `${template}:${digest}`,
    to:
      template === "verify-email"
        ? typedAddress(email, [registrationByEmail, mailByAccount])
        : accountAddress({ email }),
    message: { template, link },
    now: new Date(),
  });
}
