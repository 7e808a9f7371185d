import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import type { FieldErrors } from "#lib/field-errors.ts";

export interface PeriodFormProps {
  days: { from: string; to: string };
  errors?: FieldErrors<"from" | "to">;
}

/** Any days: a form whose answer is the page itself. */
export function PeriodForm({ days, errors }: PeriodFormProps) {
  return (
    <Form className="period-form" method="get" preventScrollReset noValidate>
      <input type="hidden" name="period" value="custom" />
      <Field
        label="First day"
        name="from"
        type="date"
        required
        defaultValue={days.from}
        error={errors?.from}
      />
      <Field
        label="Last day"
        name="to"
        type="date"
        required
        defaultValue={days.to}
        error={errors?.to}
      />
      <Button type="submit">Show</Button>
    </Form>
  );
}
