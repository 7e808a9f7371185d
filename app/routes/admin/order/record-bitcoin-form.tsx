import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { parseForm } from "#lib/form.ts";
import { formatBtc } from "#lib/money.ts";
import { type BitcoinActionData, type BitcoinField, bitcoinSchema } from "./record-fields.ts";

export interface RecordBitcoinFormProps {
  /** Outstanding amount of the order; 0 when it is paid. */
  missingSats: number;
  today: string;
  action: string;
  actionData: BitcoinActionData | undefined;
}

/** Records bitcoins that the buyer sent to another address than the order's. Collapsed at first. */
export function RecordBitcoinForm(props: RecordBitcoinFormProps) {
  const { missingSats, today, action, actionData } = props;
  const { formData } = useNavigation();
  const form = useFormErrors<BitcoinField>(actionData?.errors, (form) =>
    parseForm(bitcoinSchema, form),
  );
  const { errors } = form;
  const typed = actionData?.typed ?? {};
  return (
    <details className="panel__record" open={actionData !== undefined}>
      <summary className="btn btn--secondary btn--sm">
        <Icon name="plus" />
        Record Bitcoin received elsewhere
      </summary>
      <Form method="post" action={action} replace noValidate preventScrollReset {...form.form}>
        <input type="hidden" name="intent" value="record-bitcoin" />
        <p className="panel__text">
          For bitcoins sent to another address than this order&rsquo;s. The transaction is looked
          up, and each of its outputs counts only once. If it is not the amount due, or too late, it
          waits for your decision.
        </p>
        <Field
          label="Transaction ID"
          name="txid"
          mono
          defaultValue={typed.txid}
          error={errors.txid}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <div className="panel__pair">
          <Field
            label="Amount in BTC"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed.amount ?? (missingSats > 0 ? formatBtc(missingSats) : "")}
            error={errors.amount}
            required
          />
          <Field
            label="Arrived on"
            name="day"
            type="date"
            defaultValue={typed.day ?? today}
            error={errors.day}
            required
          />
        </div>
        <div>
          <Button
            type="submit"
            variant="primary"
            size="sm"
            busy={formData?.get("intent") === "record-bitcoin"}
          >
            Record Bitcoin
          </Button>
        </div>
      </Form>
    </details>
  );
}
