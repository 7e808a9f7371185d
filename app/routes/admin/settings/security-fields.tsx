import { Select } from "#app/ui/select.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { passwordExpirations, sessionTimeouts } from "#shop/settings/settings.ts";
import type { SettingFields } from "./setting-section.tsx";
import { passwordExpirationLabels, sessionTimeoutLabels } from "./settings-form.ts";

export function SecurityFields({
  texts,
  errors,
  ownTwoFactor,
}: SettingFields & { ownTwoFactor: boolean }) {
  return (
    <>
      <Switch
        name="twoFactorAuth"
        label="Two-factor authentication"
        hint={
          ownTwoFactor
            ? "Administrators must set it up before the back office opens to them"
            : "Administrators must set it up before the back office opens to them. You have not yet: you will be asked to at once."
        }
        defaultChecked={texts.twoFactorAuth === "on"}
      />
      <div className="setting-form__fields setting-form__fields--line">
        <Select
          label="Session timeout"
          name="sessionTimeout"
          hint="Without activity, one is signed out"
          defaultValue={texts.sessionTimeout}
          error={errors.sessionTimeout}
        >
          {sessionTimeouts.map((value) => (
            <option key={value} value={value}>
              {sessionTimeoutLabels[value]}
            </option>
          ))}
        </Select>
        <Select
          label="Password expiration"
          name="passwordExpiration"
          hint="Then it has to be changed at sign-in"
          defaultValue={texts.passwordExpiration}
          error={errors.passwordExpiration}
        >
          {passwordExpirations.map((value) => (
            <option key={value} value={value}>
              {passwordExpirationLabels[value]}
            </option>
          ))}
        </Select>
      </div>
    </>
  );
}
