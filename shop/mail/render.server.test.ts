import { expect, test } from "vitest";
import { inLanguage } from "#messages/current.server.ts";
import { languageCodes, languages } from "#messages/languages.ts";
import type { CompleteMessage } from "./mail-message.ts";
import { mailTemplates } from "./mail-templates.ts";
import { renderMail } from "./render.server.tsx";
import { orderExample as order, TIME_EXAMPLE } from "./templates/examples.ts";

const shop = {
  shopName: "Münzen",
  supportEmail: "help@example.com",
  appUrl: "https://shop.example",
};
/** The subjects of the examples, and words of their texts. */
const expected: Record<string, [subject: string, words: string]> = {
  "order-placed": ["Münzen: order 7KQ2M9X is placed", "0.00025000 BTC"],
  "rest-to-pay": ["Münzen: part of the payment for order 7KQ2M9X is missing", "0.00025000 BTC"],
  "order-payment": ["Münzen: order 7KQ2M9X: payment confirmed", "350 coins"],
  refund: ["Münzen: money sent back for order 7KQ2M9X", "f4184fc5"],
  "gift-code": ["Münzen: a gift code worth $20.00", "7KQ2-M9XA-0000-1111"],
  "order-completed": [
    "Münzen: order 7KQ2M9X is completed",
    "https://shop.example/orders/7KQ2M9X/again?key=key",
  ],
  "order-failed": ["Münzen: order 7KQ2M9X was rejected", "Reason: not paid"],
  "order-message": [
    "Münzen: a question about order 7KQ2M9X",
    "https://shop.example/track-order?orderId=7KQ2M9X&key=key",
  ],
  "order-act": [
    "Münzen: a change to order 7KQ2M9X",
    "https://shop.example/orders/7KQ2M9X/stop?act=7&key=stop",
  ],
  "order-consent": [
    "Münzen: your consent for order 7KQ2M9X",
    "You agreed on 20 Nov 2026, 10:00 UTC: “I agree.”",
  ],
  "order-withdrawal": ["Münzen: your withdrawal from order 7KQ2M9X", "on 21 Nov 2026, 09:30 UTC"],
  "admin-message": [
    "Münzen: a message on order 7KQ2M9X",
    "https://shop.example/admin/orders/7KQ2M9X",
  ],
  "admin-withdrawal": [
    "Münzen: a withdrawal from order 7KQ2M9X",
    "https://shop.example/admin/review",
  ],
  "order-links": [
    "Münzen: your orders",
    "https://shop.example/track-order?orderId=7KQ2M9X&key=key",
  ],
  "admin-order": ["Münzen: new order 7KQ2M9X", "https://shop.example/admin/orders/7KQ2M9X"],
  "admin-payment": ["Münzen: order 7KQ2M9X is paid", "https://shop.example/admin/orders/7KQ2M9X"],
  "admin-alert": ["Münzen: No backup for two nights", "backup"],
  "admin-delivery": [
    "Münzen: order 7KQ2M9X was delivered after it was rejected",
    "before you refund the payment",
  ],
  "admin-daily": ["Münzen: 19 Nov 2026 in figures", "2 orders placed, $14.99 in sales, 3 visits."],
  "test-mail": ["Münzen: test email", "Münzen can send emails."],
  "password-changed": ["Münzen: your password was changed", "Chrome on Linux"],
  "new-sign-in": ["Münzen: new sign-in to your account", "192.0.2.1"],
  "passkey-added": [
    "Münzen: a passkey was added to your account",
    "https://shop.example/account/security",
  ],
  "passkey-removed": [
    "Münzen: a passkey was removed from your account",
    "https://shop.example/account/security",
  ],
  "two-factor-asked": [
    "Münzen: two-factor authentication will be turned off",
    "https://shop.example/keep",
  ],
  "two-factor-off": [
    "Münzen: two-factor authentication was turned off",
    "https://shop.example/account/security",
  ],
  "verify-email": ["Münzen: confirm your email address", "https://shop.example/verify-email"],
  "reset-password": ["Münzen: choose a new password", "https://shop.example/reset-password"],
  "email-changed": ["Münzen: your email address was changed", "https://shop.example/email-changed"],
  invitation: [
    "Münzen: invitation to the team",
    "Robin invites you to the team of Münzen, with the role Delivery.",
  ],
  "newsletter-confirm": [
    "Münzen: confirm your subscription",
    "https://shop.example/newsletter-confirm",
  ],
  "newsletter-already": [
    "Münzen: you already receive our newsletter",
    "https://shop.example/newsletter-already",
  ],
  newsletter: ["News", "https://shop.example/f"],
};

