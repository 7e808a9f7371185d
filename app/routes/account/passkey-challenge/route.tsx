import { data } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { logRefusedAttempt, secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { authHeaders, cookieHeaders } from "#app/session.server.ts";
import { textOf } from "#lib/form.ts";
import { createSignInChallenge, readPendingSignIn } from "#shop/accounts/passkey-sign-in.server.ts";
import { allowsPasskeys } from "#shop/accounts/passkeys.server.ts";
import { passkeyChallengeByAddress } from "#shop/limits/limits.server.ts";
import type { Route } from "./+types/route";

/** Returns a challenge for `passkey-sign-in.ts`, as JSON: for any passkey, or for the second step of a sign-in. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, auth, appUrl } = context.get(servicesContext);
  if (!allowsPasskeys(appUrl())) throw data(null, { status: 404 });
  const purpose = textOf(await readForm(request), "purpose");
  const headers = authHeaders(request, context);
  const now = new Date();
  const limits = [{ limit: passkeyChallengeByAddress, who: context.get(clientAddressContext) }];
  const wait = await secondsToWait(db, limits, now);
  if (wait > 0) {
    logRefusedAttempt(context, { event: "passkey", reason: "too-many-attempts" });
    throw data(null, tooManyAttempts(wait).init);
  }
  const pending =
    purpose === "second-step" ? await readPendingSignIn(db, auth, headers, now) : null;
  if (purpose !== "sign-in" && !pending) throw data(null, { status: 400 });
  const userId = pending?.userId ?? null;
  const { options, cookies } = await createSignInChallenge(db, auth, { headers, userId });
  return Response.json(options, { headers: cookieHeaders(cookies) });
}
