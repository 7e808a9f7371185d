import type { RouterContextProvider } from "react-router";
import { err, ok, type Result } from "#lib/result.ts";
import { MINUTE_MS } from "#lib/time.ts";
import { t } from "#messages/translate.ts";
import { hasPassword } from "#shop/accounts/accounts.server.ts";
import { knownBrowserQueue } from "#shop/accounts/passwords.server.ts";
import { promptBySession } from "#shop/limits/limits.server.ts";
import { clientAddressContext, servicesContext } from "./context.ts";
import {
  logRefusedAttempt,
  secondsToWait,
  tooManyAtOnce,
  tooManyAttempts,
} from "./limits.server.ts";
import { authHeaders, continueSession, requireSignedIn } from "./session.server.ts";

/** Without a password, the sign-in must not be older. */
const FRESH_MS = 15 * MINUTE_MS;

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
  const { account, signedInAt } = requireSignedIn(context);
  if (!(await hasPassword(db, account.id))) {
    const isFresh = Date.now() - signedInAt.getTime() <= FRESH_MS;
    return isFresh ? null : { message: t("rules.signInNotFresh"), init: { status: 400 } };
  }
  const prompted = await runPrompt(context, () =>
    auth.api.verifyPassword({
      body: { password },
      headers: authHeaders(request, context),
      asResponse: true,
    }),
  );
  if (!prompted.ok) return prompted.error;
  if (!prompted.value.ok) return { message: t("rules.passwordWrong"), init: { status: 400 } };
  continueSession(context, prompted.value);
  return null;
}

/**
 * Runs the check of a password prompt within its limit and its queue. Returns a refusal, an expected error, when the
 * limit is reached or the queue is full.
 */
export async function runPrompt<T>(
  context: Readonly<RouterContextProvider>,
  check: () => Promise<T>,
): Promise<Result<T, Refusal>> {
  const { db } = context.get(servicesContext);
  const { account, sessionId } = requireSignedIn(context);
  const refuse = (reason: string, refusal: Refusal) => {
    logRefusedAttempt(context, { event: "password-prompt", reason, account: account.id });
    return err(refusal);
  };
  const queued = await knownBrowserQueue.run(context.get(clientAddressContext), async () => {
    const limits = [{ limit: promptBySession, who: sessionId }];
    const wait = await secondsToWait(db, limits, new Date());
    return wait > 0 ? refuse("too-many-attempts", tooManyAttempts(wait)) : ok(await check());
  });
  return queued.ok ? queued.value : refuse("queue-full", tooManyAtOnce(context));
}
