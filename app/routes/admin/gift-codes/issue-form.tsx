import { useEffect } from "react";
import { href } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { InlineForm } from "#app/ui/inline-form.tsx";
import { useIsSubmitting } from "#app/ui/submit-button.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import { GIFT_NOTE_MAX, giftBatchSchema, MOST_GIFT_CODES } from "#shop/gift-codes/gift-code.ts";

export type GiftField = "valueCents" | "count" | "lastDay" | "note";

export interface IssueFormProps {
  /** Names this form, so that one that is sent twice issues its codes once. */
  formKey: string;
  typed: Partial<Record<GiftField, string>> | undefined;
  errors: FieldErrors<GiftField> | undefined;
}

/** The form that issues gift codes. */
export function IssueForm({ formKey, typed, errors: serverErrors }: IssueFormProps) {
  const { errors, form } = useFormErrors<GiftField>(serverErrors, (fields) =>
    parseForm(giftBatchSchema, fields),
  );
  const busy = useIsSubmitting("issue");
  useEffect(() => {
    form.ref.current?.querySelector<HTMLInputElement>("[name=valueCents]")?.focus();
  }, [form.ref]);
  return (
    <InlineForm
      title="New gift codes"
      action={`${href("/admin/promotions/gift-codes")}?new=${formKey}`}
      {...form}
      buttons={
        <>
          <ButtonLink to={href("/admin/promotions/gift-codes")} variant="ghost" preventScrollReset>
            Cancel
          </ButtonLink>
          <Button type="submit" variant="primary" busy={busy}>
            Issue codes
          </Button>
        </>
      }
    >
      <input type="hidden" name="intent" value="issue" />
      <input type="hidden" name="formKey" value={formKey} />
      <Field
        label="Value of each ($)"
        name="valueCents"
        inputMode="decimal"
        autoComplete="off"
        required
        defaultValue={typed?.valueCents}
        error={errors.valueCents}
      />
      <Field
        label="How many"
        name="count"
        inputMode="numeric"
        autoComplete="off"
        required
        defaultValue={typed?.count ?? "1"}
        error={errors.count}
        hint={`Up to ${MOST_GIFT_CODES.toLocaleString("en-US")}`}
      />
      <Field
        label="Last day"
        name="lastDay"
        type="date"
        optional
        defaultValue={typed?.lastDay}
        error={errors.lastDay}
        hint="In the shop’s time zone"
      />
      <Field
        label="Note"
        name="note"
        className="inline-form__wide"
        optional
        autoComplete="off"
        maxLength={GIFT_NOTE_MAX}
        defaultValue={typed?.note}
        error={errors.note}
        hint="What they are for. Only administrators see it."
      />
    </InlineForm>
  );
}
