import { Field } from "#app/ui/field.tsx";
import type { CheckedForm } from "./form.tsx";

export interface NewPasswordFieldsProps extends Pick<
  CheckedForm<"password" | "confirmPassword">,
  "field"
> {
  label?: "Password" | "New password";
}

/** A new password, twice. */
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
