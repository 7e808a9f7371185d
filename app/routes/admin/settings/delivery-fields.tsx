import { Field } from "#app/ui/field.tsx";
import { Switch } from "#app/ui/switch.tsx";
import type { SettingFields } from "./setting-section.tsx";

/** The delivery adapter, and how long it is tried. */
export function DeliveryFields({ texts, errors }: SettingFields) {
  return (
    <>
      <Switch
        name="deliveryEnabled"
        label="Deliver automatically"
        hint="The adapter gets every paid order under Deliver, also those that wait now. At checkout it validates the username."
        defaultChecked={texts.deliveryEnabled === "on"}
      />
      <div className="setting-form__fields setting-form__fields--line">
        <Field
          className="setting-form__wide"
          label="Adapter URL"
          name="deliveryUrl"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://example.com/deliver"
          defaultValue={texts.deliveryUrl}
          error={errors.deliveryUrl}
        />
        <Field
          label="Give up after (minutes)"
          name="deliveryMinutes"
          hint="Then the order waits for you under Deliver, with the reason."
          defaultValue={texts.deliveryMinutes}
          error={errors.deliveryMinutes}
          inputMode="numeric"
        />
      </div>
    </>
  );
}
