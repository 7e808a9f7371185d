import { data, href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import {
  authHeaders,
  cookiesOf,
  requireSignedIn,
  safeNext,
  signedInOf,
} from "#app/session.server.ts";
import { runPrompt } from "#app/reauthenticate.server.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { newPasswordSchema } from "#shop/accounts/account.ts";
import { safePasswordSchema } from "#shop/accounts/common-passwords.server.ts";
import { changePassword } from "#shop/accounts/sessions.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import type { Route } from "./+types/route";
import { z } from "zod";
import { Field } from "#app/ui/field.tsx";
import { SignInForm, useCheckedForm, withNext } from "../shared/sign-in/form.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";
import { NewPasswordFields } from "../shared/sign-in/fields.tsx";

export { headers } from "#app/limits.server.ts";

export const meta: Route.MetaFunction = () => [{ title: t("signIn.changePassword") }];

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
  const { shopName } = await settingsOf(context);
  const schema = safePasswordSchema({ shopName, email: account.email });
  const given = parseForm(schema, textsOf(form, ["password", "confirmPassword"]));
  if (!given.ok) return data({ errors: given.error, error: null }, { status: 400 });
  const { password } = given.value;
  const current = textOf(form, "currentPassword");
  if (current === password) {
    const errors = { password: t("signIn.passwordUnchanged") };
    return data({ errors, error: null }, { status: 400 });
  }
  const headers = authHeaders(request, context);
  const now = new Date();
  const prompted = await runPrompt(context, () =>
    changePassword(db, auth, { account, current, password, headers, now }),
  );
  if (!prompted.ok) return data({ errors: {}, error: prompted.error.message }, prompted.error.init);
  const response = prompted.value;
  if (!response) {
    const errors = { currentPassword: t("rules.passwordWrong") };
    return data({ errors, error: null }, { status: 400 });
  }
  throw redirect(withNotice(safeNext(textOf(form, "next")), "password-saved"), {
    headers: cookiesOf(response),
  });
}

type ChangePasswordField = "currentPassword" | "password" | "confirmPassword";

const changePasswordSchema = newPasswordSchema.safeExtend({
  currentPassword: z.string().min(1, { error: () => t("rules.required") }),
});

/** Shown instead of the requested page while the password is expired. */
export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  const { next } = loaderData;
  const checked = useCheckedForm<ChangePasswordField>(
    changePasswordSchema,
    actionData?.errors,
    actionData?.error,
  );
  return (
    <SignInFrame title={t("signIn.changePassword")} lead={t("signIn.changePasswordText")}>
      <SignInForm
        checked={checked}
        action={withNext("/change-password", next)}
        intent="change-password"
        hidden={{ next }}
        submit={t("signIn.saveAndContinue")}
      >
        <Field
          label={t("signIn.currentPassword")}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          {...checked.field("currentPassword")}
        />
        <NewPasswordFields field={checked.field} />
      </SignInForm>
    </SignInFrame>
  );
}
