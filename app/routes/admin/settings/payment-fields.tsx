import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { waysText } from "#app/routes/shop/method/method-labels.ts";
import { takesBitcoin, type Offer } from "#shop/methods/methods.ts";
import type { PaymentMethod } from "#shop/settings/payment-method.ts";
import { settingsPath } from "./settings-pages.ts";
import { SettingFields, type SettingFormValues } from "./setting-fields.tsx";

export interface PaymentFieldsProps extends SettingFormValues {
  /** Payment methods that checkout offers now. */
  offers: readonly Offer[];
  /** Payment services that are configured. */
  hosted: readonly string[];
}

/** The payment methods: whether checkout offers each one, and what it still needs. */
export function PaymentFields({ offers, hosted, ...form }: PaymentFieldsProps) {
  const offered = (method: PaymentMethod) => offers.some((offer) => offer.method === method);
  return (
    <>
      <p className="setting-form__fact">
        <Icon name="check" size="sm" />
        <span>
          {!takesBitcoin(offers) ? (
            <>
              <b>Bitcoin</b> is offered once you have confirmed the{" "}
              <Link className="link" to={settingsPath("addresses")}>
                receiving addresses
              </Link>
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
      <SettingFields
        {...form}
        group="payment"
        hints={{
          paypalEnabled: !offered("paypal")
            ? "Offered once PAYPAL_CLIENT_ID is configured or an address to send to is entered here"
            : hosted.includes("paypal")
              ? "Offered; paid on PayPal’s page and detected automatically"
              : "Offered; sent to the address below and recorded by hand in the order’s panel",
          stripeEnabled: offered("stripe")
            ? `Card payments. Offered${offers[0]?.method === "stripe" ? ", and preselected" : ""}`
            : "Card payments. Offered once STRIPE_SECRET_KEY is configured",
          bankTransferEnabled: offered("bank_transfer")
            ? "Offered; buyers are shown the account below"
            : "Offered once saved with an account name, and an IBAN or account number",
        }}
      />
    </>
  );
}
