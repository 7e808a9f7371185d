import type { ConsentPart, OrderConsentMail, ShopDetails } from "../mail.ts";
import { Button, MailLayout, text } from "./layout.tsx";
import { orderLink, utcText } from "./parts.tsx";

/** Repeats what the buyer agreed to, and when. */
export function ConsentRepeated({ consent }: { consent: ConsentPart }) {
  return (
    <p style={text}>
      You agreed on {utcText(consent.at)}: “{consent.text}”
    </p>
  );
}

/** Renders the confirmation of a consent that was not given with the order. */
export function OrderConsent({ message, shop }: { message: OrderConsentMail; shop: ShopDetails }) {
  const { orderId } = message;
  return (
    <MailLayout
      preview={`Your consent for order ${orderId}`}
      heading={`Your consent for order ${orderId}`}
      shop={shop}
    >
      <ConsentRepeated consent={message.consent} />
      <Button href={orderLink(shop.appUrl, message)}>Show this order</Button>
    </MailLayout>
  );
}
