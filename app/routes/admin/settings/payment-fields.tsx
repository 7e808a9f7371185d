import { Field, Select } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { waysText } from "#app/routes/shop/method/method-labels.ts";
import { takesBitcoin, type Offer } from "#shop/methods/methods.ts";
import { methodText, type PaymentMethod, paymentMethods } from "#shop/settings/payment-method.ts";
import type { SettingFields } from "./setting-section.tsx";

export interface PaymentFieldsProps extends SettingFields {
  /** Payment methods that checkout offers now. */
  offers: readonly Offer[];
  /** Payment services that are configured. */
  hosted: readonly string[];
}

/** The payment methods: whether checkout offers each one, and what it still needs. */
export function PaymentFields({ texts, errors, offers, hosted }: PaymentFieldsProps) {
  const offered = (method: PaymentMethod) => offers.some((offer) => offer.method === method);
  return (
    <>
      <p className="setting-form__fact">
        <Icon name="check" size="sm" />
        <span>
          {!takesBitcoin(offers) ? (
            <>
              <b>Bitcoin</b> is offered once you have confirmed the{" "}
              <a className="link" href="#addresses-title">
                receiving addresses
              </a>
              .
            </>
          ) : offers.length === 1 ? (
            <>
              <b>Bitcoin</b> is always offered at checkout.
            </>
          ) : (
            <>
              Checkout offers <b>{waysText(offers)}</b>. Bitcoin is always one of them.
            </>
          )}
        </span>
      </p>
      <div className="setting-form__fields">
        <Select
          className="setting-form__wide"
          label="Order of payment methods"
          name="firstMethod"
          defaultValue={texts.firstMethod}
          error={errors.firstMethod}
          hint="The first one is preselected at checkout, while it is offered."
        >
          <option value="">Card first, otherwise Bitcoin</option>
          {paymentMethods.map((method) => (
            <option key={method} value={method}>
              {methodText(method)} first
            </option>
          ))}
        </Select>
      </div>
      <Switch
        name="paypalEnabled"
        label="PayPal"
        hint={
          offered("paypal")
            ? hosted.includes("paypal")
              ? "Offered; paid on PayPal’s page and detected automatically"
              : "Offered; sent to the address below and recorded by hand in the order’s panel"
            : "Offered once PAYPAL_CLIENT_ID is configured or an address to send to is entered here"
        }
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
        hint={
          offered("stripe")
            ? `Card payments. Offered${offers[0]?.method === "stripe" ? ", and preselected" : ""}`
            : "Card payments. Offered once STRIPE_SECRET_KEY is configured"
        }
        defaultChecked={texts.stripeEnabled === "on"}
      />
      <Switch
        name="bankTransferEnabled"
        label="Bank transfer"
        hint={
          offered("bank_transfer")
            ? "Offered; buyers are shown the account below"
            : "Offered once an account name and an IBAN or account number are entered"
        }
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
