import { Form } from "react-router";
import { Button, type ButtonLook } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton, useIsSubmitting } from "#app/ui/submit-button.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { type FieldErrors, parseForm, textOf } from "#lib/form.ts";
import { err, type Result } from "#lib/result.ts";
import { newPasswordSchema, PASSWORD_MIN, passwordSchema } from "#shop/accounts/account.ts";
import { type RefObject, useEffect, useRef, type ReactNode } from "react";
import { rich, t } from "#messages/translate.ts";

/** The forms of the security page that show field errors, by their `intent`. */
export type SecurityIntent =
  | "password"
  | "totp-start"
  | "totp-confirm"
  | "totp-off"
  | "recovery-codes"
  | "passkey-start"
  | "passkey-remove";

type SecurityField = "currentPassword" | "password" | "confirmPassword" | "code";
export type SecurityErrors = Partial<Record<SecurityField, string>>;

type PasswordField = "currentPassword" | "password" | "confirmPassword";
type PasswordErrors = FieldErrors<PasswordField>;

export interface ChangePasswordProps {
  email: string;
  errors?: PasswordErrors;
}

export function ChangePassword({ email, errors: refused }: ChangePasswordProps) {
  const { errors, form } = useFormErrors<PasswordField>(refused, parse);
  const submitting = useIsSubmitting("password");
  useResetOnSuccess(form.ref, { submitting, refused: refused !== undefined });
  return (
    <Form method="post" action="/account/security" noValidate className="setting__form" {...form}>
      <input type="hidden" name="intent" value="password" />
      <UsernameHint email={email} />
      <Field
        label={t("account.currentPassword")}
        name="currentPassword"
        type="password"
        error={errors.currentPassword}
        autoComplete="current-password"
        required
      />
      <Field
        label={t("account.newPassword")}
        name="password"
        type="password"
        error={errors.password}
        hint={t("account.newPasswordHint", { min: PASSWORD_MIN })}
        autoComplete="new-password"
        required
      />
      <Field
        label={t("account.confirmPassword")}
        name="confirmPassword"
        type="password"
        error={errors.confirmPassword}
        autoComplete="new-password"
        required
      />
      <Button type="submit" busy={submitting}>
        {t("account.changePassword")}
      </Button>
    </Form>
  );
}

function parse(form: FormData): Result<unknown, PasswordErrors> {
  const parsed = parseForm(newPasswordSchema, form);
  if (textOf(form, "currentPassword")) return parsed;
  const currentPassword = t("account.currentPasswordMissing");
  return err({ currentPassword, ...(!parsed.ok && parsed.error) });
}

/** Sets a first password like a forgotten one: by a link in a mail. */
export function SetPassword({ email }: { email: string }) {
  return (
    <Form method="post" action="/account/security" className="setting__form">
      <input type="hidden" name="intent" value="set-password" />
      <p className="setting__text">
        {rich("account.setPassword", {
          address: (
            <b>
              <bdi>{email}</bdi>
            </b>
          ),
        })}
      </p>
      <SubmitButton intent="set-password">{t("account.sendLink")}</SubmitButton>
    </Form>
  );
}

/** A hidden username for password managers; without a name, so it is not submitted. */
function UsernameHint({ email }: { email: string }) {
  return <input hidden type="text" autoComplete="username" value={email} readOnly />;
}

/** Resets a form once its submission succeeded, so that no password stays on the screen. */
function useResetOnSuccess(
  form: RefObject<HTMLFormElement | null>,
  { submitting, refused }: { submitting: boolean; refused: boolean },
): void {
  const wasSubmitting = useRef(false);
  useEffect(() => {
    if (wasSubmitting.current && !submitting && !refused) form.current?.reset();
    wasSubmitting.current = submitting;
  }, [submitting, refused, form]);
}

interface PasswordPromptProps {
  intent: SecurityIntent;
  /** Further hidden fields. */
  fields?: Readonly<Record<string, string>>;
  email: string;
  hasPassword: boolean;
  errors?: SecurityErrors;
  variant?: ButtonLook["variant"];
  buttonClass?: string;
  /** The label of the button. */
  children: ReactNode;
}

/** A form that requires the password before an action. */
export function PasswordPrompt(props: PasswordPromptProps) {
  const { intent, fields = {}, email, hasPassword, errors: refused, variant } = props;
  const { buttonClass, children } = props;
  const { errors, form } = useFormErrors<"password">(
    refused,
    hasPassword ? (form) => parseForm(passwordSchema, form) : undefined,
  );
  const submitting = useIsSubmitting(intent);
  useResetOnSuccess(form.ref, { submitting, refused: refused !== undefined });
  return (
    <Form method="post" action="/account/security" noValidate className="setting__form" {...form}>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {!hasPassword && errors.password && (
        <Notice tone="rejected" role="alert">
          {errors.password}
        </Notice>
      )}
      {hasPassword && (
        <>
          <UsernameHint email={email} />
          <Field
            label={t("account.yourPassword")}
            name="password"
            type="password"
            error={errors.password}
            autoComplete="current-password"
            required
          />
        </>
      )}
      <Button type="submit" variant={variant} className={buttonClass} busy={submitting}>
        {children}
      </Button>
    </Form>
  );
}
