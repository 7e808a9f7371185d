import { data, Link, useLocation } from "react-router";
import { clientAddressContext, servicesContext } from "#app/context.ts";
import { readForm } from "#app/form.server.ts";
import { withNotice } from "#app/notices.ts";
import { signInByPasskey } from "#app/passkey-sign-in.server.ts";
import { redirect } from "#app/redirects.ts";
import { authHeaders, cookiesOf, safeNext } from "#app/session.server.ts";
import { logRefusedAttempt, secondsToWait, tooManyAttempts } from "#app/limits.server.ts";
import { textOf } from "#lib/form.ts";
import { t } from "#messages/translate.ts";
import { isBlockedResponse } from "#shop/accounts/blocking.server.ts";
import { readPendingSignIn } from "#shop/accounts/passkey-sign-in.server.ts";
import { allowsPasskeys } from "#shop/accounts/passkeys.server.ts";
import { signInByAddress } from "#shop/limits/limits.server.ts";
import type { PageHandle } from "#app/hydration/static-page.ts";
import type { Route } from "./+types/route";
import { useEffect, useRef } from "react";
import { z } from "zod";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PasskeyButton } from "../shared/sign-in/passkey-button.tsx";
import { SignInForm, useCheckedForm, withNext } from "../shared/sign-in/form.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";

export { headers } from "#app/limits.server.ts";

export const handle: PageHandle = { hydrates: "when-used", passkeys: true };

export const meta: Route.MetaFunction = () => [{ title: t("signIn.twoFactor") }];

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, auth, appUrl } = context.get(servicesContext);
  const pending = await readPendingSignIn(db, auth, request.headers, new Date());
  const passkeys = pending?.hasPasskey === true && allowsPasskeys(appUrl());
  const isRecovery = url.searchParams.get("method") === "recovery";
  return {
    next: safeNext(url.searchParams.get("next")),
    method: isRecovery ? ("recovery" as const) : ("totp" as const),
    passkeys,
    // Without a sign-in that waits, any answer is refused alike.
    hasApp: pending?.hasApp ?? true,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, auth } = context.get(servicesContext);
  const form = await readForm(request);
  if (textOf(form, "intent") === "passkey")
    return signInByPasskey(request, context, form, { secondStep: true });
  const next = safeNext(textOf(form, "next"));
  const now = new Date();
  const limits = [{ limit: signInByAddress, who: context.get(clientAddressContext) }];
  const wait = await secondsToWait(db, limits, now);
  if (wait > 0) {
    logRefusedAttempt(context, { event: "second-factor", reason: "too-many-attempts" });
    const { message, init } = tooManyAttempts(wait);
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
    const blocked = await isBlockedResponse(response);
    return data({ error: t(blocked ? "signIn.blocked" : "signIn.codeWrong") }, { status: 401 });
  }
  throw redirect(withNotice(next, "signed-in"), { headers: cookiesOf(response) });
}

const schemas = {
  totp: z.object({
    code: z.string().regex(/^\s*(\d\s*){6}$/, { error: () => t("signIn.codeMissing") }),
  }),
  recovery: z.object({
    code: z
      .string()
      .trim()
      .min(1, { error: () => t("signIn.recoveryCodeMissing") }),
  }),
};

/** The second step of a sign-in: a code of the app, a recovery code, or a passkey. */
export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { next, hasApp, passkeys } = loaderData;
  const method = hasApp ? loaderData.method : "passkey";
  const error = actionData?.error;
  return (
    <SignInFrame
      title={t(method === "recovery" ? "signIn.recoveryCode" : "signIn.twoFactor")}
      lead={t(leads[method])}
    >
      {method === "passkey" ? (
        error && (
          <Notice tone="rejected" role="alert">
            {error}
          </Notice>
        )
      ) : (
        // The key empties the field when the method changes.
        <CodeForm key={method} method={method} next={next} error={error} />
      )}
      {passkeys && (
        <PasskeyButton
          action={withNext("/two-factor", next)}
          purpose="second-step"
          next={next}
          label={t("signIn.usePasskey")}
        />
      )}
      {passkeys && !hasApp && <p className="passkey-none">{t("signIn.noPasskeyHere")}</p>}
      {method !== "passkey" && (
        <Link
          className="link auth__way"
          to={withNext(method === "recovery" ? "/two-factor" : "/two-factor?method=recovery", next)}
        >
          {t(method === "recovery" ? "signIn.useAppCode" : "signIn.useRecoveryCode")}
        </Link>
      )}
    </SignInFrame>
  );
}

const leads = {
  totp: "signIn.fromApp",
  recovery: "signIn.fromList",
  passkey: "signIn.byPasskey",
} as const;

interface CodeFormProps {
  method: "totp" | "recovery";
  next: string;
  error: string | undefined;
}

function CodeForm({ method, next, error }: CodeFormProps) {
  const recovery = method === "recovery";
  const checked = useCheckedForm<"code">(schemas[method], error ? { code: error } : undefined);
  const { key } = useLocation();
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Selects the wrong code, so that typing replaces it.
    if (error) code.current?.select();
  }, [key, error]);
  return (
    <SignInForm
      checked={checked}
      action={withNext(recovery ? "/two-factor?method=recovery" : "/two-factor", next)}
      intent="two-factor"
      hidden={{ method, next }}
      submit={t("signIn.continue")}
    >
      <Field
        ref={code}
        className="auth__code"
        label={t(recovery ? "signIn.recoveryCode" : "signIn.code")}
        name="code"
        mono
        inputMode={recovery ? "text" : "numeric"}
        autoComplete={recovery ? "off" : "one-time-code"}
        autoCapitalize="none"
        spellCheck={false}
        required
        {...checked.field("code")}
      />
    </SignInForm>
  );
}
