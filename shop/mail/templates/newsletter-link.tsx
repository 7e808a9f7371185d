import { t } from "#messages/translate.ts";
import type { ShopDetails, NewsletterLinkMail } from "../mail.ts";
import { Button, MailLayout, muted, shopLink, text } from "./layout.tsx";

/** Returns the texts of a mail that answers a request for the newsletter. */
export function newsletterLinkTexts(template: NewsletterLinkMail["template"]) {
  switch (template) {
    case "newsletter-confirm":
      return {
        subject: t("mail.confirmSubject"),
        heading: t("mail.confirmHeading"),
        body: t("mail.confirmBody"),
        action: t("mail.confirmAction"),
        after: t("mail.confirmAfter"),
      };
    case "newsletter-already":
      return {
        subject: t("mail.alreadySubject"),
        heading: t("mail.alreadyHeading"),
        body: t("mail.alreadyBody"),
        action: t("mail.unsubscribe"),
        after: t("mail.alreadyAfter"),
      };
  }
}

/** Renders the answer to a request for the newsletter, with its link. */
export function NewsletterLink({
  message,
  shop,
}: {
  message: NewsletterLinkMail;
  shop: ShopDetails;
}) {
  const { heading, body, action, after } = newsletterLinkTexts(message.template);
  return (
    <MailLayout
      preview={body}
      heading={heading}
      shop={shop}
      foot={t("mail.questionsFoot", { email: shop.supportEmail })}
    >
      <p style={text}>{body}</p>
      <Button href={shopLink(shop, message.path)}>{action}</Button>
      <p className="mail-muted" style={{ ...muted, margin: "16px 0 0" }}>
        {after}
      </p>
    </MailLayout>
  );
}
