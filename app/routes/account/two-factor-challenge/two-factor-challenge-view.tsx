import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { z } from "zod";
import { Field } from "#app/ui/field.tsx";
import { SignInForm, useCheckedForm } from "#app/routes/account/shared/sign-in/form.tsx";
import { SignInFrame } from "#app/routes/account/shared/sign-in/frame.tsx";
import { withNext } from "#app/routes/account/shared/sign-in/paths.ts";

const schemas = {
  totp: z.object({
    code: z.string().regex(/^\s*(\d\s*){6}$/, "Please enter the 6 digits that your app shows"),
  }),
  recovery: z.object({ code: z.string().trim().min(1, "Please enter a recovery code") }),
};

export interface TwoFactorViewProps {
  error?: string | null;
  method: "totp" | "recovery";
  /** Where to go afterwards, if anywhere but home. */
  next?: string | null;
}

/** The second step of a sign-in. */
export function TwoFactorView({ error, method, next = null }: TwoFactorViewProps) {
  const recovery = method === "recovery";
  const checked = useCheckedForm<"code">(schemas[method], error ? { code: error } : undefined);
  const { key } = useLocation();
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The next code is typed over the wrong one.
    if (error) code.current?.select();
  }, [key, error]);

  return (
    <SignInFrame
      title={recovery ? "Recovery code" : "Two-factor authentication"}
      lead={
        recovery
          ? "One of the codes you got when you set this up. Each of them works once."
          : "Open your authenticator app and enter the code it shows for this shop."
      }
    >
      {/* Another field for the other method, so that a code does not stay when the method changes. */}
      <SignInForm
        key={method}
        checked={checked}
        action={withNext(recovery ? "/two-factor?method=recovery" : "/two-factor", next)}
        intent="two-factor"
        hidden={{ method, next }}
        submit="Continue"
      >
        <Field
          ref={code}
          className="auth__code"
          label={recovery ? "Recovery code" : "Code"}
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
      <Link
        className="link auth__way"
        to={withNext(recovery ? "/two-factor" : "/two-factor?method=recovery", next)}
      >
        {recovery ? "Use the code from your app" : "Use a recovery code"}
      </Link>
    </SignInFrame>
  );
}
