import { z } from "zod";
import { Field } from "#app/ui/field.tsx";
import type { FieldErrors } from "#lib/form.ts";
import { newPasswordSchema } from "#shop/accounts/account.ts";
import { SignInForm, useCheckedForm } from "#app/routes/account/shared/sign-in/form.tsx";
import { SignInFrame } from "#app/routes/account/shared/sign-in/frame.tsx";
import { NewPasswordFields } from "#app/routes/account/shared/sign-in/new-password-fields.tsx";
import { withNext } from "#app/routes/account/shared/sign-in/paths.ts";

type ChangePasswordField = "currentPassword" | "password" | "confirmPassword";

const changePasswordSchema = newPasswordSchema.safeExtend({
  currentPassword: z.string().min(1, "Please fill in all required fields"),
});

export interface ChangeExpiredPasswordViewProps {
  errors?: FieldErrors<ChangePasswordField>;
  error?: string | null;
  /** Where the visitor was going. */
  next?: string | null;
}

export function ChangeExpiredPasswordView(props: ChangeExpiredPasswordViewProps) {
  const { errors, error, next } = props;
  const checked = useCheckedForm<ChangePasswordField>(changePasswordSchema, errors, error);
  return (
    <SignInFrame
      title="Change password"
      lead="This shop asks for a new password after a time, and that time is over for yours."
    >
      <SignInForm
        checked={checked}
        action={withNext("/change-password", next ?? null)}
        intent="change-password"
        hidden={{ next }}
        submit="Save and continue"
      >
        <Field
          label="Current password"
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
