import type { ReactNode } from "react";
import { Form, href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { FieldErrors } from "#lib/form.ts";
import { invitedAccountSchema } from "#shop/accounts/account.ts";
import { NewPasswordFields } from "../shared/sign-in/fields.tsx";
import { SignInForm, useCheckedForm, withNext } from "../shared/sign-in/form.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";

export type InvitationField = "name" | "password" | "confirmPassword";

interface InvitationViewProps {
  invitation: {
    token: string;
    email: string;
    /** As on screens, such as `Delivery`. */
    role: string;
    invitedBy: string;
    hasAccount: boolean;
    /** The address of the account that is signed in; null for none. */
    current: string | null;
  };
  /** What was typed, and why it was refused. */
  values?: Partial<Record<"name", string>>;
  errors?: FieldErrors<InvitationField>;
  error?: string;
}

/** An open invitation, with the way in which this visitor accepts it. */
export function InvitationView(props: InvitationViewProps) {
  const { invitation, error } = props;
  const { email, role, invitedBy, hasAccount, current, token } = invitation;
  const path = `${href("/invitation")}?token=${encodeURIComponent(token)}`;
  if (current !== null && current !== email)
    return <OtherAccount email={email} current={current} />;
  const lead = (
    <>
      {invitedBy} invites <b>{email}</b> to the back office, with the role <b>{role}</b>.
    </>
  );
  if (!hasAccount) return <NewAccount {...props} path={path} lead={lead} />;
  return (
    <SignInFrame title="Join the team" lead={lead}>
      {error && (
        <Notice tone="rejected" role="alert">
          {error}
        </Notice>
      )}
      {current === null ? (
        <ButtonLink to={withNext(href("/login"), path)} variant="primary" block>
          Sign in to accept
        </ButtonLink>
      ) : (
        <Form method="post" action={path} className="auth__form">
          <input type="hidden" name="intent" value="accept" />
          <input type="hidden" name="token" value={token} />
          <p className="muted">You then sign in again, and begin with the new role.</p>
          <SubmitButton intent="accept" variant="primary" block>
            Accept the invitation
          </SubmitButton>
        </Form>
      )}
    </SignInFrame>
  );
}

function NewAccount({
  invitation: { token },
  values,
  errors,
  error,
  path,
  lead,
}: InvitationViewProps & { path: string; lead: ReactNode }) {
  const checked = useCheckedForm<InvitationField>(invitedAccountSchema, errors, error);
  return (
    <SignInFrame title="Join the team" lead={lead}>
      <SignInForm
        checked={checked}
        action={path}
        intent="accept"
        hidden={{ token }}
        submit="Accept the invitation"
      >
        <Field
          label="Full name"
          name="name"
          defaultValue={values?.name}
          autoComplete="name"
          autoCapitalize="words"
          required
          {...checked.field("name")}
        />
        <NewPasswordFields label="Password" field={checked.field} />
      </SignInForm>
    </SignInFrame>
  );
}

function OtherAccount({ email, current }: { email: string; current: string }) {
  return (
    <SignInFrame
      title="This invitation is for another account"
      lead={
        <>
          You are signed in as {current}, and the invitation is for <b>{email}</b>. Sign out, and
          open the link of the email again.
        </>
      }
    >
      <Form method="post" action={href("/sign-out")} className="auth__form">
        <input type="hidden" name="intent" value="sign-out" />
        <SubmitButton intent="sign-out" variant="primary" block>
          Sign out
        </SubmitButton>
      </Form>
    </SignInFrame>
  );
}

/** Says the same of a used, revoked, expired and unknown link. */
export function EndedInvitation() {
  return (
    <SignInFrame
      title="This invitation no longer works"
      lead="Invitations work once, for 7 days, until they are revoked or sent again. Ask the person who invited you for a new one."
    >
      <ButtonLink to={href("/login")} variant="primary" block>
        Sign in
      </ButtonLink>
    </SignInFrame>
  );
}
