import { data, href } from "react-router";
import { servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { redirect } from "#app/redirects.ts";
import { authHeaders, continueSession, cookiesOf, requireSignedIn } from "#app/session.server.ts";
import { secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { runPrompt } from "#app/reauthenticate.server.ts";
import { parseForm, textOf, textsOf } from "#lib/form.ts";
import { mailByAccount } from "#shop/limits/limits.server.ts";
import { safePasswordSchema } from "#shop/accounts/common-passwords.server.ts";
import { hasPassword } from "#shop/accounts/accounts.server.ts";
import { requestPasswordReset } from "#shop/accounts/reset-password.server.ts";
import { allowsPasskeys, listPasskeys } from "#shop/accounts/passkeys.server.ts";
import { changePassword } from "#shop/accounts/sessions.server.ts";
import { readSettings } from "#shop/settings/settings.server.ts";
import { settingsOf } from "#app/shop-cache.server.ts";
import type { Route } from "./+types/route";
import { Notice } from "#app/ui/notice.tsx";
import {
  ChangePassword,
  SetPassword,
  type SecurityErrors,
  type SecurityIntent,
} from "./password-forms.tsx";
import { changePasskeys } from "./passkey-actions.server.ts";
import { type PasskeyAnswer, Passkeys } from "./passkeys-section.tsx";
import { Setting } from "../shared/setting.tsx";
import { type TwoFactorState, TwoFactor } from "./two-factor-section.tsx";
import { t } from "#messages/translate.ts";

export { headers } from "#app/limits.server.ts";

export const meta: Route.MetaFunction = () => [{ title: t("account.securityTitle") }];

export async function loader({ context }: Route.LoaderArgs) {
  const { db, appUrl } = context.get(servicesContext);
  const { account } = requireSignedIn(context);
  return {
    account,
    hasPassword: await hasPassword(db, account.id),
    passkeys: allowsPasskeys(appUrl()) ? await listPasskeys(db, account.id) : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = textOf(form, "intent");
  if (intent === "set-password") return mailPasswordLink(context);
  if (intent.startsWith("passkey-")) return changePasskeys(request, context, form);
  const prompted = await runPrompt(context, () => changeSecurity(request, context, form));
  if (prompted.ok) return prompted.value;
  return data({ errorFor: intent, error: prompted.error.message }, prompted.error.init);
}

type Context = Route.ActionArgs["context"];

async function mailPasswordLink(context: Context) {
  const { db } = context.get(servicesContext);
  const { email } = requireSignedIn(context).account;
  const now = new Date();
  const wait = await secondsToWait(db, [{ limit: mailByAccount, who: email }], now);
  if (wait > 0) {
    const { message, init } = tooManyAttempts(wait);
    return data({ errorFor: "set-password", error: message }, init);
  }
  await requestPasswordReset(db, email, now);
  throw redirect(withNotice(href("/account/security"), "email-sent"));
}

/** Changes the password or the second factor. */
async function changeSecurity(request: Request, context: Context, form: FormData) {
  const { db, auth } = context.get(servicesContext);
  const { account } = requireSignedIn(context);
  const intent = textOf(form, "intent");
  const password = textOf(form, "password");
  const headers = authHeaders(request, context);
  const invalid = (errors: Record<string, string | undefined>) =>
    data({ errorFor: intent, errors }, { status: 400 });
  switch (intent) {
    case "password": {
      const { shopName } = await settingsOf(context);
      const given = parseForm(
        safePasswordSchema({ shopName, email: account.email }),
        textsOf(form, ["password", "confirmPassword"]),
      );
      if (!given.ok) return invalid(given.error);
      const current = textOf(form, "currentPassword");
      const now = new Date();
      const response = await changePassword(db, auth, { account, current, password, headers, now });
      if (!response) return invalid({ currentPassword: t("rules.passwordWrong") });
      throw redirect(withNotice(href("/account/security"), "password-saved"), {
        headers: cookiesOf(response),
      });
    }
    case "totp-start": {
      const { shopName } = await readSettings(db);
      const response = await auth.api.enableTwoFactor({
        body: { password, issuer: shopName },
        headers,
        asResponse: true,
      });
      if (!response.ok) return invalid({ password: t("rules.passwordWrong") });
      continueSession(context, response);
      const { totpURI, backupCodes } = (await response.json()) as {
        totpURI: string;
        backupCodes: string[];
      };
      const secret = new URL(totpURI).searchParams.get("secret") ?? "";
      return data({
        twoFactor: { state: "setup" as const, uri: totpURI, secret, codes: backupCodes },
      });
    }
    case "totp-confirm": {
      const code = textOf(form, "code").replaceAll(/\s/g, "");
      const response = await auth.api.verifyTOTP({ body: { code }, headers, asResponse: true });
      const codes = textOf(form, "codes").split(",").filter(Boolean);
      if (!response.ok) {
        const setup = {
          state: "setup" as const,
          uri: textOf(form, "uri"),
          secret: textOf(form, "secret"),
          codes,
        };
        return data(
          {
            errorFor: intent,
            errors: { code: t("account.codeWrong") },
            twoFactor: setup,
          },
          { status: 400 },
        );
      }
      return data(
        { twoFactor: { state: "codes" as const, codes } },
        { headers: cookiesOf(response) },
      );
    }
    case "recovery-codes": {
      const response = await auth.api.generateBackupCodes({
        body: { password },
        headers,
        asResponse: true,
      });
      if (!response.ok) return invalid({ password: t("rules.passwordWrong") });
      continueSession(context, response);
      const { backupCodes } = (await response.json()) as { backupCodes: string[] };
      return data({ twoFactor: { state: "codes" as const, codes: backupCodes } });
    }
    case "totp-off": {
      const response = await auth.api.disableTwoFactor({
        body: { password },
        headers,
        asResponse: true,
      });
      if (!response.ok) return invalid({ password: t("rules.passwordWrong") });
      throw redirect(withNotice(href("/account/security"), "two-factor-off"), {
        headers: cookiesOf(response),
      });
    }
    default:
      throw data(null, { status: 400 });
  }
}

/** Password, passkeys and two-factor authentication. */
export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { account, hasPassword: passwordSet, passkeys } = loaderData;
  const result = actionData as
    | {
        /** The intent of the form that `errors` belong to: several have a field `password`. */
        errorFor?: string;
        error?: string;
        errors?: SecurityErrors;
        twoFactor?: TwoFactorState;
        passkeys?: PasskeyAnswer;
      }
    | undefined;
  const { errorFor, error, errors } = result ?? {};
  const twoFactor = result?.twoFactor ?? { state: account.twoFactorEnabled ? "on" : "off" };
  const errorsOf = (intent: SecurityIntent) => (errorFor === intent ? errors : undefined);
  return (
    <>
      {error && (
        <Notice tone="rejected" role="alert">
          {error}
        </Notice>
      )}
      {passwordSet ? (
        <Setting title={t("account.password")} about={t("account.passwordAbout")}>
          <ChangePassword email={account.email} errors={errorsOf("password")} />
        </Setting>
      ) : (
        <Setting title={t("account.password")} about={t("account.passwordMissing")}>
          <SetPassword email={account.email} />
        </Setting>
      )}
      {passkeys && (
        <Setting title={t("account.passkeys")} about={t("account.passkeysAbout")}>
          <Passkeys
            passkeys={passkeys}
            email={account.email}
            hasPassword={passwordSet}
            answer={result?.passkeys}
          />
        </Setting>
      )}
      <Setting title={t("account.twoFactor")} about={t("account.twoFactorAbout")}>
        <TwoFactor
          email={account.email}
          hasPassword={passwordSet}
          state={twoFactor}
          errorsOf={errorsOf}
        />
      </Setting>
    </>
  );
}
