import { Link } from "react-email";
import type { MailSurroundings, WordedNewsletter } from "../mail.ts";
import { link, MailLayout } from "./layout.tsx";
import { Markdown, plainBeginning } from "./markdown.tsx";

/** A newsletter: what was written, why one gets it, and how to stop it. */
export function Newsletter({
  message,
  shop,
}: {
  message: WordedNewsletter;
  shop: MailSurroundings;
}) {
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
            "This is a test: the link to unsubscribe stands here."
          ) : (
            <Link href={`${shop.appUrl}${unsubscribePath}`} className="mail-link" style={link}>
              Unsubscribe
            </Link>
          )}
        </>
      }
    >
      <Markdown>{markdown}</Markdown>
    </MailLayout>
  );
}
