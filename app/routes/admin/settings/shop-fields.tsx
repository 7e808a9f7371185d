import { Field, Select } from "#app/ui/field.tsx";
import type { SettingFields } from "./setting-section.tsx";

/** Name, support email and time zone of the shop. */
export function ShopFields({
  texts,
  errors,
  timeZones,
}: SettingFields & { timeZones: readonly string[] }) {
  const regions = Map.groupBy(timeZones, (zone) => zone.split("/")[0] ?? zone);
  return (
    <div className="setting-form__fields">
      <Field
        label="Shop name"
        name="shopName"
        hint="In the header, the footer, titles and emails"
        defaultValue={texts.shopName}
        error={errors.shopName}
        required
      />
      <Field
        label="Support email"
        name="supportEmail"
        type="email"
        hint="In the footer and in emails"
        defaultValue={texts.supportEmail}
        error={errors.supportEmail}
        required
      />
      <Select
        className="setting-form__wide"
        label="Time zone"
        name="timeZone"
        hint="When a day begins in reports and lists. Changing it recounts all orders."
        defaultValue={texts.timeZone}
        error={errors.timeZone}
      >
        {[...regions].map(([region, zones]) =>
          zones.length === 1 ? (
            <option key={region}>{zones[0]}</option>
          ) : (
            <optgroup key={region} label={region}>
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll("_", " ")}
                </option>
              ))}
            </optgroup>
          ),
        )}
      </Select>
    </div>
  );
}
