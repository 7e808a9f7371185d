import { data, type RouterContextProvider } from "react-router";
import { redirect } from "./redirects.ts";
import { textOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { readPendingSignIn, signInWithPasskey } from "#shop/accounts/passkey-sign-in.server.ts";
import { signInByAddress } from "#shop/limits/limits.server.ts";
import { clientAddressContext, servicesContext } from "./context.ts";
import { logRefusedAttempt, secondsToWait, tooManyAttempts } from "./limits.server.ts";
import { withNotice } from "./notices.ts";
import { authHeaders, cookiesOf, safeNext } from "./session.server.ts";

/**
 * Signs in by the passkey that signed a challenge, as the form of `passkey-sign-in.ts` sends it, and redirects to `next`.
 * For the second step of a sign-in it must be one of its account. Returns the error to show.
 */
export async function signInByPasskey(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
  { secondStep } = { secondStep: false },
) {
  const { db, auth } = context.get(servicesContext);
  const now = new Date();
  const values = { email: "" };
  const limits = [{ limit: signInByAddress, who: context.get(clientAddressContext) }];
  const wait = await secondsToWait(db, limits, now);
  if (wait > 0) {
    logRefusedAttempt(context, { event: "passkey", reason: "too-many-attempts" });
    const { message, init } = tooManyAttempts(wait);
    return data({ values, error: message }, init);
  }
  const headers = authHeaders(request, context);
  const pending = secondStep ? await readPendingSignIn(db, auth, headers, now) : null;
  if (secondStep && !pending)
    return data({ values, error: t("signIn.passkeyFailed") }, { status: 401 });
  const signed = textOf(form, "signed");
  const signedIn = await signInWithPasskey(db, auth, {
    signed,
    pendingUserId: pending?.userId ?? null,
    headers,
  });
  if (!signedIn.ok) {
    const error = t(signedIn.error === "blocked" ? "signIn.blocked" : "signIn.passkeyFailed");
    return data({ values, error }, { status: 401 });
  }
  throw redirect(withNotice(safeNext(textOf(form, "next")), "signed-in"), {
    headers: cookiesOf(signedIn.value),
  });
}
