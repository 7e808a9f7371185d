import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { nameSchema, birthdaySchema, emailSchema, passwordSchema } from "#shop/accounts/account.ts";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import type { Account } from "#shop/accounts/account.ts";
import { useIsSubmitting } from "#app/ui/submit-button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SendVerification } from "../shared/setting.tsx";
import { rich, t } from "#messages/translate.ts";

export interface ProfileFormProps {
  account: Account;
  /** The rejected value; it takes precedence over the stored one. */
  typed: string | undefined;
  error: string | undefined;
}

export function NameForm({ account, typed, error }: ProfileFormProps) {
  const { errors, form } = useFormErrors(error ? { name: error } : undefined, (form) =>
    parseForm(nameSchema, form),
  );
  return (
    <Form method="post" action="/account" noValidate className="setting__form" {...form}>
      <input type="hidden" name="intent" value="name" />
      <Field
        label={t("account.yourName")}
        name="name"
        defaultValue={typed ?? account.name}
        error={errors.name}
        autoComplete="name"
        autoCapitalize="words"
        required
      />
      <Button type="submit" busy={useIsSubmitting("name")}>
        {t("account.saveName")}
      </Button>
    </Form>
  );
}

/** Sets or clears the birthday, which is optional. */
export function BirthdayForm({ account, typed, error }: ProfileFormProps) {
  const { errors, form } = useFormErrors(error ? { birthday: error } : undefined, (form) =>
    parseForm(birthdaySchema, form),
  );
  return (
    <Form method="post" action="/account" noValidate className="setting__form" {...form}>
      <input type="hidden" name="intent" value="birthday" />
      <Field
        label={t("account.yourBirthday")}
        name="birthday"
        type="date"
        className="setting__date"
        defaultValue={typed ?? account.birthday ?? ""}
        error={errors.birthday}
        autoComplete="bday"
      />
      <Button type="submit" busy={useIsSubmitting("birthday")}>
        {t("account.saveBirthday")}
      </Button>
    </Form>
  );
}

interface EmailFormProps extends ProfileFormProps {
  pendingEmail: string | null;
  /** Why the mail was not sent again. */
  resendError: string | undefined;
  hasPassword: boolean;
  /** Why the person was not recognised. */
  passwordError: string | undefined;
}

type EmailField = "email" | "password";

function parseEmail(
  form: FormData,
  hasPassword: boolean,
): Result<unknown, FieldErrors<EmailField>> {
  return parseForm(hasPassword ? emailSchema.extend(passwordSchema.shape) : emailSchema, form);
}

/** Shows the email address and whether it is verified, and changes it. */
export function EmailForm(props: EmailFormProps) {
  const { account, pendingEmail, resendError, hasPassword, passwordError, typed, error } = props;
  const refused = error || passwordError ? { email: error, password: passwordError } : undefined;
  const { errors, form } = useFormErrors<EmailField>(refused, (form) =>
    parseEmail(form, hasPassword),
  );
  return (
    <>
      <div className="setting__email">
        <p>
          <bdi className="setting__address">{account.email}</bdi>
        </p>
        <EmailState verified={account.emailVerified} />
        {!account.emailVerified && <SendVerification next="/account" />}
      </div>
      {resendError && (
        <Notice tone="rejected" role="alert">
          {resendError}
        </Notice>
      )}
      {!hasPassword && errors.password && (
        <Notice tone="rejected" role="alert">
          {errors.password}
        </Notice>
      )}
      {pendingEmail && (
        <Notice tone="pending" icon="clock">
          {rich("account.emailPending", { email: pendingEmail, b: <b /> })}
        </Notice>
      )}
      <Form method="post" action="/account" noValidate className="setting__form" {...form}>
        <input type="hidden" name="intent" value="email" />
        <Field
          label={t("account.newEmail")}
          name="email"
          type="email"
          defaultValue={typed}
          error={errors.email}
          hint={t("account.newEmailHint")}
          autoComplete="email"
          required
        />
        {hasPassword && (
          <Field
            label={t("account.yourPassword")}
            name="password"
            type="password"
            error={errors.password}
            autoComplete="current-password"
            required
          />
        )}
        <Button type="submit" busy={useIsSubmitting("email")}>
          {t("account.sendLink")}
        </Button>
      </Form>
    </>
  );
}

function EmailState({ verified }: { verified: boolean }) {
  return verified ? (
    <p className="state state--on">
      <Icon name="check" size="sm" />
      {t("account.verified")}
    </p>
  ) : (
    <p className="state state--open">
      <Icon name="alert" size="sm" />
      {t("account.notVerified")}
    </p>
  );
}
