import { Form } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Time } from "#app/ui/time.tsx";
import { rich, t } from "#messages/translate.ts";
import type { TrackedOrder } from "#shop/orders/order.ts";

export interface OrderConsentProps {
  order: TrackedOrder;
  /** The text that the buyer can still agree to; null if it is not asked for. */
  asks: string | null;
  /** Why the consent was not stored. */
  message: string | null | undefined;
}

/** The buyer's consent to immediate delivery, or the question for it where the payment came before the last step. */
export function OrderConsent({ order, asks, message }: OrderConsentProps) {
  const { consent } = order;
  if (consent)
    return (
      <p className="order__consent xs muted">
        {rich("order.consented", {
          time: <Time value={consent.at} />,
          text: consent.text,
        })}
      </p>
    );
  if (asks === null) return null;
  return (
    <Notice tone="pending" className="order__consent" role={message ? "alert" : "status"}>
      <p>
        <b>{message ?? t("order.consentMissing")}</b> {t("order.consentHere", { text: asks })}
      </p>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="consent" />
        <input type="hidden" name="orderId" value={order.id} />
        <input type="hidden" name="consent" value={asks} />
        <SubmitButton intent="consent" size="sm">
          {t("order.consent")}
        </SubmitButton>
      </Form>
    </Notice>
  );
}
