import { z } from "zod";
import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import type { Auth } from "./auth.server.ts";
import { recordEmailChange } from "./email-changes.server.ts";
import { redeemMailLink } from "./mail-links.server.ts";
import { users } from "./tables.ts";

/**
 * Verifies the address of an account, or its new one, by the token of a mailed link. A token works once, and only in
 * a session of that account: otherwise the owner of an address could verify, by accident, an account that another
 * person registered with it. The previous address gets a mail with a link that undoes the change, unless it was never
 * verified: then it may be another person's.
 */
export async function confirmEmail(
  db: Db,
  auth: Auth,
  link: { token: string; account: { email: string }; headers: Headers; now: Date },
): Promise<boolean> {
  const { token, account, headers, now } = link;
  if (decodeEmail(token) !== account.email || !(await redeemMailLink(db, token, now))) return false;
  const [before] = await db.select().from(users).where(eq(users.email, account.email));
  const response = await auth.api.verifyEmail({ query: { token }, headers, asResponse: true });
  if (!response.ok) return false;
  if (before?.emailVerified) {
    const [after] = await db.select().from(users).where(eq(users.id, before.id));
    if (after && after.email !== before.email)
      await recordEmailChange(db, before, { appUrl: auth.options.baseURL, now });
  }
  return true;
}

/** Decodes the address in the token without checking the signature, which Better Auth does. */
function decodeEmail(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
    );
    return z.object({ email: z.string() }).parse(payload).email;
  } catch {
    return null;
  }
}
