import { Form } from "react-router";
import { type Answer, answerTo, typedText } from "#app/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import { useIsSubmitting } from "#app/ui/submit-button.tsx";
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

export interface RefundAddressFormProps {
  refund: RefundAddressView;
  /** Hidden values that identify the order. */
  fields: Readonly<Record<string, string>>;
  answer: Answer | null;
}

/** Lets the buyer say where a refund is to be sent. */
export function RefundAddressForm({ refund, fields, answer }: RefundAddressFormProps) {
  const given = answerTo(answer, "refund-address");
  const { errors, form } = useFormErrors(given?.errors);
  const { address } = refund;
  return (
    <section className="card track__refund" aria-labelledby="refund-title">
      <h2 id="refund-title">{address ? t("order.refundTitleSaved") : t("order.refundTitle")}</h2>
      <p>{t("order.refundLead")}</p>
      {/* Posts to the current URL, which has the order ID: the page with an error shows the order as well. */}
      <Form method="post" noValidate preventScrollReset className="track__refund-form" {...form}>
        <HiddenFields values={{ ...fields, intent: "refund-address" }} />
        <Field
          // Shows the stored form of the address once it is saved.
          key={address}
          label={t("order.refundAddress")}
          name="address"
          mono
          defaultValue={typedText(given, "address") ?? address ?? ""}
          error={errors.address}
          hint={t("order.refundHint")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button type="submit" busy={useIsSubmitting("refund-address")}>
          {address ? t("order.refundChange") : t("order.refundSave")}
        </Button>
      </Form>
    </section>
  );
}
