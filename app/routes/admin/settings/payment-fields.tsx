import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Switch } from "#app/ui/switch.tsx";
import type { SettingFields } from "./setting-section.tsx";

/** The methods. Only Bitcoin can be taken; of the others it is said what becomes of them. */
export function PaymentFields({ texts, errors }: SettingFields) {
  return (
    <>
      <p className="setting-form__fact">
        <Icon name="check" size="sm" />
        <span>
          <b>Bitcoin</b> is offered at checkout. It is the only method that this version of the shop
          can take.
        </span>
      </p>
      <Switch
        name="paypalEnabled"
        label="PayPal"
        hint="Saved for when it can be taken; not offered yet"
        defaultChecked={texts.paypalEnabled === "on"}
      />
      <div className="setting-form__fields">
        <Field
          className="setting-form__wide"
          label="PayPal email"
          name="paypalEmail"
          type="email"
          placeholder="payments@example.com"
          defaultValue={texts.paypalEmail}
          error={errors.paypalEmail}
          optional
        />
      </div>
      <Switch
        name="stripeEnabled"
        label="Stripe"
        hint="Card payments. Saved for when they can be taken; not offered yet"
        defaultChecked={texts.stripeEnabled === "on"}
      />
      <Switch
        name="bankTransferEnabled"
        label="Bank transfer"
        hint="Saved for when it can be taken; not offered yet, and nobody is shown these details"
        defaultChecked={texts.bankTransferEnabled === "on"}
      />
      <div className="setting-form__fields">
        <Field
          className="setting-form__wide"
          label="Bank name"
          name="bankName"
          placeholder="Example Bank"
          defaultValue={texts.bankName}
          error={errors.bankName}
          optional
        />
        <Field
          label="Account name"
          name="accountName"
          placeholder="Example Ltd"
          defaultValue={texts.accountName}
          error={errors.accountName}
          optional
        />
        <Field
          label="Account number"
          name="accountNumber"
          mono
          placeholder="00000000"
          defaultValue={texts.accountNumber}
          error={errors.accountNumber}
          optional
        />
        <Field
          className="setting-form__wide"
          label="IBAN"
          name="iban"
          mono
          autoComplete="off"
          spellCheck={false}
          placeholder="GB00 XXXX 0000 0000 0000 00"
          defaultValue={texts.iban}
          error={errors.iban}
          optional
        />
      </div>
    </>
  );
}
