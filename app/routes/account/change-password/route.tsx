import { data, href, redirect } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import {
  authHeaders,
  cookiesOf,
  requireSignedIn,
  safeNext,
  signedInOf,
} from "#app/session.server.ts";
import { secondsToWait, tooManyTries } from "#app/limits.server.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { signInByAccount } from "#shop/limits/limits.server.ts";
import { newPasswordSchema } from "#shop/accounts/account.ts";
import { changePassword } from "#shop/accounts/sessions.server.ts";
import type { Route } from "./+types/route";
import { ChangeExpiredPasswordView } from "./change-expired-password-view.tsx";

export { headers } from "#app/retry-after.ts";

export const meta: Route.MetaFunction = () => [{ title: "Change password" }];

export function loader({ context, url }: Route.LoaderArgs) {
  const next = safeNext(url.searchParams.get("next"));
  const signedIn = signedInOf(context);
  if (!signedIn) throw redirect(href("/login"));
  if (!signedIn.passwordExpired) throw redirect(next);
  return { next };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, auth } = context.get(servicesContext);
  const { account } = requireSignedIn(context);
  const form = await readForm(request);
  const given = parseForm(newPasswordSchema, textsOf(form, ["password", "confirmPassword"]));
  if (!given.ok) return data({ errors: given.error, error: null }, { status: 400 });
  const { password } = given.value;
  const current = textOf(form, "currentPassword");
  if (current === password)
    return data(
      { errors: { password: "Please choose another password than the old one" }, error: null },
      { status: 400 },
    );
  const limits = [{ limit: signInByAccount, who: account.email }];
  const wait = await secondsToWait(db, limits, new Date());
  if (wait > 0) {
    const { message, init } = tooManyTries(wait);
    return data({ errors: {}, error: message }, init);
  }
  const headers = authHeaders(request, context);
  const now = new Date();
  const response = await changePassword(db, auth, { account, current, password, headers, now });
  if (!response)
    return data(
      { errors: { currentPassword: "This is not your password" }, error: null },
      { status: 400 },
    );
  throw redirect(withNotice(safeNext(textOf(form, "next")), "password-saved"), {
    headers: cookiesOf(response),
  });
}

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ChangeExpiredPasswordView
      next={loaderData.next}
      errors={actionData?.errors}
      error={actionData?.error ?? null}
    />
  );
}
