import { QUOTE_SECONDS } from "#shop/payments/model/payment.ts";
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
          text: "If you have already sent it, nothing is lost: it still shows up here.",
        },
      ]}
    >
      <p className="pay__lead">This amount is no longer valid.</p>
      <p className="pay__text">
        No payment was seen within {MINUTES} minutes. Please do not send this amount any more: ask
        for a new one at the current rate.
      </p>
      {priceError && <PriceError />}
      <QuoteForm quoteForm={quoteForm} label={priceError ? "Retry" : "Get a new amount"} />
      <details className="pay__already">
        <summary>I already paid</summary>
        <p>
          Then there is nothing to do. We go on watching the address below, which is the one your
          wallet should show. What is seen within {MINUTES} minutes after the end still counts as
          agreed. What comes later than that we look at by hand.
        </p>
        <Address address={payment.address} />
      </details>
    </PanelLayout>
  );
}
