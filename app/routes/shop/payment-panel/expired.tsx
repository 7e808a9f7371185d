import { rich, t } from "#messages/translate.ts";
import type { ShownWay } from "#shop/payments/payment-view.ts";
import { QUOTE_SECONDS } from "#shop/payments/model/payment.ts";
import { Address } from "./address.tsx";
import { type PanelBodyProps, PanelLayout, Seal, type QuoteTarget } from "./panel-layout.tsx";
import { Form } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";

const minutes = QUOTE_SECONDS / 60;

/** The price lock has expired without a payment. Hides the address, so that the old amount is not sent. */
export function Expired({ payment, orderId, quoteForm, priceError }: PanelBodyProps) {
  const { chain, way } = payment;
  return (
    <PanelLayout
      decorative
      figure={
        <Seal>
          <b>00:00</b>
          <span>{t("payment.noLongerValid")}</span>
        </Seal>
      }
      notes={[
        {
          icon: "refresh",
          text: `${t("payment.heldAgain", { minutes })} ${keptText(chain !== null, orderId)}`.trimEnd(),
        },
        {
          icon: "info",
          text: t("payment.sentShowsUp"),
        },
      ]}
    >
      <p className="pay__lead">{t("payment.amountEnded")}</p>
      <p className="pay__text">{t("payment.amountEndedText", { minutes })}</p>
      {priceError && <PriceError />}
      <QuoteForm
        quoteForm={quoteForm}
        way={way}
        label={priceError ? t("payment.retry") : t("payment.newAmount")}
      />
      <details className="pay__already">
        <summary>{t("payment.alreadyPaid")}</summary>
        {chain ? (
          <>
            <p>{t("payment.alreadyPaidText", { minutes })}</p>
            <Address address={chain.address} />
          </>
        ) : (
          <p>{t("payment.alreadyPaidLightning")}</p>
        )}
      </details>
    </PanelLayout>
  );
}

/** Says what stays the same with a new amount; empty for nothing. */
function keptText(hasAddress: boolean, id: string | null): string {
  if (hasAddress && id) return t("payment.addressAndOrderIdStay", { id });
  if (hasAddress) return t("payment.addressStays");
  return id ? t("payment.orderIdStays", { id }) : "";
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
      {rich("payment.noPrice", { b: <b />, br: <br /> })}
    </Notice>
  );
}
