import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { t } from "#messages/translate.ts";
import type {
  RefundAddressError,
  RefundAddressView,
} from "#shop/payments/refund-address.server.ts";

/** Errors of the form, at its field. */
export const refundAddressErrors = {
  missing: "order.refundMissing",
  "bad-address": "order.refundInvalid",
  "own-address": "order.refundOwn",
} as const satisfies Record<Exclude<RefundAddressError, "closed"> | "missing", string>;

/** The refund form's values after an error. */
export interface RefundAddressData {
  typed: string;
  error: string;
}

export interface RefundAddressFormProps {
  refund: RefundAddressView;
  /** Hidden values that identify the order. */
  fields: Readonly<Record<string, string>>;
  actionData: RefundAddressData | undefined;
}

/** Lets the buyer say where a refund is to be sent. */
export function RefundAddressForm({ refund, fields, actionData }: RefundAddressFormProps) {
  const { formData } = useNavigation();
  const server = actionData && { address: actionData.error };
  const { errors, form } = useFormErrors<"address">(server);
  const { address } = refund;
  return (
    <section className="card track__refund" aria-labelledby="refund-title">
      <h2 id="refund-title">{address ? t("order.refundTitleSaved") : t("order.refundTitle")}</h2>
      <p>{t("order.refundLead")}</p>
      {/* Posts to the current URL, which has the order ID: the page with an error shows the order as well. */}
      <Form method="post" noValidate preventScrollReset className="track__refund-form" {...form}>
        <input type="hidden" name="intent" value="refund-address" />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field
          // Shows the stored form of the address once it is saved.
          key={address}
          label={t("order.refundAddress")}
          name="address"
          mono
          defaultValue={actionData?.typed ?? address ?? ""}
          error={errors.address}
          hint={t("order.refundHint")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button type="submit" busy={formData?.get("intent") === "refund-address"}>
          {address ? t("order.refundChange") : t("order.refundSave")}
        </Button>
      </Form>
    </section>
  );
}
