import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { Disclosure } from "./disclosure.tsx";
import { PasswordPrompt, type SecurityErrors, type SecurityIntent } from "./password-forms.tsx";
import { RecoveryCodes, TwoFactorSetup } from "./two-factor-setup.tsx";
import { t } from "#messages/translate.ts";

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
        return <p className="setting__text">{t("account.twoFactorNeedsPassword")}</p>;
      return (
        <>
          <OnOff on={false} />
          <PasswordPrompt {...prompt("totp-start")}>{t("account.turnOn")}</PasswordPrompt>
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
          <Disclosure title={t("account.newCodes")} open={errorsOf("recovery-codes") !== undefined}>
            <p className="small muted">{t("account.newCodesText")}</p>
            <PasswordPrompt {...prompt("recovery-codes")}>
              {t("account.createCodes")}
            </PasswordPrompt>
          </Disclosure>
          <Disclosure title={t("account.turnOff")} open={errorsOf("totp-off") !== undefined}>
            <p className="small muted">{t("account.turnOffText")}</p>
            <PasswordPrompt {...prompt("totp-off")} buttonClass="btn--danger-quiet">
              {t("account.turnOffTwoFactor")}
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
        {on ? t("account.on") : t("account.off")}
      </p>
      {children}
    </div>
  );
}

function CodesLeft({ count }: { count: number }) {
  if (count === 0) return <p className="state state--open">{t("account.noCodesLeft")}</p>;
  return <p className="small muted">{t("account.codesLeft", { count })}</p>;
}
