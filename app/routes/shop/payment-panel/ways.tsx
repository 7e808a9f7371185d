import { Form, useNavigation } from "react-router";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type MessageKey, rich, t } from "#messages/translate.ts";
import type { ShownWay } from "#shop/payments/payment-view.ts";
import { type PanelBodyProps, PanelLayout, type QuoteTarget, Seal } from "./panel-layout.tsx";

interface WayWords {
  name: MessageKey;
  icon: IconName;
  open: MessageKey;
  /** For screen readers: with the name. */
  openNamed: MessageKey;
}

const words = {
  both: {
    name: "payment.eitherWay",
    icon: "wallet",
    open: "payment.showCode",
    openNamed: "payment.showCodeNamed",
  },
  lightning: {
    name: "payment.lightning",
    icon: "bolt",
    open: "payment.showInvoice",
    openNamed: "payment.showInvoiceNamed",
  },
  chain: {
    name: "payment.onChain",
    icon: "coins",
    open: "payment.showAddress",
    openNamed: "payment.showAddressNamed",
  },
} as const satisfies Record<ShownWay, WayWords>;

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
      aria-label={t("payment.ways")}
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
          {t(words[way].name)}
        </button>
      ))}
    </Form>
  );
}

/** In the place of a code that was not made yet: a button that makes it. */
export function OpenWay({ payment, screen, quoteForm }: PanelBodyProps) {
  const { way, lightningUp, invoiceMayBePaid } = payment;
  const { icon, open, openNamed } = words[way];
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
            ? t("payment.paidIsFound")
            : screen === "checkout"
              ? t("payment.nothingCharged")
              : t("payment.orderKept"),
        },
      ]}
    >
      {!lightningUp && !invoiceMayBePaid && (
        <Notice tone="pending" role="status">
          {rich("payment.payOnChain", { b: <b /> })}
        </Notice>
      )}
      <Form method="post" action={quoteForm.action} preventScrollReset className="pay__actions">
        <HiddenFields quoteForm={quoteForm} />
        <input type="hidden" name="way" value={way} />
        <SubmitButton intent="way" variant="primary" aria-label={t(openNamed)}>
          {t(open)}
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
