import { Select } from "#app/ui/field.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { passwordExpirations, sessionTimeouts } from "#shop/settings/settings.ts";
import type { SettingFields } from "./setting-section.tsx";

const sessionTimeoutLabels: Record<string, string> = {
  "15": "15 minutes",
  "30": "30 minutes",
  "60": "1 hour",
  "120": "2 hours",
  "240": "4 hours",
};

const passwordExpirationLabels: Record<string, string> = {
  never: "Never",
  "30": "30 days",
  "60": "60 days",
  "90": "90 days",
  "180": "180 days",
};

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
            : "Administrators must set it up before the back office opens to them. You haven't set it up; you'll be asked right away."
        }
        defaultChecked={texts.twoFactorAuth === "on"}
      />
      <div className="setting-form__fields setting-form__fields--line">
        <Select
          label="Session timeout"
          name="sessionTimeout"
          hint="Sign out after this much inactivity"
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
          hint="Users choose a new password at sign-in"
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
