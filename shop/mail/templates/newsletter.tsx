import { directionOf } from "#lib/direction.ts";
import { currentLanguage } from "#messages/current.server.ts";
import { languages } from "#messages/languages.ts";
import { rich, t } from "#messages/translate.ts";
import type { MailTemplate } from "../mail-template.ts";
import type { CompleteNewsletter, NewsletterMail, ShopDetails } from "../mail.ts";
import { linkTo, MailLayout, shopLink } from "./layout.tsx";
import { Markdown, plainBeginning } from "./markdown.tsx";

/** Renders a newsletter, with the reason for receiving it and the unsubscribe link in the subscriber's language. */
function Newsletter({ message, shop }: { message: CompleteNewsletter; shop: ShopDetails }) {
  const { subject, markdown, unsubscribePath } = message;
  const { shopName } = shop;
  const dir = directionOf(markdown);
  const isOther = dir !== languages[currentLanguage()].dir;
  return (
    <MailLayout
      preview={plainBeginning(markdown)}
      heading={subject}
      shop={shop}
      foot={
        unsubscribePath === null
          ? t("mail.newsletterTestFoot", { shop: shopName })
          : rich("mail.newsletterFoot", {
              shop: shopName,
              link: linkTo(shopLink(shop, unsubscribePath)),
            })
      }
    >
      {isOther ? (
        <div dir={dir} style={{ textAlign: dir === "rtl" ? "right" : "left" }}>
          <Markdown>{markdown}</Markdown>
        </div>
      ) : (
        <Markdown>{markdown}</Markdown>
      )}
    </MailLayout>
  );
}

export const newsletter: MailTemplate<CompleteNewsletter, NewsletterMail> = {
  adminLabel: "Newsletter",
  subject: (mail) => ("subject" in mail ? mail.subject : null),
  Body: Newsletter,
  example: {
    template: "newsletter",
    subject: "News",
    markdown: "**Hello**",
    unsubscribePath: "/f",
  },
};
