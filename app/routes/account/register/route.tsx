import { data, redirect } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { authHeaders, cookiesOf, safeNext, signedInOf } from "#app/session.server.ts";
import { secondsToWait, tooManyTries } from "#app/limits.server.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { registrationSchema, UNKNOWN_REFERRAL_CODE } from "#shop/accounts/account.ts";
import { findReferrer, setReferrer } from "#shop/accounts/accounts.server.ts";
import { reconcileUser } from "#shop/loyalty/loyalty.server.ts";
import { registrationByAddress, registrationByEmail } from "#shop/limits/limits.server.ts";
import type { Route } from "./+types/route";
import { RegisterView } from "./register-view.tsx";

const FAILED = "Registration failed. Please try again.";

export { headers } from "#app/retry-after.ts";

export const meta: Route.MetaFunction = () => [{ title: "Create account" }];

export function loader({ context, url }: Route.LoaderArgs) {
  const next = safeNext(url.searchParams.get("next"));
  if (signedInOf(context)) throw redirect(next);
  return { next, providers: context.get(servicesContext).socialProviders };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, auth } = context.get(servicesContext);
  const form = await readForm(request);
  const next = safeNext(textOf(form, "next"));
  // Neither password is ever sent back.
  const values = textsOf(form, ["name", "email", "referralCode", "terms"]);
  const passwords = textsOf(form, ["password", "confirmPassword"]);
  const given = parseForm(registrationSchema, { ...values, ...passwords });
  if (!given.ok) return data({ values, errors: given.error, error: null }, { status: 400 });

  const now = new Date();
  const limits = [
    { limit: registrationByAddress, who: context.get(clientAddressContext) },
    { limit: registrationByEmail, who: given.value.email },
  ];
  const wait = await secondsToWait(db, limits, now);
  if (wait > 0) {
    const { message, init } = tooManyTries(wait);
    return data({ values, errors: {}, error: message }, init);
  }
  const { name, email, password, referralCode } = given.value;
  const referrer = referralCode === null ? null : await findReferrer(db, referralCode);
  if (referralCode !== null && !referrer) {
    const errors = { referralCode: UNKNOWN_REFERRAL_CODE };
    return data({ values, errors, error: null }, { status: 400 });
  }
  const response = await auth.api.signUpEmail({
    body: { name, email, password },
    headers: authHeaders(request, context),
    asResponse: true,
  });
  // Also for an address that has an account: who asks is not told which addresses do.
  if (!response.ok) return data({ values, errors: {}, error: FAILED }, { status: 400 });
  const { user } = (await response.json()) as { user: { id: string } };
  if (referrer) {
    await setReferrer(db, user.id, referrer.id);
    await reconcileUser(db, user.id, new Date());
  }
  throw redirect(withNotice(next, "registered"), { headers: cookiesOf(response) });
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <RegisterView
      {...loaderData}
      values={actionData?.values}
      errors={actionData?.errors}
      error={actionData?.error ?? null}
    />
  );
}
