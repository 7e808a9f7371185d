import { expect, test } from "vitest";
import { inLanguage } from "#messages/current.server.ts";
import { languageCodes, languages } from "#messages/languages.ts";
import type { CompleteMessage } from "./mail.ts";
import { renderMail } from "./render.server.tsx";

type Template = CompleteMessage["template"];
type MessageOf<Name extends Template, Message = CompleteMessage> = Message extends {
  template: infer Names;
}
  ? Name extends Names
    ? Omit<Message, "template">
    : never
  : never;

const shop = {
  shopName: "Münzen",
  supportEmail: "help@example.com",
  appUrl: "https://shop.example",
};
const order = { orderId: "7KQ2M9X", coins: 350, tiktokUsername: "mira", trackingKey: "key" };
const due = { address: "bc1qexample", sats: 25_000, expiresAt: "2026-11-20T10:00:00Z" };
const signIn = {
  name: "Mira",
  at: "2026-11-20T10:00:00Z",
  device: "Chrome on Linux",
  ipAddress: "192.0.2.1",
};
const paid = { totalCents: 1499, receivedSats: 25_000, dueSats: 25_000 };

/** An example of every mail, with its subject and words of its text. */
const examples: {
  [Name in Template]: [message: MessageOf<Name>, subject: string, words: string];
} = {
  "order-placed": [
    { ...order, totalCents: 1499, payment: due },
    "Münzen: order 7KQ2M9X is placed",
    "0.00025000 BTC",
  ],
  "rest-to-pay": [
    { ...order, receivedSats: 5000, payment: due },
    "Münzen: part of the payment for order 7KQ2M9X is missing",
    "0.00025000 BTC",
  ],
  "order-payment": [
    { ...order, ...paid, status: "paid", reason: null },
    "Münzen: order 7KQ2M9X: payment confirmed",
    "350 coins",
  ],
  refund: [
    { ...order, refund: { sats: 25_000, address: "bc1qexample", txid: "f4184fc5" } },
    "Münzen: money sent back for order 7KQ2M9X",
    "f4184fc5",
  ],
  "gift-code": [
    {
      ...{ orderId: "7KQ2M9X", issue: 0, valueCents: 2000, from: "mira@example.com" },
      ...{ text: "For your birthday", code: "7KQ2-M9XA-0000-1111" },
    },
    "Münzen: a gift code worth $20.00",
    "7KQ2-M9XA-0000-1111",
  ],
  "order-completed": [
    { ...order, totalCents: 1499, reason: null },
    "Münzen: order 7KQ2M9X is completed",
    "https://shop.example/orders/7KQ2M9X/again?key=key",
  ],
  "order-failed": [
    { ...order, totalCents: 1499, reason: "not paid" },
    "Münzen: order 7KQ2M9X was rejected",
    "Reason: not paid",
  ],
  "order-message": [
    { orderId: "7KQ2M9X", trackingKey: "key", asks: true },
    "Münzen: a question about order 7KQ2M9X",
    "https://shop.example/track-order?orderId=7KQ2M9X&key=key",
  ],
  "order-act": [
    {
      ...{
        orderId: "7KQ2M9X",
        trackingKey: "key",
        act: "recipient",
        from: "mira",
        to: "mira.holt",
      },
      ...{ at: signIn.at, stop: { eventId: 7, key: "stop" } },
    },
    "Münzen: a change to order 7KQ2M9X",
    "https://shop.example/orders/7KQ2M9X/stop?act=7&key=stop",
  ],
  "order-consent": [
    { ...order, consent: { text: "I agree.", at: signIn.at } },
    "Münzen: your consent for order 7KQ2M9X",
    "You agreed on 20 Nov 2026, 10:00 UTC: “I agree.”",
  ],
  "order-withdrawal": [
    { ...order, name: "Mira Holt", placedAt: signIn.at, receivedAt: "2026-11-21T09:30:00Z" },
    "Münzen: your withdrawal from order 7KQ2M9X",
    "on 21 Nov 2026, 09:30 UTC",
  ],
  "admin-message": [
    { orderId: "7KQ2M9X" },
    "Münzen: a message on order 7KQ2M9X",
    "https://shop.example/admin/orders/7KQ2M9X",
  ],
  "admin-withdrawal": [
    { orderId: "7KQ2M9X" },
    "Münzen: a withdrawal from order 7KQ2M9X",
    "https://shop.example/admin/review",
  ],
  "order-links": [
    { orders: [{ ...order, totalCents: 1499, placedAt: signIn.at }] },
    "Münzen: your orders",
    "https://shop.example/track-order?orderId=7KQ2M9X&key=key",
  ],
  "admin-order": [
    { ...order, totalCents: 1499 },
    "Münzen: new order 7KQ2M9X",
    "https://shop.example/admin/orders/7KQ2M9X",
  ],
  "admin-payment": [
    { ...paid, orderId: order.orderId, status: "paid" },
    "Münzen: order 7KQ2M9X is paid",
    "https://shop.example/admin/orders/7KQ2M9X",
  ],
  "admin-alert": [
    { about: "backup", since: signIn.at },
    "Münzen: No backup for two nights",
    "backup",
  ],
  "admin-delivery": [
    { orderId: "7KQ2M9X", state: "rejected" },
    "Münzen: order 7KQ2M9X was delivered after it was rejected",
    "before you refund the payment",
  ],
  "admin-daily": [
    {
      day: "2026-11-19",
      orders: 2,
      salesCents: 1499,
      visits: 3,
      undelivered: 1,
      reviews: 0,
      failedMails: 0,
    },
    "Münzen: 19 Nov 2026 in figures",
    "2 orders placed, $14.99 in sales, 3 visits.",
  ],
  "test-mail": [{}, "Münzen: test email", "Münzen can send emails."],
  "password-changed": [signIn, "Münzen: your password was changed", "Chrome on Linux"],
  "new-sign-in": [signIn, "Münzen: new sign-in to your account", "192.0.2.1"],
  "passkey-added": [
    signIn,
    "Münzen: a passkey was added to your account",
    "https://shop.example/account/security",
  ],
  "passkey-removed": [
    signIn,
    "Münzen: a passkey was removed from your account",
    "https://shop.example/account/security",
  ],
  "two-factor-asked": [
    {
      name: "Mira",
      askedBy: "Robin",
      takesEffectAt: signIn.at,
      link: "https://shop.example/keep",
    },
    "Münzen: two-factor authentication will be turned off",
    "https://shop.example/keep",
  ],
  "two-factor-off": [
    signIn,
    "Münzen: two-factor authentication was turned off",
    "https://shop.example/account/security",
  ],
  "verify-email": [
    { link: "https://shop.example/a" },
    "Münzen: confirm your email address",
    "https://shop.example/a",
  ],
  "reset-password": [
    { link: "https://shop.example/b" },
    "Münzen: choose a new password",
    "https://shop.example/b",
  ],
  "email-changed": [
    { link: "https://shop.example/c" },
    "Münzen: your email address was changed",
    "https://shop.example/c",
  ],
  invitation: [
    { link: "https://shop.example/i", role: "Delivery", invitedBy: "Robin" },
    "Münzen: invitation to the team",
    "Robin invites you to the team of Münzen, with the role Delivery.",
  ],
  "newsletter-confirm": [
    { path: "/d" },
    "Münzen: confirm your subscription",
    "https://shop.example/d",
  ],
  "newsletter-already": [
    { path: "/e" },
    "Münzen: you already receive our newsletter",
    "https://shop.example/e",
  ],
  newsletter: [
    { subject: "News", markdown: "**Hello**", unsubscribePath: "/f" },
    "News",
    "https://shop.example/f",
  ],
};

