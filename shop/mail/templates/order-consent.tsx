import { t } from "#messages/translate.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { OrderConsentMail, ShopDetails } from "../mail.ts";
import type { ConsentPart } from "../act-mail.ts";
import { Button, MailLayout, text } from "./layout.tsx";
import { StopPart } from "./order-act.tsx";
import { orderExample, TIME_EXAMPLE } from "./examples.ts";
import { orderLink, utcText } from "./parts.tsx";

/** Repeats what the buyer agreed to, and when. */
export function ConsentRepeated({ consent }: { consent: ConsentPart }) {
  return (
    <p style={text}>{t("mail.consentGiven", { time: utcText(consent.at), text: consent.text })}</p>
  );
}

/** Renders the confirmation of a consent that was not given with the order. */
function OrderConsent({ message, shop }: { message: OrderConsentMail; shop: ShopDetails }) {
  const heading = t("mail.consentHeading", { order: message.orderId });
  return (
    <MailLayout preview={heading} heading={heading} shop={shop}>
      <ConsentRepeated consent={message.consent} />
      <Button href={orderLink(shop, message)}>{t("mail.showOrder")}</Button>
      <StopPart message={message} shop={shop} />
    </MailLayout>
  );
}

export const orderConsent: MailTemplate<OrderConsentMail> = {
  adminLabel: "Consent to an order's delivery",
  resendable: true,
  subject: ({ orderId: order }) => t("mail.consentSubject", { order }),
  Body: OrderConsent,
  example: {
    template: "order-consent",
    ...orderExample,
    consent: { text: "I agree.", at: TIME_EXAMPLE },
  },
};