const examples = Object.entries(mailTemplates).map(
  ([name, { example }]) => [name, example] as const satisfies [string, CompleteMessage],
);

test.each(examples)("%s", (name, message) => {
  expect(message.template).toBe(name);
  const mail = renderMail(message, shop);
  expect(mail.subject).toMatch(/^(?:Münzen: |News$)/);
  expect(`${mail.subject} ${mail.html} ${mail.text}`).not.toMatch(/undefined|NaN|\[object/);
  const [subject = mail.subject, words = ""] = expected[name] ?? [];
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(words);
});

const toTeam = /^(?:admin-|test-mail|invitation)/;

test.each(languageCodes)("every mail to buyers in %s leads to pages in it", (language) => {
  const { dir, prefix } = languages[language];
  for (const [name, message] of examples) {
    if (toTeam.test(name)) continue;
    const { subject, html, text } = inLanguage(language, () => renderMail(message, shop));
    expect(html).toContain(`<html lang="${language}" dir="${dir}">`);
    expect(`${subject} ${html} ${text}`, name).not.toMatch(/undefined|NaN|\[object|\uFFFD/);
    const links = Array.from(html.matchAll(/ href="https:\/\/shop\.example([^"?]*)/g));
    for (const [, path = ""] of links) expect(`${path}/`).toMatch(new RegExp(`^${prefix}/`));
    expect(links.length > 0, name).toBe(true);
  }
});

test("from right to left, controls of what a buyer wrote are shown, and values isolated", () => {
  const message = { template: "order-withdrawal", ...order, name: "Mira\u202eHolt" };
  const at = { placedAt: TIME_EXAMPLE, receivedAt: TIME_EXAMPLE };
  const mail = inLanguage("ar", () => renderMail({ ...message, ...at } as CompleteMessage, shop));
  expect(mail.html).toContain("Mira\uFFFDHolt");
  expect(mail.subject).toContain("\u20687KQ2M9X\u2069");
  expect(mail.html).toContain('dir="rtl"');
});

test("the confirmation of an order says what coupon and credit took off, and when nothing is due", () => {
  const placed = { template: "order-placed", ...order, payment: null } as const;
  const coupon = { code: "SPRING15", cents: 225 };
  const reduced = renderMail({ ...placed, totalCents: 854, coupon, creditCents: 420 }, shop);
  expect(reduced.text.replaceAll(/\s+/g, " ")).toContain(
    "$8.54 in total. The code SPRING15 took $2.25 off. $4.20 was paid from your credit.",
  );
  const free = { code: "GIFT", cents: 1499 };
  const { text } = renderMail({ ...placed, totalCents: 0, coupon: free }, shop);
  expect(text).toContain("There is nothing to pay.");
});

test("a credit note names its invoice and the VAT, and its correction is no credit note", () => {
  const render = (grossCents: number, vatCents: number) => {
    const note = { number: "CN-000012", invoice: "INV-000123", grossCents, vatCents };
    const refund = { creditNote: { ...note, vatBasisPoints: 1900 } };
    return renderMail({ ...order, template: "refund", refund }, shop);
  };
  const mail = render(-100, -16);
  expect(mail.subject).toBe("Münzen: Credit note CN-000012 for order 7KQ2M9X");
  for (const words of ["INV-000123", "−$1.00", "VAT 19%", "−$0.16"])
    expect(mail.text).toContain(words);
  expect(mail.text).not.toContain("sent money back");
  const correction = render(100, 16);
  expect(correction.subject).toBe("Münzen: Correction CN-000012 for order 7KQ2M9X");
  expect(correction.text).toContain("+$1.00");
  expect(correction.text).toContain("goes on, or a refund was undone");
});

test("a refund to credit says where the credit is", () => {
  const refund = { ...order, template: "refund", refund: { creditCents: 1079 } };
  const mail = renderMail(refund as CompleteMessage, shop);
  expect(mail.subject).toBe("Münzen: credit for order 7KQ2M9X");
  expect(mail.text).toContain("$10.79");
  expect(mail.text).toContain("You find it on My Orders");
  expect(mail.text).not.toContain("sent money back");
});
