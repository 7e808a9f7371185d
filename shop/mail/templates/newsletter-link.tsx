import type { ShopDetails, NewsletterLinkMail } from "../mail.ts";
import { Button, MailLayout, muted, text } from "./layout.tsx";

/** The texts of the mails that answer a request for the newsletter. */
export const newsletterLinkTexts: Record<
  NewsletterLinkMail["template"],
  { subject: string; body: string; action: string; after: string }
> = {
  "newsletter-confirm": {
    subject: "Confirm your subscription",
    body: "Someone (probably you) signed up for our newsletter with this address. Open the link and press the button to start receiving it.",
    action: "Confirm the subscription",
    after:
      "The link works for 7 days. If you did not ask for this, ignore this email and you will not receive the newsletter.",
  },
  "newsletter-already": {
    subject: "You already receive our newsletter",
    body: "Someone (probably you) signed up for our newsletter with this address. You are already subscribed, so there is nothing to do.",
    action: "Unsubscribe",
    after: "Every newsletter includes this link, too.",
  },
};

/** Renders the answer to a request for the newsletter, with its link. */
export function NewsletterLink({
  message,
  shop,
}: {
  message: NewsletterLinkMail;
  shop: ShopDetails;
}) {
  const { subject, body, action, after } = newsletterLinkTexts[message.template];
  return (
    <MailLayout
      preview={body}
      heading={subject}
      shop={shop}
      foot={`Questions? Write to ${shop.supportEmail}.`}
    >
      <p style={text}>{body}</p>
      <Button href={`${shop.appUrl}${message.path}`}>{action}</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        {after}
      </p>
    </MailLayout>
  );
}
