import { Form } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { QUOTE_SECONDS } from "#shop/payments/payment.ts";
import { Address } from "./address.tsx";
import type { PanelBodyProps } from "./panel-body.tsx";
import { PanelLayout, Seal } from "./panel-body.tsx";

const MINUTES = QUOTE_SECONDS / 60;

/** The lock ran out with nothing seen. The address is out of sight, so that nobody sends the old amount. */
export function Ended({ payment, quoteForm, priceError }: PanelBodyProps) {
  return (
    <PanelLayout
      decorative
      figure={
        <Seal>
          <b className="mono">00:00</b>
          <span>no longer valid</span>
        </Seal>
      }
      notes={[
        {
          icon: "refresh",
          text: `A new amount is held for another ${MINUTES} minutes. The address stays the same.`,
        },
        {
          icon: "info",
          text: "If you already sent it, nothing is lost: it still shows up here.",
        },
      ]}
    >
      {priceError && <PriceError />}
      <p className="pay__text">
        Nothing arrived within {MINUTES} minutes, so this amount is no longer valid. Please do not
        send it any more. Ask for a new one, at today&rsquo;s rate.
      </p>
      <QuoteForm quoteForm={quoteForm} label={priceError ? "Retry" : "Get a new amount"} />
      <details className="pay__already">
        <summary>I already paid</summary>
        <p>
          Then there is nothing to do. We go on watching the address below, which is the one your
          wallet should show. What is seen within {MINUTES} minutes after the end still counts as
          agreed. Later than that it counts if it covers the price at the rate of that moment, and
          otherwise we look at it ourselves.
        </p>
        <Address address={payment.address} />
      </details>
    </PanelLayout>
  );
}

/** Asks the server for a quote: a new amount at the rate of now. */
export function QuoteForm({
  quoteForm,
  label,
}: {
  quoteForm: PanelBodyProps["quoteForm"];
  label: string;
}) {
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

/** No source of prices answered, so no amount can be worked out. */
export function PriceError() {
  return (
    <Notice tone="rejected" role="alert">
      <b>Failed to fetch Bitcoin price</b>
      <br />
      Without it no amount can be worked out; nothing was charged, and what you entered is kept.
    </Notice>
  );
}