test.each(Object.entries(examples))("%s", (template, [fields, subject, words]) => {
  const mail = renderMail({ template, ...fields } as CompleteMessage, shop);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(words);
  expect(`${mail.subject} ${mail.html} ${mail.text}`).not.toMatch(/undefined|NaN|\[object/);
});

const toTeam = /^(?:admin-|test-mail|invitation)/;

test.each(languageCodes)("every mail to buyers in %s leads to pages in it", (language) => {
  const { dir, prefix } = languages[language];
  for (const [template, [fields]] of Object.entries(examples)) {
    if (toTeam.test(template)) continue;
    const message = { template, ...fields } as CompleteMessage;
    const { subject, html, text } = inLanguage(language, () => renderMail(message, shop));
    expect(html).toContain(`<html lang="${language}" dir="${dir}">`);
    expect(`${subject} ${html} ${text}`, template).not.toMatch(/undefined|NaN|\[object|\uFFFD/);
    const links = Array.from(html.matchAll(/ href="https:\/\/shop\.example([^"?]*)/g));
    for (const [, path = ""] of links) expect(`${path}/`).toMatch(new RegExp(`^${prefix}/`));
    expect(links.length > 0, template).toBe(true);
  }
});

test("from right to left, controls of what a buyer wrote are shown, and values isolated", () => {
  const message = { template: "order-withdrawal", ...order, name: "Mira\u202eHolt" };
  const at = { placedAt: signIn.at, receivedAt: signIn.at };
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
