import { data, redirect } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { authHeaders, cookiesOf, safeNext } from "#app/session.server.ts";
import { secondsToWait, tooManyTries } from "#app/limits.server.ts";
import { textOf } from "#lib/form.ts";
import { BLOCKED_TEXT } from "#shop/accounts/account.ts";
import { refusesBlocked } from "#shop/accounts/blocking.server.ts";
import { signInByAddress } from "#shop/limits/limits.server.ts";
import type { Route } from "./+types/route";
import { TwoFactorView } from "./two-factor-challenge-view.tsx";

const WRONG_CODE = "This code is not right, or no longer. Please try the next one.";

export { headers } from "#app/retry-after.ts";

export const meta: Route.MetaFunction = () => [{ title: "Two-factor authentication" }];

export function loader({ url }: Route.LoaderArgs) {
  return {
    next: safeNext(url.searchParams.get("next")),
    method:
      url.searchParams.get("method") === "recovery" ? ("recovery" as const) : ("totp" as const),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, auth } = context.get(servicesContext);
  const form = await readForm(request);
  const next = safeNext(textOf(form, "next"));
  const now = new Date();
  const limits = [{ limit: signInByAddress, who: context.get(clientAddressContext) }];
  const wait = await secondsToWait(db, limits, now);
  if (wait > 0) {
    const { message, init } = tooManyTries(wait);
    return data({ error: message }, init);
  }
  const code = textOf(form, "code").replaceAll(/\s/g, "");
  const input = {
    body: { code },
    headers: authHeaders(request, context),
    asResponse: true,
  } as const;
  const response =
    textOf(form, "method") === "recovery"
      ? await auth.api.verifyBackupCode(input)
      : await auth.api.verifyTOTP(input);
  if (!response.ok) {
    const blocked = await refusesBlocked(response);
    return data({ error: blocked ? BLOCKED_TEXT : WRONG_CODE }, { status: 401 });
  }
  throw redirect(withNotice(next, "signed-in"), { headers: cookiesOf(response) });
}

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  return <TwoFactorView {...loaderData} error={actionData?.error ?? null} />;
}
