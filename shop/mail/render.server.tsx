import { compile } from "html-to-text";
import { renderToStaticMarkup } from "react-dom/server";
import { mapTexts } from "#lib/map-texts.ts";
import { showDirectionControls } from "#lib/text.ts";
import { t } from "#messages/translate.ts";
import type { ShopDetails, CompleteMessage, MailMessage } from "./mail.ts";
import { SecurityMailBody, securityMailTexts } from "./templates/security-mail.tsx";
import { AccountLink, accountMailTexts } from "./templates/account.tsx";
import { TwoFactorAsked } from "./templates/two-factor-asked.tsx";
import { AdminMail, adminMailTexts } from "./templates/admin.tsx";
import { GiftCode, giftCodeSubject } from "./templates/gift-code.tsx";
import { Invitation } from "./templates/invitation.tsx";
import { NewsletterLink, newsletterLinkTexts } from "./templates/newsletter-link.tsx";
import { Newsletter } from "./templates/newsletter.tsx";
import { OrderAct } from "./templates/order-act.tsx";
import { OrderConsent } from "./templates/order-consent.tsx";
import { OrderEnded, orderEndedSubject } from "./templates/order-ended.tsx";
import { OrderLinks } from "./templates/order-links.tsx";
import { OrderMessage, orderMessageTexts } from "./templates/order-message.tsx";
import { OrderPayment, orderPaymentSubject } from "./templates/order-payment.tsx";
import { OrderPlaced } from "./templates/order-placed.tsx";
import { RefundRecorded, refundSubject } from "./templates/refund.tsx";
import { TestMailBody } from "./templates/test-mail.tsx";
import { OrderWithdrawal } from "./templates/order-withdrawal.tsx";
import { OutstandingAmount } from "./templates/outstanding-amount.tsx";

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

/** The document type that mail programs expect for table layouts. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Compiled once, which takes as long as converting a mail. Each table cell becomes a line. */
const toPlainText = compile({
  wordwrap: false,
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "[data-skip-in-text=true]", format: "skip" },
    { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    ...["td", "th"].map((selector) => ({
      selector,
      format: "block",
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
  ],
});

/** Renders a message in the current language, as HTML and as plain text with the same content. */
export function renderMail(message: CompleteMessage, shop: ShopDetails): RenderedMail {
  // In what people wrote only: texts from right to left isolate it by such characters, as those of the delivery do.
  const { delivery = null, ...details } = shop;
  const { subject, body } = compose(mapTexts(message, showDirectionControls), {
    ...mapTexts(details, showDirectionControls),
    delivery,
  });
  const html = DOCTYPE + renderToStaticMarkup(body);
  return { subject, html, text: toPlainText(html), headers: headersOf(message, shop) };
}

/**
 * Returns the subject of a mail in the outbox without the name of the shop, such as `Order 7KQ2M9X is placed`; null for a
 * newsletter, whose text is stored once.
 */
export function subjectOf(message: MailMessage): string | null {
  if (message.template === "newsletter") return null;
  const shown = mapTexts(withoutLinks(message), showDirectionControls);
  const { subject } = compose(shown, { shopName: "", supportEmail: "", appUrl: "" });
  const text = subject.replace(/^: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function withoutLinks(message: Exclude<MailMessage, { newsletterId: number }>): CompleteMessage {
  switch (message.template) {
    case "order-links":
      return { template: "order-links", orders: [] };
    case "reset-password":
      return { template: "reset-password", link: "" };
    case "invitation":
      return { template: "invitation", link: "", role: "", invitedBy: "" };
    case "two-factor-asked": {
      const { template } = message;
      return { template, name: "", askedBy: "", takesEffectAt: message.askedAt, link: "" };
    }
    case "gift-code":
      return { ...message, code: "" };
    default:
      return message;
  }
}

/** Returns the headers for one-click unsubscribe in the mail program (RFC 8058). */
function headersOf(message: CompleteMessage, shop: ShopDetails): Record<string, string> {
  if (message.template !== "newsletter" || message.unsubscribePath === null) return {};
  return {
    "List-Unsubscribe": `<${shop.appUrl}${message.unsubscribePath}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

function compose(message: CompleteMessage, shop: ShopDetails) {
  const { subject, body } = partsOf(message, shop);
  if (message.template === "newsletter") return { subject, body };
  return { subject: t("mail.subject", { shop: shop.shopName, subject }), body };
}

/** Returns the subject after the shop's name, and the body. */
function partsOf(message: CompleteMessage, shop: ShopDetails) {
  switch (message.template) {
    case "order-placed":
      return {
        subject: t("mail.placedSubject", { order: message.orderId }),
        body: <OrderPlaced message={message} shop={shop} />,
      };
    case "rest-to-pay":
      return {
        subject: t("mail.missingSubject", { order: message.orderId }),
        body: <OutstandingAmount message={message} shop={shop} />,
      };
    case "order-payment":
      return {
        subject: orderPaymentSubject(message),
        body: <OrderPayment message={message} shop={shop} />,
      };
    case "refund":
      return {
        subject: refundSubject(message),
        body: <RefundRecorded message={message} shop={shop} />,
      };
    case "order-completed":
    case "order-failed":
      return {
        subject: orderEndedSubject(message),
        body: <OrderEnded message={message} shop={shop} />,
      };
    case "order-message":
      return {
        subject: orderMessageTexts(message).subject,
        body: <OrderMessage message={message} shop={shop} />,
      };
    case "order-act":
      return {
        subject: t("mail.actSubject", { order: message.orderId }),
        body: <OrderAct message={message} shop={shop} />,
      };
    case "order-consent":
      return {
        subject: t("mail.consentSubject", { order: message.orderId }),
        body: <OrderConsent message={message} shop={shop} />,
      };
    case "order-withdrawal":
      return {
        subject: t("mail.withdrawalSubject", { order: message.orderId }),
        body: <OrderWithdrawal message={message} shop={shop} />,
      };
    case "gift-code":
      return {
        subject: giftCodeSubject(message),
        body: <GiftCode message={message} shop={shop} />,
      };
    case "order-links":
      return {
        subject: t("mail.linksSubject"),
        body: <OrderLinks message={message} shop={shop} />,
      };
    case "admin-order":
    case "admin-payment":
    case "admin-alert":
    case "admin-delivery":
    case "admin-daily":
    case "admin-message":
    case "admin-withdrawal":
      return {
        subject: adminMailTexts(message).heading,
        body: <AdminMail message={message} shop={shop} />,
      };
    case "test-mail":
      return { subject: "test email", body: <TestMailBody shop={shop} /> };
    case "password-changed":
    case "new-sign-in":
    case "passkey-added":
    case "passkey-removed":
    case "two-factor-off":
      return {
        subject: securityMailTexts(message.template).subject,
        body: <SecurityMailBody message={message} shop={shop} />,
      };
    case "two-factor-asked":
      return {
        subject: t("mail.twoFactorAskedSubject"),
        body: <TwoFactorAsked message={message} shop={shop} />,
      };
    case "verify-email":
    case "reset-password":
    case "email-changed":
      return {
        subject: accountMailTexts(message.template).subject,
        body: <AccountLink message={message} shop={shop} />,
      };
    case "invitation":
      return {
        subject: "invitation to the team",
        body: <Invitation message={message} shop={shop} />,
      };
    case "newsletter-confirm":
    case "newsletter-already":
      return {
        subject: newsletterLinkTexts(message.template).subject,
        body: <NewsletterLink message={message} shop={shop} />,
      };
    case "newsletter":
      return { subject: message.subject, body: <Newsletter message={message} shop={shop} /> };
  }
}
