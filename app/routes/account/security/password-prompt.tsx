import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button, type ButtonLook } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { parseForm } from "#lib/form.ts";
import { passwordSchema } from "#shop/accounts/account.ts";
import { PasswordOwner } from "./password-owner.tsx";
import type { SecurityErrors, SecurityIntent } from "./security-view.tsx";
import { useClearedForm } from "./use-cleared-form.ts";
import { useSending } from "../shared/use-sending.ts";

export interface PasswordPromptProps {
  intent: SecurityIntent;
  email: string;
  hasPassword: boolean;
  errors?: SecurityErrors;
  variant?: ButtonLook["variant"];
  buttonClass?: string;
  /** What the button says. */
  children: ReactNode;
}

/** A button that asks who is there first. */
export function PasswordPrompt(props: PasswordPromptProps) {
  const { intent, email, hasPassword, errors: refused, variant, buttonClass, children } = props;
  const { errors, form } = useFormErrors<"password">(
    refused,
    hasPassword ? (form) => parseForm(passwordSchema, form) : undefined,
  );
  useClearedForm(form.ref, refused !== undefined);
  return (
    <Form method="post" action="/account/security" noValidate className="setting__form" {...form}>
      <input type="hidden" name="intent" value={intent} />
      {hasPassword && (
        <>
          <PasswordOwner email={email} />
          <Field
            label="Your password"
            name="password"
            type="password"
            error={errors.password}
            autoComplete="current-password"
            required
          />
        </>
      )}
      <Button type="submit" variant={variant} className={buttonClass} busy={useSending(intent)}>
        {children}
      </Button>
    </Form>
  );
}
