import { Field } from "#app/ui/field.tsx";
import { t } from "#messages/translate.ts";
import { PASSWORD_MIN } from "#shop/accounts/account.ts";
import type { CheckedForm } from "./form.tsx";

export interface NewPasswordFieldsProps extends Pick<
  CheckedForm<"password" | "confirmPassword">,
  "field"
> {
  /** Whether the account gets its first password. */
  first?: boolean;
}

/** A new password and its confirmation. */
export function NewPasswordFields({ first = false, field }: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        label={t(first ? "signIn.password" : "signIn.newPassword")}
        name="password"
        type="password"
        hint={t("signIn.passwordHint", { min: PASSWORD_MIN })}
        autoComplete="new-password"
        required
        {...field("password")}
      />
      <Field
        label={t(first ? "signIn.confirmPassword" : "signIn.confirmNewPassword")}
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        required
        {...field("confirmPassword")}
      />
    </>
  );
}

interface EmailFieldProps extends Pick<CheckedForm<"email">, "field"> {
  /** The rejected value. */
  typed: string | undefined;
  /** Whether the browser offers passkeys for it, too. */
  passkeys?: boolean;
}

/** The email as username. */
export function EmailField({ typed, passkeys, field }: EmailFieldProps) {
  return (
    <Field
      label={t("signIn.email")}
      name="email"
      type="email"
      defaultValue={typed}
      autoComplete={passkeys ? "username webauthn" : "username"}
      required
      {...field("email")}
    />
  );
}
