import { t } from "#messages/translate.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { ShopDetails, NewsletterLinkMail } from "../mail.ts";
import { Button, MailLayout, muted, shopLink, text } from "./layout.tsx";

/** Returns the texts of a mail that answers a request for the newsletter. */
function newsletterLinkTexts(template: NewsletterLinkMail["template"]) {
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
function NewsletterLink({ message, shop }: { message: NewsletterLinkMail; shop: ShopDetails }) {
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

function newsletterLink(
  template: NewsletterLinkMail["template"],
  { adminLabel }: { adminLabel: string },
): MailTemplate<NewsletterLinkMail> {
  return {
    adminLabel,
    subject: () => newsletterLinkTexts(template).subject,
    Body: NewsletterLink,
    example: { template, path: `/${template}` },
  };
}

export const newsletterConfirm = newsletterLink("newsletter-confirm", {
  adminLabel: "Confirm the newsletter",
});
export const newsletterAlready = newsletterLink("newsletter-already", {
  adminLabel: "Newsletter requested again",
});
