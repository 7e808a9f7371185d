import { Field } from "#app/ui/field.tsx";
import type { CheckedForm } from "./form.tsx";

export interface NewPasswordFieldsProps extends Pick<
  CheckedForm<"password" | "confirmPassword">,
  "field"
> {
  label?: "Password" | "New password";
}

/** A new password and its confirmation. */
export function NewPasswordFields({ label = "New password", field }: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        label={label}
        name="password"
        type="password"
        hint="At least 8 characters"
        autoComplete="new-password"
        required
        {...field("password")}
      />
      <Field
        label={`Confirm ${label.toLowerCase()}`}
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
      label="Email"
      name="email"
      type="email"
      defaultValue={typed}
      autoComplete={passkeys ? "username webauthn" : "username"}
      required
      {...field("email")}
    />
  );
}
