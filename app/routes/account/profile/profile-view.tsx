import type { Account } from "#shop/accounts/account.ts";
import { BirthdayForm } from "./birthday-form.tsx";
import { EmailForm } from "./email-form.tsx";
import { NameForm } from "./name-form.tsx";
import { Setting } from "../shared/setting.tsx";

/** The forms of this page, by the intent they are sent with; each has one field of that name. */
export type ProfileField = "name" | "email" | "birthday";

export interface ProfileViewProps {
  account: Account;
  /** The address that waits for its link to be opened. */
  pendingEmail: string | null;
  /** What was typed and refused. */
  values?: Partial<Record<ProfileField, string>>;
  errors?: Partial<Record<ProfileField, string>>;
  /** The intent of the form that `values` and `errors` belong to. */
  errorFor?: string | null;
}

/** What each form of this page gets of the server's answer. */
export interface ProfileFormProps {
  account: Account;
  typed: string | undefined;
  error: string | undefined;
}

/** Name, email and birthday. */
export function ProfileView(props: ProfileViewProps) {
  const { account, pendingEmail, values, errors, errorFor } = props;
  const answerTo = (field: ProfileField): ProfileFormProps => ({
    account,
    typed: errorFor === field ? values?.[field] : undefined,
    error: errorFor === field ? errors?.[field] : undefined,
  });
  return (
    <>
      <Setting title="Name" about="How we address you in mails.">
        <NameForm {...answerTo("name")} />
      </Setting>
      <Setting
        title="Email"
        about="You sign in with it, and orders placed with it show under My Orders once it is verified."
      >
        {/* A new form once a mail is out, so that its field is empty again. */}
        <EmailForm
          key={pendingEmail}
          pendingEmail={pendingEmail}
          resendError={errorFor === "send-verification" ? errors?.email : undefined}
          {...answerTo("email")}
        />
      </Setting>
      <Setting title="Birthday" about="For 100 bonus points once a year. Optional.">
        <BirthdayForm {...answerTo("birthday")} />
      </Setting>
    </>
  );
}
