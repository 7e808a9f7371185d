import { data, Link } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { secondsToWait } from "#app/limits.server.ts";
import { parseForm, textsOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { emailSchema } from "#shop/accounts/account.ts";
import { requestPasswordReset } from "#shop/accounts/reset-password.server.ts";
import { mailByAccount, mailByAddress } from "#shop/limits/limits.server.ts";
import type { Route } from "./+types/route";
import { Notice } from "#app/ui/notice.tsx";
import type { PageHandle } from "#app/hydration/static-page.ts";
import { EmailField } from "../shared/sign-in/fields.tsx";
import { SignInForm, useCheckedForm } from "../shared/sign-in/form.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";

export const handle: PageHandle = { hydrates: "when-used" };

export const meta: Route.MetaFunction = () => [{ title: t("signIn.forgotTitle") }];

export async function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const form = await readForm(request);
  const values = textsOf(form, ["email"]);
  const given = parseForm(emailSchema, values);
  if (!given.ok) return data({ values, errors: given.error, sent: false }, { status: 400 });

  const now = new Date();
  const limits = [
    { limit: mailByAddress, who: context.get(clientAddressContext) },
    { limit: mailByAccount, who: given.value.email },
  ];
  // Over the limit no mail is sent, but the response stays the same, so that it reveals nothing about the account.
  if ((await secondsToWait(db, limits, now)) === 0)
    await requestPasswordReset(db, given.value.email, now);
  return { values, errors: {}, sent: true };
}

/** The request for a reset link. Its response never reveals whether the account exists. */
export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const sent = actionData?.sent ?? false;
  const checked = useCheckedForm<"email">(emailSchema, actionData?.errors);
  return (
    <SignInFrame title={t("signIn.forgotPassword")} lead={t("signIn.forgotText")}>
      <div className="auth__answer" role="status">
        {sent && <Notice tone="completed">{t("signIn.linkSent")}</Notice>}
      </div>
      <SignInForm
        checked={checked}
        action="/forgot-password"
        intent="forgot-password"
        submit={t(sent ? "signIn.sendAnotherLink" : "signIn.sendLink")}
      >
        <EmailField typed={actionData?.values.email} field={checked.field} />
      </SignInForm>
      <Link className="link auth__way" to="/login">
        {t("signIn.backToSignIn")}
      </Link>
    </SignInFrame>
  );
}
