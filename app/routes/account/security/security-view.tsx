import type { Account } from "#shop/accounts/account.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ChangePassword, SetPassword } from "./password-forms.tsx";
import { Setting } from "../shared/setting.tsx";
import { type TwoFactorState, TwoFactor } from "./two-factor-section.tsx";

/** The forms of this page whose fields may be refused, by the intent they are sent with. */
export type SecurityIntent =
  | "password"
  | "totp-start"
  | "totp-confirm"
  | "totp-off"
  | "recovery-codes";

type SecurityField = "currentPassword" | "password" | "confirmPassword" | "code";
export type SecurityErrors = Partial<Record<SecurityField, string>>;

export interface SecurityViewProps {
  account: Account;
  /** False for those who only sign in elsewhere. */
  hasPassword: boolean;
  errors?: SecurityErrors;
  /** The intent of the form that `errors` belong to: several have a field `password`. */
  errorFor?: string | null;
  /** What no single field is to blame for. */
  error?: string | null;
  twoFactor: TwoFactorState;
}

/** Password and two-factor authentication. */
export function SecurityView(props: SecurityViewProps) {
  const { account, hasPassword, errors, errorFor, error, twoFactor } = props;
  const errorsOf = (intent: SecurityIntent) => (errorFor === intent ? errors : undefined);
  return (
    <>
      {error && (
        <Notice tone="rejected" role="alert">
          {error}
        </Notice>
      )}
      {hasPassword ? (
        <Setting title="Password" about="Changing it signs out every other browser.">
          <ChangePassword email={account.email} errors={errorsOf("password")} />
        </Setting>
      ) : (
        <Setting title="Password" about="You sign in with another service and have none yet.">
          <SetPassword email={account.email} />
        </Setting>
      )}
      <Setting
        title="Two-factor authentication"
        about="Signing in then also takes a 6-digit code from an app on your phone."
      >
        <TwoFactor
          email={account.email}
          hasPassword={hasPassword}
          state={twoFactor}
          errorsOf={errorsOf}
        />
      </Setting>
    </>
  );
}
