import { Form, useLocation } from "react-router";
import { ActButton } from "#app/office/act-button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Field } from "#app/ui/field.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import type { CustomerAccount } from "#shop/customers/customer.ts";

interface CustomerTwoFactorProps {
  account: CustomerAccount;
  /** Whether you have a password; if not, your sign-in must be recent. */
  hasPassword: boolean;
  /** Why your password was refused. */
  refused: string | undefined;
}

/** Helps a person who lost the authenticator app and the recovery codes. */
export function CustomerTwoFactor({ account, hasPassword, refused }: CustomerTwoFactorProps) {
  const { pathname, search } = useLocation();
  const action = `${pathname}${search}`;
  const { userId, twoFactorRemoval: removal } = account;
  if (removal)
    return (
      <div className="customer__factor">
        <p>
          Will be turned off on{" "}
          <b>
            <Time value={removal.takesEffectAt} format="datetime" />
          </b>
          , as {removal.askedBy} asked on <Time value={removal.askedAt} format="datetime" />.
        </p>
        <p className="muted small">
          {account.name} got an email with a link that keeps it on. Signing in with a code keeps it
          on, too.
        </p>
        <ActButton action={action} intent="two-factor-withdraw" values={{ userId }} size="sm">
          Keep it on
        </ActButton>
      </div>
    );
  if (!account.verified)
    return (
      <p className="muted small">
        If the app and the recovery codes are lost, choosing a new password by email turns
        two-factor off: this address is not confirmed yet.
      </p>
    );
  return (
    <Disclosure title="App and recovery codes lost?" open={refused !== undefined}>
      <Form method="post" action={action} preventScrollReset className="customer__factor">
        <p className="muted small">
          Make sure that it is {account.name} who asks you. They get an email at once, and 24 hours
          to object. Then two-factor is turned off, and they are signed out everywhere. Passkeys
          stay.
        </p>
        <HiddenFields values={{ intent: "two-factor-ask", userId }} />
        {hasPassword && (
          <Field
            label="Your password"
            name="password"
            type="password"
            autoComplete="current-password"
            error={refused}
            required
          />
        )}
        {!hasPassword && refused && (
          <Notice tone="rejected" role="alert">
            {refused}
          </Notice>
        )}
        <SubmitButton intent="two-factor-ask" size="sm" variant="danger-quiet">
          Turn off two-factor
        </SubmitButton>
      </Form>
    </Disclosure>
  );
}
