import { data, href, Link } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { authHeaders, cookiesOf, safeNext, signedInOf } from "#app/session.server.ts";
import {
  giveAttemptsBack,
  logRefusedAttempt,
  secondsToWait,
  tooManyAtOnce,
  tooManyAttempts,
} from "#app/limits.server.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { rich, t } from "#messages/translate.ts";
import { signInSchema } from "#shop/accounts/account.ts";
import { knownBrowserQueue, passwordQueue } from "#shop/accounts/passwords.server.ts";
import { isBlockedResponse } from "#shop/accounts/blocking.server.ts";
import { allowsPasskeys } from "#shop/accounts/passkeys.server.ts";
import { signInByPasskey } from "#app/passkey-sign-in.server.ts";
import { signInAttempts } from "#app/sign-in-limits.server.ts";
import type { PageHandle } from "#app/hydration/static-page.ts";
import type { Route } from "./+types/route";
import { Field } from "#app/ui/field.tsx";
import { EmailField } from "../shared/sign-in/fields.tsx";
import { PasskeyButton } from "../shared/sign-in/passkey-button.tsx";
import { SignInForm, useCheckedForm, withNext } from "../shared/sign-in/form.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";
import { SocialSignIn } from "../shared/sign-in/social-buttons.tsx";

export { headers } from "#app/limits.server.ts";

export const handle: PageHandle = { hydrates: "when-used", passkeys: true };

export const meta: Route.MetaFunction = () => [{ title: t("signIn.signIn") }];

export function loader({ context, url }: Route.LoaderArgs) {
  const next = safeNext(url.searchParams.get("next"));
  if (signedInOf(context)) throw redirect(next);
  const { socialProviders, appUrl } = context.get(servicesContext);
  return { next, providers: socialProviders, passkeys: allowsPasskeys(appUrl()) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, auth } = context.get(servicesContext);
  const form = await readForm(request);
  const next = safeNext(textOf(form, "next"));
  if (textOf(form, "intent") === "passkey") return signInByPasskey(request, context, form);
  const values = textsOf(form, ["email"]);
  const given = parseForm(signInSchema, textsOf(form, ["email", "password"]));
  if (!given.ok) return data({ values, error: t("rules.signInMissing") }, { status: 400 });

  const now = new Date();
  const address = context.get(clientAddressContext);
  const headers = authHeaders(request, context);
  const { email } = given.value;
  const attempts = await signInAttempts(auth, { email, address, headers });
  const refuse = (reason: string) => logRefusedAttempt(context, { event: "sign-in", reason });
  // The limits are counted in the queue: a request that is refused for a full one takes no try and costs no query.
  const signIn = async () => {
    const wait = await secondsToWait(db, [...attempts.all, ...attempts.failures], now);
    if (wait > 0) {
      refuse("too-many-attempts");
      const { message, init } = tooManyAttempts(wait);
      return { error: message, init };
    }
    const waitForAccount = await secondsToWait(db, attempts.account, now);
    if (waitForAccount > 0) {
      refuse("too-many-attempts-for-account");
      // Wrong passwords came from many networks. A link by mail makes this browser known, like an earlier sign-in.
      return { error: t("signIn.accountUnderAttack"), init: tooManyAttempts(waitForAccount).init };
    }
    return auth.api.signInEmail({ body: given.value, headers, asResponse: true });
  };
  const queue = attempts.isKnown ? knownBrowserQueue : passwordQueue;
  const queued = await queue.run(address, signIn);
  if (!queued.ok) {
    refuse("queue-full");
    const { message, init } = tooManyAtOnce(context);
    return data({ values, error: message }, init);
  }
  const response = queued.value;
  if (!(response instanceof Response))
    return data({ values, error: response.error }, response.init);
  if (!response.ok) {
    const blocked = await isBlockedResponse(response);
    const error = t(blocked ? "signIn.blocked" : "rules.signInFailed");
    return data({ values, error }, { status: 401 });
  }
  await giveAttemptsBack(db, [...attempts.failures, ...attempts.account], now);
  const cookies = cookiesOf(response);
  const answer = (await response.json()) as { twoFactorRedirect?: boolean };
  if (answer.twoFactorRedirect)
    throw redirect(`${href("/two-factor")}?next=${encodeURIComponent(next)}`, { headers: cookies });
  throw redirect(withNotice(next, "signed-in"), { headers: cookies });
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { providers, next, passkeys } = loaderData;
  const checked = useCheckedForm<"email" | "password">(signInSchema, undefined, actionData?.error);
  return (
    <SignInFrame
      title={t("signIn.signIn")}
      lead={rich("signIn.newHere", {
        link: <Link className="link" to={withNext("/register", next)} />,
      })}
    >
      <SignInForm
        checked={checked}
        action={withNext("/login", next)}
        intent="sign-in"
        hidden={{ next }}
        submit={t("signIn.signIn")}
      >
        <EmailField typed={actionData?.values.email} passkeys={passkeys} field={checked.field} />
        <div className="auth__password">
          <Field
            label={t("signIn.password")}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            {...checked.field("password")}
          />
          <Link className="link xs" to="/forgot-password">
            {t("signIn.forgotPassword")}
          </Link>
        </div>
      </SignInForm>
      {passkeys && (
        <PasskeyButton
          action={withNext("/login", next)}
          purpose="sign-in"
          next={next}
          label={t("signIn.withPasskey")}
        />
      )}
      <SocialSignIn providers={providers} next={next} screen="login" />
      <p className="auth__foot">
        {rich("signIn.noAccountNeeded", { link: <Link className="link" to="/track-order" /> })}
      </p>
    </SignInFrame>
  );
}
