import { data, Link } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { authHeaders, cookiesOf, safeNext, signedInOf } from "#app/session.server.ts";
import {
  logRefusedAttempt,
  secondsToWait,
  tooManyAtOnce,
  tooManyAttempts,
} from "#app/limits.server.ts";
import { passwordQueue } from "#shop/accounts/passwords.server.ts";
import { parseForm, textOf, textsOf, type FieldErrors } from "#lib/form.ts";
import { rich, t } from "#messages/translate.ts";
import {
  REFERRAL_CODE_LENGTH,
  registrationSchema,
  unknownReferralCode,
} from "#shop/accounts/account.ts";
import { safeRegistrationSchema } from "#shop/accounts/common-passwords.server.ts";
import { findReferrer, setReferrer } from "#shop/accounts/accounts.server.ts";
import { reconcileUser } from "#shop/loyalty/loyalty.server.ts";
import { registrationByAddress, registrationByEmail } from "#shop/limits/limits.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import type { Route } from "./+types/route";
import { type ReactNode, useRef, useState } from "react";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import type { PageHandle } from "#app/hydration/static-page.ts";
import { EmailField, NewPasswordFields } from "../shared/sign-in/fields.tsx";
import { SignInForm, useCheckedForm, withNext } from "../shared/sign-in/form.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";
import { SocialSignIn } from "../shared/sign-in/social-buttons.tsx";

export { headers } from "#app/limits.server.ts";

export const handle: PageHandle = { hydrates: "when-used" };

export const meta: Route.MetaFunction = () => [{ title: t("signIn.createAccount") }];

export function loader({ context, url }: Route.LoaderArgs) {
  const next = safeNext(url.searchParams.get("next"));
  if (signedInOf(context)) throw redirect(next);
  return {
    next,
    // Of a link that a friend shared.
    referralCode: (url.searchParams.get("referral") ?? "").slice(0, REFERRAL_CODE_LENGTH),
    providers: context.get(servicesContext).socialProviders,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, auth } = context.get(servicesContext);
  const form = await readForm(request);
  const next = safeNext(textOf(form, "next"));
  // Neither password is ever sent back.
  const values = textsOf(form, ["name", "email", "referralCode", "terms"]);
  const passwords = textsOf(form, ["password", "confirmPassword"]);
  const schema = safeRegistrationSchema(await settingsOf(context));
  const given = parseForm(schema, { ...values, ...passwords });
  if (!given.ok) return data({ values, errors: given.error, error: null }, { status: 400 });

  const now = new Date();
  const limits = [
    { limit: registrationByAddress, who: context.get(clientAddressContext) },
    { limit: registrationByEmail, who: given.value.email },
  ];
  const wait = await secondsToWait(db, limits, now);
  if (wait > 0) {
    logRefusedAttempt(context, { event: "registration", reason: "too-many-attempts" });
    const { message, init } = tooManyAttempts(wait);
    return data({ values, errors: {}, error: message }, init);
  }
  const { name, email, password, referralCode } = given.value;
  const referrer = referralCode === null ? null : await findReferrer(db, referralCode);
  if (referralCode !== null && !referrer) {
    const errors = { referralCode: unknownReferralCode() };
    return data({ values, errors, error: null }, { status: 400 });
  }
  const signUp = () =>
    auth.api.signUpEmail({
      body: { name, email, password },
      headers: authHeaders(request, context),
      asResponse: true,
    });
  const queued = await passwordQueue.run(context.get(clientAddressContext), signUp);
  if (!queued.ok) {
    logRefusedAttempt(context, { event: "registration", reason: "queue-full" });
    const { message, init } = tooManyAtOnce(context);
    return data({ values, errors: {}, error: message }, init);
  }
  const response = queued.value;
  // The same error for an address that has an account, so that the response does not reveal which addresses do.
  if (!response.ok) {
    const error = t("signIn.registrationFailed");
    return data({ values, errors: {}, error }, { status: 400 });
  }
  const { user } = (await response.json()) as { user: { id: string } };
  if (referrer) {
    await setReferrer(db, user.id, referrer.id);
    await reconcileUser(db, user.id, new Date());
  }
  throw redirect(withNotice(next, "registered"), { headers: cookiesOf(response) });
}

type RegisterField = "name" | "email" | "password" | "confirmPassword" | "referralCode" | "terms";

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { providers, next, referralCode } = loaderData;
  const values = actionData?.values;
  const errors: FieldErrors<RegisterField> | undefined = actionData?.errors;
  const checked = useCheckedForm<RegisterField>(registrationSchema, errors, actionData?.error);
  const code = useRef<HTMLInputElement>(null);
  const [unknownElsewhere, setUnknownElsewhere] = useState(false);
  return (
    <SignInFrame
      title={t("signIn.createAccount")}
      lead={rich("signIn.haveAccount", {
        link: <Link className="link" to={withNext("/login", next)} />,
      })}
    >
      <SignInForm
        checked={checked}
        action={withNext("/register", next)}
        intent="register"
        hidden={{ next }}
        submit={t("signIn.createAccount")}
      >
        <Field
          label={t("signIn.fullName")}
          name="name"
          defaultValue={values?.name}
          autoComplete="name"
          autoCapitalize="words"
          required
          {...checked.field("name")}
        />
        <EmailField typed={values?.email} field={checked.field} />
        <NewPasswordFields first field={checked.field} />
        <Field
          ref={code}
          label={t("signIn.referralCode")}
          name="referralCode"
          optional
          mono
          defaultValue={values?.referralCode ?? referralCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={() => setUnknownElsewhere(false)}
          {...(unknownElsewhere ? { error: unknownReferralCode() } : checked.field("referralCode"))}
        />
        <Checkbox
          name="terms"
          required
          defaultChecked={values?.terms === "on"}
          error={checked.message("terms")}
          label={rich("signIn.agree", {
            terms: <NewTabLink to="/terms" />,
            privacy: <NewTabLink to="/privacy" />,
          })}
        />
      </SignInForm>
      <SocialSignIn
        providers={providers}
        next={next}
        screen="register"
        referralCode={{
          read: () => code.current?.value ?? "",
          onUnknown: () => {
            setUnknownElsewhere(true);
            code.current?.focus();
          },
        }}
      />
    </SignInFrame>
  );
}

/** Opens in a new tab, so that the form keeps its content. */
function NewTabLink({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <Link className="link" to={to} target="_blank">
      {children}
      <span className="sr"> {t("signIn.inNewTab")}</span>
    </Link>
  );
}
