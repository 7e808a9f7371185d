import { z } from "zod";
import type { Db } from "#db/client.server.ts";
import type { Auth } from "./auth.server.ts";
import { useUpMailLink } from "./mail-links.server.ts";

/**
 * Confirms an account's address, or its new one, by the token of a mail's link: once, and for nobody but whoever
 * is signed in to that account. So nobody confirms an account that somebody else opened with their address, by
 * a mail they did not ask for.
 */
export async function confirmEmail(
  db: Db,
  auth: Auth,
  link: { token: string; account: { email: string }; headers: Headers; now: Date },
): Promise<boolean> {
  const { token, account, headers, now } = link;
  if (emailIn(token) !== account.email || !(await useUpMailLink(db, token, now))) return false;
  const response = await auth.api.verifyEmail({ query: { token }, headers, asResponse: true });
  return response.ok;
}

/** The account that the token is about; whether it is genuine is for Better Auth to say. */
function emailIn(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
    );
    return z.object({ email: z.string() }).parse(payload).email;
  } catch {
    return null;
  }
}
