import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { type FieldErrors, parseForm, textOf } from "#lib/form.ts";
import { refuse, type Result } from "#lib/result.ts";
import { newPasswordSchema, PASSWORD_MIN } from "#shop/accounts/account.ts";
import { PasswordOwner } from "./password-owner.tsx";
import { useClearedForm } from "./use-cleared-form.ts";
import { useSending } from "../shared/use-sending.ts";

type PasswordField = "currentPassword" | "password" | "confirmPassword";
type PasswordErrors = FieldErrors<PasswordField>;

export interface ChangePasswordProps {
  email: string;
  errors?: PasswordErrors;
}

export function ChangePassword({ email, errors: refused }: ChangePasswordProps) {
  const { errors, form } = useFormErrors<PasswordField>(refused, parse);
  useClearedForm(form.ref, refused !== undefined);
  return (
    <Form method="post" action="/account/security" noValidate className="setting__form" {...form}>
      <input type="hidden" name="intent" value="password" />
      <PasswordOwner email={email} />
      <Field
        label="Current password"
        name="currentPassword"
        type="password"
        error={errors.currentPassword}
        autoComplete="current-password"
        required
      />
      <Field
        label="New password"
        name="password"
        type="password"
        error={errors.password}
        hint={`At least ${PASSWORD_MIN} characters.`}
        autoComplete="new-password"
        required
      />
      <Field
        label="Confirm new password"
        name="confirmPassword"
        type="password"
        error={errors.confirmPassword}
        autoComplete="new-password"
        required
      />
      <Button type="submit" busy={useSending("password")}>
        Change password
      </Button>
    </Form>
  );
}

function parse(form: FormData): Result<unknown, PasswordErrors> {
  const parsed = parseForm(newPasswordSchema, form);
  if (textOf(form, "currentPassword")) return parsed;
  const currentPassword = "Please enter your current password";
  return refuse({ currentPassword, ...(!parsed.ok && parsed.error) });
}

/** Setting a first password goes the way of a forgotten one: by a link in a mail. */
export function SetPassword({ email }: { email: string }) {
  return (
    <Form method="post" action="/account/security" className="setting__form">
      <input type="hidden" name="intent" value="set-password" />
      <p className="setting__text">
        We send a link to <b>{email}</b>; there you choose a password. Signing in with the other
        service goes on working.
      </p>
      <SubmitButton intent="set-password">Send the link</SubmitButton>
    </Form>
  );
}
