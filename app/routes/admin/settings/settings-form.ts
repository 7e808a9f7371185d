import { formatIban } from "#lib/iban.ts";
import { priceText } from "#lib/money.ts";
import type { SettingErrors } from "#shop/settings/setting-forms.ts";
import type { SettingGroup, Settings } from "#shop/settings/settings.ts";

/** Settings as they stand in the fields of a form; a switch that is on is "on". */
export type SettingTexts = Record<keyof Settings, string>;

/** What the page answers when a form was not saved. */
export interface SettingsAnswer {
  group: SettingGroup;
  typed: Partial<SettingTexts>;
  errors?: SettingErrors;
  /** Why it was not saved, when no field is wrong. */
  message?: string;
}

export function settingTexts(settings: Settings): SettingTexts {
  const texts = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, textOfValue(value)]),
  ) as SettingTexts;
  return {
    ...texts,
    iban: formatIban(settings.iban),
    confirmationsThresholdCents: priceText(settings.confirmationsThresholdCents),
  };
}

function textOfValue(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "on" : "";
  return String(value);
}

export const sessionTimeoutLabels: Record<string, string> = {
  "15": "15 minutes",
  "30": "30 minutes",
  "60": "1 hour",
  "120": "2 hours",
  "240": "4 hours",
};

export const passwordExpirationLabels: Record<string, string> = {
  never: "Never",
  "30": "30 days",
  "60": "60 days",
  "90": "90 days",
  "180": "180 days",
};
