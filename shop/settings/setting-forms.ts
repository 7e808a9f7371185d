import { z } from "zod";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import { err, type Result } from "#lib/result.ts";
import type { SettingGroup } from "./setting.ts";
import { fieldsIn, type SettingName, type Settings } from "./settings.ts";

export type SettingErrors = FieldErrors<SettingName>;

/** Rules about several fields of a form. */
const formRules: Partial<Record<SettingGroup, (values: Partial<Settings>) => SettingErrors>> = {
  delivery: ({ deliveryEnabled, deliveryUrl }) =>
    deliveryEnabled && !deliveryUrl ? { deliveryUrl: "URL is required" } : {},
  eu: ({ vatBasisPoints, vatByCountry, consentRequired, consentText }) => ({
    ...(vatByCountry &&
      vatBasisPoints === 0 && { vatBasisPoints: "Enter a rate, or switch VAT by country off" }),
    ...(consentRequired &&
      consentText === "" && { consentText: "Text is required, or switch the consent off" }),
  }),
  // Buyers cannot pay without these. A form of an older tab may lack some.
  payment: ({ bankTransferEnabled, accountName, accountNumber, iban }) =>
    bankTransferEnabled
      ? {
          ...(accountName === "" && {
            accountName: "Account name is required, or switch bank transfer off",
          }),
          ...(iban === "" &&
            accountNumber === "" && {
              iban: "IBAN or account number is required, or switch bank transfer off",
            }),
        }
      : {},
};

/** The hidden field with the names of a form's switches: browsers send only those that are on. */
export const SWITCHES = "switches";

/**
 * Reads one form of the settings, in the browser and on the server. A field that the form does not have, as that of a
 * tab opened before an upgrade, is left out: the setting stays as it is.
 */
export function parseSettingsForm(
  group: SettingGroup,
  form: FormData | Readonly<Record<string, unknown>>,
): Result<Partial<Settings>, SettingErrors> {
  const fields = form instanceof FormData ? Object.fromEntries(form) : form;
  const { [SWITCHES]: listed } = fields;
  const switches = typeof listed === "string" ? listed.split(" ") : [];
  const rules = fieldsIn(group)
    .filter(([name]) => name in fields || switches.includes(name))
    .map(([name, { rule }]) => [name, rule] as const);
  const schema: z.core.$ZodType<
    Partial<Settings>,
    Partial<Record<SettingName, unknown>>
  > = z.object(Object.fromEntries(rules));
  const read = parseForm(schema, fields);
  if (!read.ok) return read;
  const errors = formRules[group]?.(read.value) ?? {};
  return Object.keys(errors).length > 0 ? err(errors) : read;
}
