import { and, eq, ne } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { sendAccountMail } from "./account-mails.server.ts";
import { recordEmailChange } from "./email-changes.server.ts";
import {
  createMailLink,
  type LinkOwner,
  readMailLink,
  redeemMailLink,
} from "./mail-links.server.ts";
import { users } from "./tables.ts";

/**
 * Mails an address a link by which an account confirms it, or changes to it. If another account has the address, no
 * mail is sent: that would reveal it.
 */
export async function mailEmailLink(
  db: Db,
  link: { owner: LinkOwner; email: string; appUrl: string; now: Date },
): Promise<void> {
  const { owner, email, appUrl, now } = link;
  await db.transaction(async (tx) => {
    if (await isTaken(tx, email, owner.id)) return;
    const token = await createMailLink(tx, { owner, purpose: "verify-email", email, now });
    const url = `${appUrl}/verify-email?token=${token}`;
    await sendAccountMail(tx, "verify-email", { email }, url, token);
  });
}

interface Confirmation {
  token: string;
  /** The account that is signed in. */
  userId: string;
  now: Date;
}

/**
 * Returns the address that the link of this token confirms for an account; null if it does not work there. Opened by
 * another account it works for neither: otherwise the owner of an address could confirm, by accident, an account that
 * somebody else registered with it.
 */
export async function readEmailLink(
  db: Db,
  { token, userId, now }: Confirmation,
): Promise<string | null> {
  const link = await readMailLink(db, { purpose: "verify-email", token, now });
  return link?.userId === userId ? link.email : null;
}

/**
 * Confirms the address of an account, or changes it to the new one, by the token of a mailed link. The previous address
 * gets a mail with a link that undoes the change, unless it was never confirmed: then it may be another person's. Error
 * `taken`: another account has the address since.
 */
export async function confirmEmail(
  db: Db,
  { appUrl, ...confirmation }: Confirmation & { appUrl: string },
): Promise<Result<{ id: string; email: string; emailVerified: boolean }, "invalid" | "taken">> {
  const { token, userId, now } = confirmation;
  return db.transaction(async (tx) => {
    if (!(await readEmailLink(tx, confirmation))) return err("invalid");
    const link = await redeemMailLink(tx, { purpose: "verify-email", token, now });
    if (!link) return err("invalid");
    const { user, email } = link;
    if (await isTaken(tx, email, userId)) return err("taken");
    await tx
      .update(users)
      .set({ email, emailVerified: true, updatedAt: now })
      .where(eq(users.id, userId));
    if (user.emailVerified && email !== user.email)
      await recordEmailChange(tx, user, { email, appUrl, now });
    return ok({ id: userId, email, emailVerified: true });
  });
}

async function isTaken(tx: Db, email: string, userId: string): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.email, email), ne(users.id, userId)))) > 0;
}
