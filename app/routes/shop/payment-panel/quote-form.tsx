import { Form } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { QuoteTarget } from "./panel-body.tsx";

export interface QuoteFormProps {
  quoteForm: QuoteTarget;
  label: string;
}

/** Asks the server for a quote: a new amount at the rate of now. */
export function QuoteForm({ quoteForm, label }: QuoteFormProps) {
  return (
    <Form method="post" action={quoteForm.action} preventScrollReset className="pay__actions">
      {Object.entries(quoteForm.fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="intent" value="quote" />
      <SubmitButton intent="quote" variant="primary">
        <Icon name="refresh" />
        {label}
      </SubmitButton>
    </Form>
  );
}

/** No source of prices answered. */
export function PriceError() {
  return (
    <Notice tone="rejected" role="alert">
      <b>Failed to fetch Bitcoin price</b>
      <br />
      Without it no amount can be worked out.
    </Notice>
  );
}
