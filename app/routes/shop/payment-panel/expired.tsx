import type { ShownWay } from "#shop/payments/payment-view.ts";
import { QUOTE_SECONDS } from "#shop/payments/model/payment.ts";
import { Address } from "./address.tsx";
import { type PanelBodyProps, PanelLayout, Seal, type QuoteTarget } from "./panel-layout.tsx";
import { Form } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";

const MINUTES = QUOTE_SECONDS / 60;

/** The price lock has expired without a payment. Hides the address, so that the old amount is not sent. */
export function Expired({ payment, orderId, quoteForm, priceError }: PanelBodyProps) {
  const { chain, way } = payment;
  const kept = [chain && "the address", orderId && `the order ID ${orderId}`].filter(Boolean);
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
          text: `A new amount is held for another ${MINUTES} minutes.${keptText(kept)}`,
        },
        {
          icon: "info",
          text: "If you have already sent it, nothing is lost: it still shows up here.",
        },
      ]}
    >
      <p className="pay__lead">This amount is no longer valid.</p>
      <p className="pay__text">
        No payment was seen within {MINUTES} minutes. Please do not send this amount anymore: get a
        new one at the current rate.
      </p>
      {priceError && <PriceError />}
      <QuoteForm
        quoteForm={quoteForm}
        way={way}
        label={priceError ? "Retry" : "Get a new amount"}
      />
      <details className="pay__already">
        <summary>I already paid</summary>
        {chain ? (
          <>
            <p>
              Then there is nothing to do. We keep watching the address below, which your wallet
              should show. What is seen within {MINUTES} minutes after the end still counts as
              agreed. We review anything later than that by hand.
            </p>
            <Address address={chain.address} />
          </>
        ) : (
          <p>
            Then there is nothing to do. If your wallet shows the Lightning payment as completed, it
            still shows up here. If it failed, the money is still in your wallet.
          </p>
        )}
      </details>
    </PanelLayout>
  );
}

/** Returns ' The address and the order ID ABC1234 stay the same.', with what there is. */
function keptText(kept: readonly (string | null)[]): string {
  if (kept.length === 0) return "";
  const text = kept.join(" and ");
  return ` ${text.charAt(0).toUpperCase()}${text.slice(1)} ${kept.length > 1 ? "stay" : "stays"} the same.`;
}

interface QuoteFormProps {
  quoteForm: QuoteTarget;
  /** What is to be shown then; the first choice of the shop unless given. */
  way?: ShownWay;
  label: string;
}

/** Requests a new quote at the current rate. */
export function QuoteForm({ quoteForm, way, label }: QuoteFormProps) {
  return (
    <Form method="post" action={quoteForm.action} preventScrollReset className="pay__actions">
      {Object.entries(quoteForm.fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="intent" value="quote" />
      {way && <input type="hidden" name="way" value={way} />}
      <SubmitButton intent="quote" variant="primary">
        <Icon name="refresh" />
        {label}
      </SubmitButton>
    </Form>
  );
}

/** The error when no price source is available. */
export function PriceError() {
  return (
    <Notice tone="rejected" role="alert">
      <b>Failed to fetch Bitcoin price</b>
      <br />
      Without it no amount can be worked out.
    </Notice>
  );
}
