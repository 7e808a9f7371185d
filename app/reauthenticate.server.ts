import type { RouterContextProvider } from "react-router";
import { MINUTE_MS } from "#lib/time.ts";
import { hasPassword } from "#shop/accounts/accounts.server.ts";
import { promptBySession } from "#shop/limits/limits.server.ts";
import { servicesContext } from "./context.ts";
import { secondsToWait, tooManyTries } from "./limits.server.ts";
import { requireSignedIn } from "./session.server.ts";

/** Without a password, the sign-in must not be older. */
const FRESH_MS = 15 * MINUTE_MS;

export const WRONG_PASSWORD = "Incorrect password";
const NOT_FRESH = "Please sign out and in again, then try once more.";

/** Why a person was not recognised, and the response. */
interface Refusal {
  message: string;
  init: ResponseInit;
}

/**
 * Verifies before a sensitive change that the person at the browser is the owner of the account: by the password, or for
 * an account without one by a recent sign-in. Returns null if so.
 */
export async function reauthenticate(
  request: Request,
  context: Readonly<RouterContextProvider>,
  password: string,
): Promise<Refusal | null> {
  const { db, auth } = context.get(servicesContext);
  const { account, sessionId, signedInAt } = requireSignedIn(context);
  const now = new Date();
  if (!(await hasPassword(db, account.id))) {
    const isFresh = now.getTime() - signedInAt.getTime() <= FRESH_MS;
    return isFresh ? null : { message: NOT_FRESH, init: { status: 400 } };
  }
  const wait = await secondsToWait(db, [{ limit: promptBySession, who: sessionId }], now);
  if (wait > 0) return tooManyTries(wait);
  const { headers } = request;
  const checked = await auth.api.verifyPassword({ body: { password }, headers, asResponse: true });
  return checked.ok ? null : { message: WRONG_PASSWORD, init: { status: 400 } };
}
