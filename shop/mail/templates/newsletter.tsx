import type { ShopDetails, CompleteNewsletter } from "../mail.ts";
import { link, MailLayout } from "./layout.tsx";
import { Markdown, plainBeginning } from "./markdown.tsx";

/** Renders a newsletter, with the reason for receiving it and the unsubscribe link. */
export function Newsletter({ message, shop }: { message: CompleteNewsletter; shop: ShopDetails }) {
  const { subject, markdown, unsubscribePath } = message;
  return (
    <MailLayout
      preview={plainBeginning(markdown)}
      heading={subject}
      shop={shop}
      foot={
        <>
          You get this because you subscribed to the newsletter of {shop.shopName}, and confirmed
          it.{" "}
          {unsubscribePath === null ? (
            "This is a test: the unsubscribe link will be here."
          ) : (
            <a
              target="_blank"
              href={`${shop.appUrl}${unsubscribePath}`}
              className="mail-link"
              style={link}
            >
              Unsubscribe
            </a>
          )}
        </>
      }
    >
      <Markdown>{markdown}</Markdown>
    </MailLayout>
  );
}
