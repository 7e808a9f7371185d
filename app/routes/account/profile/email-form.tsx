import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { emailSchema } from "#shop/accounts/account.ts";
import { parseForm } from "#lib/form.ts";
import type { ProfileFormProps } from "./profile-view.tsx";
import { SendVerification } from "../shared/send-verification.tsx";
import { useSending } from "../shared/use-sending.ts";

export interface EmailFormProps extends ProfileFormProps {
  pendingEmail: string | null;
  /** Why the mail was not sent again. */
  resendError: string | undefined;
}

/** The address as it is, whether it is verified, and the way to another one. */
export function EmailForm(props: EmailFormProps) {
  const { account, pendingEmail, resendError, typed, error } = props;
  const { errors, form } = useFormErrors(error ? { email: error } : undefined, (form) =>
    parseForm(emailSchema, form),
  );
  return (
    <>
      <div className="setting__email">
        <p className="setting__address">{account.email}</p>
        <EmailState verified={account.emailVerified} />
        {!account.emailVerified && <SendVerification next="/account" />}
      </div>
      {resendError && (
        <Notice tone="rejected" role="alert">
          {resendError}
        </Notice>
      )}
      {pendingEmail && (
        <Notice tone="pending" icon="clock">
          <b>Open the link we sent to {pendingEmail}.</b> Until then your email stays as it is.
        </Notice>
      )}
      <Form method="post" action="/account" noValidate className="setting__form" {...form}>
        <input type="hidden" name="intent" value="email" />
        <Field
          label="New email"
          name="email"
          type="email"
          defaultValue={typed}
          error={errors.email}
          hint="We send a link to the new address. Your email changes when the link is opened."
          autoComplete="email"
          required
        />
        <Button type="submit" busy={useSending("email")}>
          Send the link
        </Button>
      </Form>
    </>
  );
}

function EmailState({ verified }: { verified: boolean }) {
  return verified ? (
    <p className="state state--on">
      <Icon name="check" size="sm" />
      Verified
    </p>
  ) : (
    <p className="state state--open">
      <Icon name="alert" size="sm" />
      Not verified yet
    </p>
  );
}
