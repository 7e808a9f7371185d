import { and, eq, gt, isNull, ne } from "drizzle-orm";
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
import { mailLinks, users } from "./tables.ts";

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
    await sendAccountMail(tx, "verify-email", { email }, linkOf(appUrl, token), token);
  });
}

/**
 * Returns a new link for an address that an account has still to confirm: its own, or one it changes to by a link that has
 * not expired. Null if there is none.
 */
export async function renewEmailLink(
  tx: Db,
  { email, appUrl, now }: { email: string; appUrl: string; now: Date },
): Promise<string | null> {
  const columns = { id: users.id, credentialVersion: users.credentialVersion };
  const [own] = await tx
    .select(columns)
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, false)));
  const [changing] = await tx
    .select(columns)
    .from(mailLinks)
    .innerJoin(users, eq(users.id, mailLinks.userId))
    .where(
      and(
        eq(mailLinks.purpose, "verify-email"),
        eq(mailLinks.email, email),
        eq(mailLinks.credentialVersion, users.credentialVersion),
        gt(mailLinks.expiresAt, now),
        ne(users.email, email),
        isNull(users.blockedAt),
      ),
    )
    .limit(1);
  const owner = own ?? changing;
  if (!owner || (await isTaken(tx, email, owner.id))) return null;
  const link = { owner, purpose: "verify-email" as const, email, now };
  return linkOf(appUrl, await createMailLink(tx, link));
}

function linkOf(appUrl: string, token: string): string {
  return `${appUrl}/verify-email?token=${token}`;
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
