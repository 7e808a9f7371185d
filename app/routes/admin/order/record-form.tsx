import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field, Select, Textarea } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { parseForm } from "#lib/form.ts";
import { priceText } from "#lib/money.ts";
import { methodText } from "#shop/settings/payment-method.ts";
import { AmountField, ReferenceField } from "../shared/money-fields.tsx";
import {
  DETAILS_MAX,
  type RecordActionData,
  type RecordField,
  type RecordMethod,
  recordMethods,
  recordSchema,
} from "./record-fields.ts";

/** Initial values of the form. */
export interface RecordDefaults {
  method: RecordMethod;
  /** Outstanding amount of the order; 0 when it is paid. */
  missingCents: number;
  today: string;
}

export interface RecordFormProps {
  start: RecordDefaults;
  action: string;
  actionData: RecordActionData | undefined;
}

/** Records money that arrived on the shop's account. Collapsed at first. */
export function RecordForm({ start, action, actionData }: RecordFormProps) {
  const { formData } = useNavigation();
  const form = useFormErrors<RecordField>(actionData?.errors, (form) =>
    parseForm(recordSchema, form),
  );
  const { errors } = form;
  const typed = actionData?.typed ?? {};
  const amount = start.missingCents > 0 ? priceText(start.missingCents) : "";
  return (
    <details className="panel__record" open={actionData !== undefined}>
      <summary className="btn btn--secondary btn--sm">
        <Icon name="plus" />
        Record payment
      </summary>
      <Form method="post" action={action} replace noValidate preventScrollReset {...form.form}>
        <input type="hidden" name="intent" value="record" />
        <p className="panel__text">
          For a payment that arrived in your account. If it is exactly the price, the order moves to
          Processing; otherwise it waits for your decision.
        </p>
        <div className="panel__pair">
          <Select label="Method" name="method" defaultValue={typed.method ?? start.method}>
            {recordMethods.map((method) => (
              <option key={method} value={method}>
                {methodText(method)}
              </option>
            ))}
          </Select>
          <AmountField defaultValue={typed.amount ?? amount} error={errors.amount} />
        </div>
        <ReferenceField
          label="Reference"
          name="reference"
          defaultValue={typed.reference}
          error={errors.reference}
          hint="The bank's or PayPal's ID of this payment. Each reference is recorded only once."
        />
        <Field
          label="Received on"
          name="day"
          type="date"
          defaultValue={typed.day ?? start.today}
          error={errors.day}
          required
        />
        <Textarea
          label="Who paid"
          optional
          name="details"
          rows={2}
          maxLength={DETAILS_MAX}
          defaultValue={typed.details}
          error={errors.details}
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            size="sm"
            busy={formData?.get("intent") === "record"}
          >
            Record payment
          </Button>
        </div>
      </Form>
    </details>
  );
}
