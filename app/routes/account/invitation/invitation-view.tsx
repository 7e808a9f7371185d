import type { ReactNode } from "react";
import { Form, href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { FieldErrors } from "#lib/form.ts";
import { rich, t } from "#messages/translate.ts";
import { invitedAccountSchema, type TeamRole } from "#shop/accounts/account.ts";
import { NewPasswordFields } from "../shared/sign-in/fields.tsx";
import { SignInForm, useCheckedForm, withNext } from "../shared/sign-in/form.tsx";
import { SignInFrame } from "../shared/sign-in/frame.tsx";

export type InvitationField = "name" | "password" | "confirmPassword";

interface InvitationViewProps {
  invitation: {
    token: string;
    email: string;
    role: TeamRole;
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

const roleNames = {
  admin: "signIn.roleAdmin",
  delivery: "signIn.roleDelivery",
  bookkeeper: "signIn.roleBookkeeper",
} as const satisfies Record<TeamRole, string>;

/** An open invitation, with the way in which this visitor accepts it. */
export function InvitationView(props: InvitationViewProps) {
  const { invitation, error } = props;
  const { email, role, invitedBy, hasAccount, current, token } = invitation;
  const path = `${href("/invitation")}?token=${encodeURIComponent(token)}`;
  if (current !== null && current !== email)
    return <OtherAccount email={email} current={current} />;
  const lead = rich("signIn.invites", {
    inviter: invitedBy,
    email,
    role: t(roleNames[role]),
    b: <b />,
  });
  if (!hasAccount) return <NewAccount {...props} path={path} lead={lead} />;
  return (
    <SignInFrame title={t("signIn.joinTeam")} lead={lead}>
      {error && (
        <Notice tone="rejected" role="alert">
          {error}
        </Notice>
      )}
      {current === null ? (
        <ButtonLink to={withNext(href("/login"), path)} variant="primary" block>
          {t("signIn.signInToAccept")}
        </ButtonLink>
      ) : (
        <Form method="post" action={path} className="auth__form">
          <input type="hidden" name="intent" value="accept" />
          <input type="hidden" name="token" value={token} />
          <p className="muted">{t("signIn.acceptText")}</p>
          <SubmitButton intent="accept" variant="primary" block>
            {t("signIn.accept")}
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
    <SignInFrame title={t("signIn.joinTeam")} lead={lead}>
      <SignInForm
        checked={checked}
        action={path}
        intent="accept"
        hidden={{ token }}
        submit={t("signIn.accept")}
      >
        <Field
          label={t("signIn.fullName")}
          name="name"
          defaultValue={values?.name}
          autoComplete="name"
          autoCapitalize="words"
          required
          {...checked.field("name")}
        />
        <NewPasswordFields first field={checked.field} />
      </SignInForm>
    </SignInFrame>
  );
}

function OtherAccount({ email, current }: { email: string; current: string }) {
  return (
    <SignInFrame
      title={t("signIn.otherAccount")}
      lead={rich("signIn.otherAccountText", { current, email, b: <b /> })}
    >
      <Form method="post" action={href("/sign-out")} className="auth__form">
        <input type="hidden" name="intent" value="sign-out" />
        <SubmitButton intent="sign-out" variant="primary" block>
          {t("frame.signOut")}
        </SubmitButton>
      </Form>
    </SignInFrame>
  );
}

/** Says the same of a used, revoked, expired and unknown link. */
export function EndedInvitation() {
  return (
    <SignInFrame title={t("signIn.invitationEnded")} lead={t("signIn.invitationEndedText")}>
      <ButtonLink to={href("/login")} variant="primary" block>
        {t("signIn.signIn")}
      </ButtonLink>
    </SignInFrame>
  );
}
