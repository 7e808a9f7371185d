import { Form, useNavigation } from "react-router";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Offer } from "#shop/methods/methods.ts";
import { methodText, type PaymentMethod } from "#shop/settings/payment-method.ts";
import { aboutText, methodWords } from "./method-labels.ts";
import "./method.css";

export interface MethodPickerProps {
  offers: readonly Offer[];
  current: PaymentMethod;
  label: string;
  /** The form's action, and hidden fields besides `intent=method`. */
  action: string;
  fields?: Readonly<Record<string, string>>;
}

/** A choice of payment methods. Each is a submit button of one form, so it works without JavaScript. */
export function MethodPicker({ offers, current, label, action, fields }: MethodPickerProps) {
  const navigation = useNavigation();
  const submitted =
    navigation.formData?.get("intent") === "method" ? navigation.formData.get("method") : null;
  return (
    <Form method="post" action={action} preventScrollReset aria-label={label}>
      <HiddenFields values={{ ...fields, intent: "method" }} />
      <div className="methods">
        {offers.map(({ method, how }) => (
          <button
            key={method}
            type="submit"
            name="method"
            value={method}
            className="method"
            aria-pressed={(submitted ?? current) === method}
          >
            <span className="method__icon">
              <Icon name={methodWords[method].icon} />
            </span>
            <span className="method__text">
              <b>{methodText(method)}</b>
              <span>{aboutText(method, how)}</span>
            </span>
            <span className="method__mark" aria-hidden="true">
              <Icon name="check" size="sm" />
            </span>
          </button>
        ))}
      </div>
    </Form>
  );
}
