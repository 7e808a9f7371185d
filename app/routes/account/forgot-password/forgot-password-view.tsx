import { Link } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import type { FieldErrors } from "#lib/form.ts";
import { emailSchema } from "#shop/accounts/account.ts";
import { EmailField } from "#app/routes/account/shared/sign-in/email-field.tsx";
import { SignInForm, useCheckedForm } from "#app/routes/account/shared/sign-in/form.tsx";
import { SignInFrame } from "#app/routes/account/shared/sign-in/frame.tsx";

export interface ForgotPasswordViewProps {
  /** Something was asked for; whether there is such an account is told to nobody. */
  sent: boolean;
  values?: { email?: string };
  errors?: FieldErrors<"email">;
  error?: string | null;
}

export function ForgotPasswordView({ sent, values, errors, error }: ForgotPasswordViewProps) {
  const checked = useCheckedForm<"email">(emailSchema, errors, error);
  return (
    <SignInFrame
      title="Forgot password?"
      lead="Tell us the email address of your account. We send a link to choose a new password."
    >
      <div className="auth__answer" role="status">
        {sent && (
          <Notice tone="completed">
            If an account uses this address, a mail with a link is on its way. The link works once,
            for an hour.
          </Notice>
        )}
      </div>
      <SignInForm
        checked={checked}
        action="/forgot-password"
        intent="forgot-password"
        submit={sent ? "Send another link" : "Send the link"}
      >
        <EmailField typed={values?.email} field={checked.field} />
      </SignInForm>
      <Link className="link auth__way" to="/login">
        Back to sign in
      </Link>
    </SignInFrame>
  );
}
