import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { Disclosure } from "./disclosure.tsx";
import { PasswordPrompt, type SecurityErrors, type SecurityIntent } from "./password-forms.tsx";
import { RecoveryCodes, TwoFactorSetup } from "./two-factor-setup.tsx";

export type TwoFactorState =
  | { state: "off" }
  /** A first code of the authenticator app, which has scanned `uri`, is awaited. */
  | { state: "setup"; uri: string; secret: string; codes?: readonly string[] }
  /** The number of unused recovery codes; null if unknown. */
  | { state: "on"; codesLeft?: number | null }
  /** New recovery codes, which are shown once. */
  | { state: "codes"; codes: readonly string[] };

export interface TwoFactorProps {
  email: string;
  hasPassword: boolean;
  state: TwoFactorState;
  errorsOf: (intent: SecurityIntent) => SecurityErrors | undefined;
}

export function TwoFactor({ email, hasPassword, state, errorsOf }: TwoFactorProps) {
  const prompt = (intent: SecurityIntent) => ({
    intent,
    email,
    hasPassword,
    errors: errorsOf(intent),
  });
  switch (state.state) {
    case "off":
      if (!hasPassword)
        return <p className="setting__text">Set a password first: you need it to turn this on.</p>;
      return (
        <>
          <OnOff on={false} />
          <PasswordPrompt {...prompt("totp-start")}>Turn on</PasswordPrompt>
        </>
      );
    case "setup":
      return (
        <TwoFactorSetup
          uri={state.uri}
          secret={state.secret}
          codes={state.codes}
          errors={errorsOf("totp-confirm")}
        />
      );
    case "codes":
      return <RecoveryCodes codes={state.codes} />;
    case "on":
      return (
        <>
          <OnOff on>
            {typeof state.codesLeft === "number" && <CodesLeft count={state.codesLeft} />}
          </OnOff>
          <Disclosure title="New recovery codes" open={errorsOf("recovery-codes") !== undefined}>
            <p className="small muted">Your current codes stop working.</p>
            <PasswordPrompt {...prompt("recovery-codes")}>Create new codes</PasswordPrompt>
          </Disclosure>
          <Disclosure title="Turn off" open={errorsOf("totp-off") !== undefined}>
            <p className="small muted">Your password alone will be enough to sign in.</p>
            <PasswordPrompt {...prompt("totp-off")} buttonClass="btn--danger-quiet">
              Turn off two-factor authentication
            </PasswordPrompt>
          </Disclosure>
        </>
      );
  }
}

function OnOff({ on, children }: { on: boolean; children?: ReactNode }) {
  return (
    <div className="row">
      <p className={on ? "state state--on" : "state"}>
        <Icon name={on ? "check" : "x"} size="sm" />
        {on ? "On" : "Off"}
      </p>
      {children}
    </div>
  );
}

function CodesLeft({ count }: { count: number }) {
  if (count === 0) return <p className="state state--open">No recovery codes left</p>;
  return (
    <p className="small muted">
      {count === 1 ? "1 recovery code left" : `${count} recovery codes left`}
    </p>
  );
}
