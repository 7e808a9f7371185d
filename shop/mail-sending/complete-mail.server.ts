import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { createResetLink } from "../accounts/reset-password.server.ts";
import { createKeepLink } from "../accounts/two-factor-removal.server.ts";
import { renewGiftCode } from "../fulfilment/gift-order.server.ts";
import { contentIn } from "../newsletter/newsletter.ts";
import { newsletters } from "../newsletter/tables.ts";
import { readOrderLinks } from "../orders/order-links.server.ts";
import type { CompleteMail } from "../mail/mail-message.ts";
import { createInvitationLink } from "../team/invitations.server.ts";

/**
 * Returns the function that completes queued mails. The text of a newsletter is stored once, not in each of its mails. Links
 * that were requested for an address go to the address that the account or the order has, not as it was typed.
 */
export function completeMails(db: Db, { appUrl }: { appUrl: string }): CompleteMail {
  return async ({ to, message, language = "en" }, now) => {
    const { template } = message;
    switch (template) {
      case "newsletter": {
        const { newsletterId, ...rest } = message;
        const { subject, markdown, translations } = newsletters;
        const [newsletter] = await db
          .select({ subject, markdown, translations })
          .from(newsletters)
          .where(eq(newsletters.id, newsletterId));
        if (!newsletter) throw new Error(`newsletter ${newsletterId} does not exist`);
        return { to, message: { ...rest, ...contentIn(newsletter, language) } };
      }
      case "reset-password": {
        const reset = await createResetLink(db, { email: to, appUrl, now });
        return reset && { to: reset.email, message: { template, link: reset.link } };
      }
      case "order-links": {
        const links = await readOrderLinks(db, to);
        return links && { to: links.email, message: { template, orders: links.orders } };
      }
      case "invitation":
        return createInvitationLink(db, { ...message, appUrl, now });
      case "two-factor-asked":
        return createKeepLink(db, { ...message, appUrl, now });
      case "gift-code": {
        const code = await renewGiftCode(db, message);
        return code === null ? null : { to, message: { ...message, code } };
      }
      default:
        return { to, message };
    }
  };
}
