import { compile } from "html-to-text";
import { renderToStaticMarkup } from "react-dom/server";
import { mapTexts } from "#lib/map-texts.ts";
import { showDirectionControls } from "#lib/text.ts";
import { t } from "#messages/translate.ts";
import type { ShopDetails } from "./mail.ts";
import type { CompleteMessage, MailMessage } from "./mail-message.ts";
import { mailTemplates, type TemplateName } from "./mail-templates.ts";
import type { MailTemplate } from "./mail-template.ts";
import type { MailState } from "./mail-list.ts";

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

/** Each gets the messages of its own name only. */
const templates: Record<TemplateName, MailTemplate<CompleteMessage, MailMessage>> = mailTemplates;

/**
 * Returns the subject of a mail in the outbox without the name of the shop, such as `Order 7KQ2M9X is placed`; null for a
 * newsletter, whose text is stored once.
 */
export function subjectOf(message: MailMessage): string | null {
  const text = templates[message.template].subject(mapTexts(message, showDirectionControls));
  return text && text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns what the back office calls a mail. */
export function labelOf({ template }: MailMessage): string {
  return templates[template].adminLabel;
}

/** True for a mail that may be sent again: a failed one, and a sent one of the kinds that customers wait for. */
export function isResendable(state: MailState, template: TemplateName): boolean {
  return state === "failed" || (state === "sent" && templates[template].resendable === true);
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
  const { subject: subjectIn, Body } = templates[message.template];
  const subject = subjectIn(message) ?? "";
  const body = <Body message={message} shop={shop} />;
  if (message.template === "newsletter") return { subject, body };
  return { subject: t("mail.subject", { shop: shop.shopName, subject }), body };
}
