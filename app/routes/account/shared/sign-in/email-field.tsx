import { Field } from "#app/ui/field.tsx";
import type { CheckedForm } from "./form.tsx";

export interface EmailFieldProps extends Pick<CheckedForm<"email">, "field"> {
  /** What was typed and refused. */
  typed: string | undefined;
}

/** The address by which somebody signs in. */
export function EmailField({ typed, field }: EmailFieldProps) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      defaultValue={typed}
      autoComplete="username"
      required
      {...field("email")}
    />
  );
}
