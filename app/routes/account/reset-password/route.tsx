import { data, href } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { logRefusedAttempt, secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { authHeaders, cookiesOf } from "#app/session.server.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { newPasswordSchema } from "#shop/accounts/account.ts";
import { safePasswordSchema } from "#shop/accounts/common-passwords.server.ts";
import { resetByAddress } from "#shop/limits/limits.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import type { Route } from "./+types/route";
import { ButtonLink } from "#app/ui/button.tsx";
import type { PageHandle } from "#app/hydration/static-page.ts";
import { SignInForm, useCheckedForm } from "../shared/sign-in/form.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";
import { NewPasswordFields } from "../shared/sign-in/fields.tsx";

export { headers } from "#app/limits.server.ts";

export const handle: PageHandle = { hydrates: "when-used" };

export const meta: Route.MetaFunction = () => [{ title: t("signIn.choosePassword") }];

export function loader({ url }: Route.LoaderArgs) {
  return { token: url.searchParams.get("token") ?? "" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, auth } = context.get(servicesContext);
  const form = await readForm(request);
  const schema = safePasswordSchema(await settingsOf(context));
  const given = parseForm(schema, textsOf(form, ["password", "confirmPassword"]));
  if (!given.ok) return data({ errors: given.error, error: null, invalid: false }, { status: 400 });
  const limits = [{ limit: resetByAddress, who: context.get(clientAddressContext) }];
  const wait = await secondsToWait(db, limits, new Date());
  if (wait > 0) {
    logRefusedAttempt(context, { event: "password-reset", reason: "too-many-attempts" });
    const { message, init } = tooManyAttempts(wait);
    return data({ errors: {}, error: message, invalid: false }, init);
  }
  const response = await auth.api.setMailedPassword({
    body: { password: given.value.password, token: textOf(form, "token") },
    headers: authHeaders(request, context),
    asResponse: true,
  });
  if (!response.ok) return data({ errors: {}, error: null, invalid: true }, { status: 400 });
  throw redirect(withNotice(href("/login"), "password-saved"), { headers: cookiesOf(response) });
}

type NewPasswordField = "password" | "confirmPassword";

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { token } = loaderData;
  const checked = useCheckedForm<NewPasswordField>(
    newPasswordSchema,
    actionData?.errors,
    actionData?.error,
  );
  if (actionData?.invalid ?? token === "") {
    return (
      <SignInFrame title={t("signIn.resetLinkEnded")} lead={t("signIn.resetLinkEndedText")}>
        <ButtonLink to="/forgot-password" variant="primary" block>
          {t("signIn.newLink")}
        </ButtonLink>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t("signIn.choosePassword")} lead={t("signIn.choosePasswordText")}>
      <SignInForm
        checked={checked}
        action={`/reset-password?token=${encodeURIComponent(token)}`}
        intent="reset-password"
        hidden={{ token }}
        submit={t("signIn.savePassword")}
      >
        <NewPasswordFields field={checked.field} />
      </SignInForm>
    </SignInFrame>
  );
}
