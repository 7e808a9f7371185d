import { Field } from "#app/ui/field.tsx";
import { Switch } from "#app/ui/switch.tsx";
import type { SettingFields } from "./setting-section.tsx";

/** The program that delivers orders. */
export function DeliveryFields({ texts, errors }: SettingFields) {
  return (
    <>
      <Switch
        name="deliveryEnabled"
        label="Deliver by a program"
        hint="It gets every paid order under Deliver, those that wait now included, and is asked at checkout whether a username exists"
        defaultChecked={texts.deliveryEnabled === "on"}
      />
      <div className="setting-form__fields setting-form__fields--line">
        <Field
          className="setting-form__wide"
          label="URL of the program"
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
