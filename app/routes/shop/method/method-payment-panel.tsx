import { Form } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { money } from "#messages/format.ts";
import { t } from "#messages/translate.ts";
import type { PackageKind } from "#shop/catalog/goods.ts";
import type { MethodPayment } from "#shop/methods/methods.ts";
import type { ReceiptMethod } from "#shop/settings/payment-method.ts";
import { followNote, PanelFrame, PanelLayout, Seal } from "../payment-panel/panel-layout.tsx";
import { helpNote } from "./help-note.tsx";
import { InstructionList } from "./instruction-list.tsx";
import { methodWords, pageOwners, payText } from "./method-labels.ts";
import { isRefundedInPart, isSettled, MethodOutcome, outcomes } from "./method-outcome.tsx";

export interface MethodPaymentPanelProps {
  payment: MethodPayment;
  /** What is paid for; coins unless given. */
  kind?: PackageKind | undefined;
  orderId: string;
  /** Hidden fields that identify the order in the form that leads to the hosted payment page. */
  fields: Readonly<Record<string, string>>;
  supportEmail: string;
}

/** Shows how to pay an order by card, PayPal or bank transfer, and the state of that payment. */
export function MethodPaymentPanel(props: MethodPaymentPanelProps) {
  const { payment } = props;
  const { status, method } = payment;
  const label = payText(method);
  if (isSettled(status)) {
    const { tone, icon } = outcomes[status];
    const title = isRefundedInPart(payment) ? "method.isPartRefunded" : outcomes[status].title;
    return (
      <PanelFrame label={label} title={t(title)} tone={tone} icon={icon}>
        <MethodOutcome {...props} status={status} />
      </PanelFrame>
    );
  }
  return (
    <PanelFrame label={label} title={t("method.isWaiting")} tone="pending" icon={null}>
      {payment.processing ? <Processing {...props} /> : <ToPay {...props} />}
    </PanelFrame>
  );
}

const endedTexts = {
  stripe: "method.endedCard",
  paypal: "method.endedPaypal",
  bank_transfer: "method.endedTransfer",
} as const satisfies Record<ReceiptMethod, string>;

function ToPay({ payment, orderId, fields, supportEmail }: MethodPaymentPanelProps) {
  const { method, how, dueCents, instructions } = payment;
  const owner = pageOwners[method] ?? "";
  const figure = (
    <Seal>
      <Icon name={methodWords[method].icon} className="seal__icon" />
    </Seal>
  );
  if (how === null)
    return (
      <PanelLayout decorative figure={figure} notes={[helpNote(supportEmail, orderId)]}>
        <p className="pay__lead">{t(endedTexts[method])}</p>
        <p className="pay__text">{t("method.endedText")}</p>
      </PanelLayout>
    );
  if (how === "page")
    return (
      <PanelLayout
        decorative
        figure={figure}
        notes={[
          { icon: "lock", text: t("method.onPage", { owner }) },
          {
            icon: "info",
            text: t("method.noticed", { order: orderId }),
          },
        ]}
      >
        <p className="pay__label">{t("method.amount")}</p>
        <p className="pay__amount">{money(dueCents)}</p>
        <p className="pay__text">{t("method.opensNext", { owner })}</p>
        <Form method="post" action="/track-order" className="pay__actions">
          {Object.entries({ ...fields, intent: "pay" }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton intent="pay" variant="primary">
            {payText(method)}
            <Icon name="external" />
          </SubmitButton>
        </Form>
      </PanelLayout>
    );
  return (
    <PanelLayout
      decorative
      figure={figure}
      notes={[
        {
          icon: "clock",
          text: t("method.checkedByHand", { order: orderId }),
        },
        helpNote(supportEmail, orderId),
      ]}
    >
      <p className="pay__lead">{t("method.send", { amount: money(dueCents) })}</p>
      <p className="pay__text">{t("method.sendText")}</p>
      <InstructionList instructions={instructions} />
    </PanelLayout>
  );
}

function Processing({ payment, orderId, supportEmail }: MethodPaymentPanelProps) {
  const owner = pageOwners[payment.method];
  return (
    <PanelLayout
      decorative
      figure={
        <Seal share={0.5}>
          <Icon name="clock" className="seal__icon" />
        </Seal>
      }
      notes={[followNote(orderId), helpNote(supportEmail, orderId)]}
    >
      <p className="pay__lead">{t("method.processing")}</p>
      <p className="pay__text">
        {owner
          ? t("method.processingText", { owner, order: orderId })
          : t("method.processingTextService", { order: orderId })}
      </p>
    </PanelLayout>
  );
}
