import { formatIban } from "#lib/iban.ts";
import { priceText } from "#lib/money.ts";
import type { Settings } from "#shop/settings/settings.ts";
import type { SettingTexts } from "./setting-section.tsx";

/** Returns the settings as the values of their fields. */
export function settingTexts(settings: Settings): SettingTexts {
  const texts = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, textOfValue(value)]),
  ) as SettingTexts;
  return {
    ...texts,
    iban: formatIban(settings.iban),
    lightningBelowCents: priceText(settings.lightningBelowCents),
    confirmationsThresholdCents: priceText(settings.confirmationsThresholdCents),
  };
}

function textOfValue(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "on" : "";
  return String(value);
}
