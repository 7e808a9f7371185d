import { Field } from "#app/ui/field.tsx";
import type { CheckedForm } from "./form.tsx";

/** A new password, twice. */
export function NewPasswordFields({
  field,
}: Pick<CheckedForm<"password" | "confirmPassword">, "field">) {
  return (
    <>
      <Field
        label="New password"
        name="password"
        type="password"
        hint="At least 8 characters"
        autoComplete="new-password"
        required
        {...field("password")}
      />
      <Field
        label="Confirm new password"
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        required
        {...field("confirmPassword")}
      />
    </>
  );
}
