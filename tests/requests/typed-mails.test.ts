import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Limit } from "#shop/limits/limits.server.ts";
import * as limits from "#shop/limits/limits.server.ts";
import type { MailMessage } from "#shop/mail/mail-message.ts";
import { rootDir } from "../../scripts/lib/prepare.mjs";
import type { Visitor } from "../visitor.ts";
import { openTestApp } from "./open-app.ts";
import { placeOrder } from "./place-order.ts";

const STRANGER = "stranger@example.com";

/** The calls of `typedAddress`: what each names as its limit. */
const typed: Record<string, string[]> = {
  "shop/accounts/account-mails.server.ts": ["registrationByEmail", "mailByAccount"],
  "shop/accounts/reset-password.server.ts": ["mailByAccount", "mailByAddress"],
  "shop/fulfilment/gift-order.server.ts": ["a paid order"],
  "shop/newsletter/subscribers.server.ts": ["subscribeByEmail", "subscribeByAddress"],
  "shop/orders/order-links.server.ts": ["mailByAccount", "mailByAddress"],
  // By an owner of the shop.
  "shop/team/invitations.server.ts": ["resendByEmail"],
};

test("every mail to an address that was typed in a form names its limit", () => {
  const found: Record<string, string[]> = {};
  for (const file of globSync("{shop,app,server}/**/*.{ts,tsx}", { cwd: rootDir })) {
    if (file.includes(".test.") || file === join("shop", "mail", "addresses.ts")) continue;
    const source = readFileSync(join(rootDir, file), "utf8");
    for (const [, named = ""] of source.matchAll(/typedAddress\(\s*\w+,\s*([^)]+)\)/g))
      found[file] = named
        .replaceAll(/[[\]"\n]/g, "")
        .split(",")
        .map((name) => name.trim());
    // `as` would make any text an address.
    expect(source, file).not.toMatch(/as (?:Order|Typed|Account)Address/);
  }
  expect(found).toEqual(typed);
  const known: Record<string, unknown> = limits;
  for (const names of Object.values(typed))
    for (const name of names.filter((name) => name !== "a paid order"))
      expect(known[name], name).toMatchObject({ windowSeconds: expect.any(Number) });
});

/** The forms in which anybody types the address of somebody else, and how many mails an hour it gets by them. */
const forms: {
  what: string;
  template: MailMessage["template"];
  limit: Limit;
  post: (visitor: Visitor) => Promise<unknown>;
}[] = [
  {
    what: "links to orders",
    template: "order-links",
    limit: limits.mailByAccount,
    post: (visitor) => visitor.post("/track-order/links", { email: STRANGER }),
  },
  {
    what: "a new password",
    template: "reset-password",
    limit: limits.mailByAccount,
    post: (visitor) => visitor.post("/forgot-password", { email: STRANGER }),
  },
  {
    what: "the newsletter",
    template: "newsletter-confirm",
    limit: limits.subscribeByEmail,
    post: (visitor) => visitor.post("/newsletter", { email: STRANGER }),
  },
  {
    what: "an account",
    template: "verify-email",
    limit: limits.registrationByEmail,
    post: (visitor) =>
      visitor.post("/register", {
        ...{ name: "Mira", email: STRANGER, terms: "on" },
        ...{ password: "correct horse battery", confirmPassword: "correct horse battery" },
      }),
  },
];

test.each(forms)("$what mails a typed address a few times only", async (form) => {
  const { template, limit, post } = form;
  const app = await openTestApp();
  // The first account is the owner's.
  await app.account();
  for (let round = 0; round < limit.max + 3; round += 1) await post(app.visitor());
  const count = (await app.mailsTo(STRANGER)).filter((mail) => mail.template === template).length;
  expect(count).toBeGreaterThan(0);
  // A new window may begin in between.
  expect(count).toBeLessThanOrEqual(2 * limit.max);
});

test("orders that a guest does not pay mail a typed address three times, whatever is done with them", async () => {
  const app = await openTestApp();
  const visitor = app.visitor();
  for (let n = 0; n < 5; n += 1) {
    const { id } = await placeOrder(app, { visitor, email: STRANGER });
    const path = `/track-order?orderId=${id}`;
    const act = (intent: string, fields: Record<string, string>) =>
      visitor.post(path, { ...fields, intent, orderId: id });
    await act("message", { text: `Hello ${n}` });
    await act("recipient", { tiktokUsername: `kim${n}`, tiktokUid: "", made: "0" });
    await act("link", {});
    await visitor.post(`/orders/${id}/withdraw`, { name: "Win" });
  }
  const { max } = limits.orderMailByEmail;
  const mails = await app.mailsTo(STRANGER);
  expect(mails.length).toBeGreaterThan(0);
  expect(mails.length).toBeLessThanOrEqual(2 * max);
  expect(JSON.stringify(mails)).not.toContain("Hello");
});
