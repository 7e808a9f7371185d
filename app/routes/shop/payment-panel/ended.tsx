import { QUOTE_SECONDS } from "#shop/payments/payment.ts";
import { Address } from "./address.tsx";
import type { PanelBodyProps } from "./panel-body.tsx";
import { PanelLayout, Seal } from "./panel-body.tsx";
import { PriceError, QuoteForm } from "./quote-form.tsx";

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
      <p className="pay__lead">This amount is no longer valid.</p>
      <p className="pay__text">
        Nothing arrived within {MINUTES} minutes. Please do not send it any more: ask for a new
        amount, at the rate of now.
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
