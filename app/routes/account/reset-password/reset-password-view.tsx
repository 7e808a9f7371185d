import { ButtonLink } from "#app/ui/button.tsx";
import type { FieldErrors } from "#lib/form.ts";
import { newPasswordSchema } from "#shop/accounts/account.ts";
import { SignInForm, useCheckedForm } from "#app/routes/account/shared/sign-in/form.tsx";
import { SignInFrame } from "#app/routes/account/shared/sign-in/frame.tsx";
import { NewPasswordFields } from "#app/routes/account/shared/sign-in/new-password-fields.tsx";

type NewPasswordField = "password" | "confirmPassword";

export interface ResetPasswordViewProps {
  /** From the link; goes along with the form. */
  token: string;
  errors?: FieldErrors<NewPasswordField>;
  error?: string | null;
  /** The link is used up, too old or not whole. */
  invalid: boolean;
}

export function ResetPasswordView({ token, errors, error, invalid }: ResetPasswordViewProps) {
  const checked = useCheckedForm<NewPasswordField>(newPasswordSchema, errors, error);
  if (invalid) {
    return (
      <SignInFrame
        title="This link does not work any more"
        lead="A link works once, for an hour. Your password is as it was."
      >
        <ButtonLink to="/forgot-password" variant="primary" block>
          Get a new link
        </ButtonLink>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title="Choose a new password"
      lead="You are then signed out everywhere, and sign in with the new one."
    >
      <SignInForm
        checked={checked}
        action={`/reset-password?token=${encodeURIComponent(token)}`}
        intent="reset-password"
        hidden={{ token }}
        submit="Save password"
      >
        <NewPasswordFields field={checked.field} />
      </SignInForm>
    </SignInFrame>
  );
}
