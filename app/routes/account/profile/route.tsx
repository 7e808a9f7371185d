import { data, href } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { reauthenticate } from "#app/reauthenticate.server.ts";
import { redirect } from "#app/redirects.ts";
import { authHeaders, requireSignedIn, safeNext } from "#app/session.server.ts";
import { secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { birthdaySchema, emailSchema } from "#shop/accounts/account.ts";
import { hasPassword, setBirthday } from "#shop/accounts/accounts.server.ts";
import { mailEmailLink } from "#shop/accounts/confirm-email.server.ts";
import { safeNameSchema } from "#shop/accounts/names.server.ts";
import { mailByAccount, mailByAddress } from "#shop/limits/limits.server.ts";
import type { Route } from "./+types/route";
import { BirthdayForm, NameForm, EmailForm, type ProfileFormProps } from "./profile-forms.tsx";
import { Setting } from "../shared/setting.tsx";
import { t } from "#messages/translate.ts";

export { headers } from "#app/limits.server.ts";

export const meta: Route.MetaFunction = () => [{ title: t("account.title") }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { account } = requireSignedIn(context);
  return {
    account,
    hasPassword: await hasPassword(db, account.id),
    pendingEmail: url.searchParams.get("pending"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, auth, appUrl } = context.get(servicesContext);
  const { account, credentialVersion } = requireSignedIn(context);
  const form = await readForm(request);
  const intent = textOf(form, "intent");
  const invalid = (values: Record<string, string>, errors: Record<string, string | undefined>) =>
    data({ errorFor: intent, values, errors }, { status: 400 });

  if (intent === "name") {
    const values = textsOf(form, ["name"]);
    const given = parseForm(safeNameSchema, values);
    if (!given.ok) return invalid(values, given.error);
    await auth.api.updateUser({ body: given.value, headers: authHeaders(request, context) });
    throw redirect(withNotice(href("/account"), "name-saved"));
  }
  if (intent === "birthday") {
    const values = textsOf(form, ["birthday"]);
    const given = parseForm(birthdaySchema, values);
    if (!given.ok) return invalid(values, given.error);
    await setBirthday(db, account.id, given.value.birthday);
    throw redirect(withNotice(href("/account"), "birthday-saved"));
  }
  if (intent === "email" || intent === "send-verification") {
    const values = { email: intent === "email" ? textOf(form, "email") : account.email };
    const given = parseForm(emailSchema, values);
    if (!given.ok) return invalid(values, given.error);
    if (intent === "email") {
      const refused = await reauthenticate(request, context, textOf(form, "password"));
      if (refused)
        return data(
          { errorFor: intent, values, errors: { password: refused.message } },
          refused.init,
        );
    }
    const isOther = given.value.email !== account.email;
    if (!isOther && account.emailVerified)
      return invalid(values, {
        email: t("account.emailAlreadyYours"),
      });
    const limits = [
      { limit: mailByAddress, who: context.get(clientAddressContext) },
      { limit: mailByAccount, who: account.email },
      // The other address may be that of a stranger, who several accounts could send mails to.
      ...(isOther ? [{ limit: mailByAccount, who: given.value.email }] : []),
    ];
    const now = new Date();
    const wait = await secondsToWait(db, limits, now);
    if (wait > 0)
      return data(
        { errorFor: intent, values, errors: { email: tooManyAttempts(wait).message } },
        tooManyAttempts(wait).init,
      );
    const owner = { id: account.id, credentialVersion };
    await mailEmailLink(db, { owner, email: given.value.email, appUrl: appUrl(), now });
    const back =
      intent === "email"
        ? `${href("/account")}?pending=${encodeURIComponent(given.value.email)}`
        : safeNext(textOf(form, "next") || href("/account"));
    throw redirect(withNotice(back, "email-sent"));
  }
  throw data(null, { status: 400 });
}

/** The forms of this page by their `intent`; each has a field of that name. */
type ProfileField = "name" | "email" | "birthday";

/** Name, email and birthday. */
export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { account, hasPassword: passwordSet, pendingEmail } = loaderData;
  const errorFor = actionData?.errorFor;
  const values: Partial<Record<ProfileField, string>> | undefined = actionData?.values;
  const errors: Partial<Record<ProfileField | "password", string>> | undefined = actionData?.errors;
  const formProps = (field: ProfileField): ProfileFormProps => ({
    account,
    typed: errorFor === field ? values?.[field] : undefined,
    error: errorFor === field ? errors?.[field] : undefined,
  });
  return (
    <>
      <Setting title={t("account.name")} about={t("account.nameAbout")}>
        <NameForm {...formProps("name")} />
      </Setting>
      <Setting title={t("account.email")} about={t("account.emailAbout")}>
        {/* The key empties the field once the mail is sent. */}
        <EmailForm
          key={pendingEmail}
          pendingEmail={pendingEmail}
          hasPassword={passwordSet}
          passwordError={errorFor === "email" ? errors?.password : undefined}
          resendError={errorFor === "send-verification" ? errors?.email : undefined}
          {...formProps("email")}
        />
      </Setting>
      <Setting title={t("account.birthday")} about={t("account.birthdayAbout")}>
        <BirthdayForm {...formProps("birthday")} />
      </Setting>
    </>
  );
}
