import { Select } from "#app/ui/field.tsx";
import type { OwnFieldProps } from "./setting-fields.tsx";

/** The choice of a time zone, by region. */
export function TimeZoneField({ zones, ...field }: OwnFieldProps & { zones: readonly string[] }) {
  const regions = Map.groupBy(zones, (zone) => zone.split("/")[0] ?? zone);
  return (
    <Select {...field}>
      {[...regions].map(([region, inRegion]) =>
        inRegion.length === 1 ? (
          <option key={region}>{inRegion[0]}</option>
        ) : (
          <optgroup key={region} label={region}>
            {inRegion.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </optgroup>
        ),
      )}
    </Select>
  );
}
