import { Form, useNavigation } from "react-router";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { ShownWay } from "#shop/payments/payment-view.ts";
import { type PanelBodyProps, PanelLayout, type QuoteTarget, Seal } from "./panel-layout.tsx";

const words: Record<ShownWay, { name: string; icon: IconName; open: string }> = {
  both: { name: "Either way", icon: "wallet", open: "Show the code" },
  lightning: { name: "Lightning", icon: "bolt", open: "Show the invoice" },
  chain: { name: "On-chain", icon: "coins", open: "Show the address" },
};

/** The choice between one code for both ways, Lightning and on-chain. Each is a submit button, so that it works without JavaScript. */
export function WayPicker({ payment, quoteForm }: PanelBodyProps) {
  const navigation = useNavigation();
  const submitted =
    navigation.formData?.get("intent") === "way" ? navigation.formData.get("way") : null;
  return (
    <Form
      method="post"
      action={quoteForm.action}
      preventScrollReset
      className="pay__ways"
      aria-label="How to pay in Bitcoin"
    >
      <HiddenFields quoteForm={quoteForm} />
      {payment.ways.map((way) => (
        <button
          key={way}
          type="submit"
          name="way"
          value={way}
          className="pay__way"
          aria-pressed={(submitted ?? payment.way) === way}
        >
          <Icon name={words[way].icon} />
          {words[way].name}
        </button>
      ))}
    </Form>
  );
}

/** In the place of a code that was not made yet: a button that makes it. */
export function OpenWay({ payment, screen, quoteForm }: PanelBodyProps) {
  const { way, lightningUp, invoiceMayBePaid } = payment;
  const { name, icon, open } = words[way];
  return (
    <PanelLayout
      decorative
      figure={
        <Seal>
          <Icon name={icon} className="seal__icon" />
        </Seal>
      }
      notes={[
        {
          icon: "check",
          text: invoiceMayBePaid
            ? "If you have paid, there is nothing to do; we find it."
            : screen === "checkout"
              ? "Nothing was charged, and what you entered is kept."
              : "Your order is kept, and waits for its payment.",
        },
      ]}
    >
      {!lightningUp && !invoiceMayBePaid && (
        <Notice tone="pending" role="status">
          <b>Lightning is not available right now.</b> You can pay on-chain instead.
        </Notice>
      )}
      <Form method="post" action={quoteForm.action} preventScrollReset className="pay__actions">
        <HiddenFields quoteForm={quoteForm} />
        <input type="hidden" name="way" value={way} />
        <SubmitButton intent="way" variant="primary" aria-label={`${open} (${name})`}>
          {open}
        </SubmitButton>
      </Form>
    </PanelLayout>
  );
}

function HiddenFields({ quoteForm }: { quoteForm: QuoteTarget }) {
  return Object.entries({ ...quoteForm.fields, intent: "way" }).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
