import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseForm } from "#lib/form.ts";
import { showDirectionControls } from "#lib/text.ts";
import { safeNameSchema, safePasskeyNameSchema } from "#shop/accounts/names.server.ts";
import { safeAccountSchema, safeGiftSchema } from "#shop/checkouts/safe-buyer.server.ts";
import { readMessage } from "#shop/orders/message.ts";
import { withdrawalSchema } from "#shop/orders/withdrawals.server.ts";

/** How the value of each field of buyers' forms is read. */
const fields: Record<string, "text" | "address" | "parsed" | "never shown"> = {
  // Others read these as they were written.
  name: "text",
  giftMessage: "text",
  tiktokUid: "text",
  tiktokUsername: "text",
  text: "text",
  email: "address",
  giftEmail: "address",
  // One of a few values, a number, a code, an id, or an address on the chain.
  address: "parsed",
  birthday: "parsed",
  buyInstead: "parsed",
  checkoutId: "parsed",
  code: "parsed",
  codes: "parsed",
  consent: "parsed",
  country: "parsed",
  details: "parsed",
  intent: "parsed",
  key: "parsed",
  made: "parsed",
  method: "parsed",
  next: "parsed",
  orderId: "parsed",
  out: "parsed",
  packageId: "parsed",
  passkeyId: "parsed",
  referralCode: "parsed",
  seen: "parsed",
  sessionId: "parsed",
  signed: "parsed",
  source: "parsed",
  sure: "parsed",
  terms: "parsed",
  token: "parsed",
  uri: "parsed",
  vat: "parsed",
  way: "parsed",
  // Secrets, and what is searched for.
  confirmPassword: "never shown",
  currentPassword: "never shown",
  password: "never shown",
  q: "never shown",
  search: "never shown",
  secret: "never shown",
};

test("every field of buyers' forms is in the table", () => {
  const folder = import.meta.dirname;
  const named = new Set<string>();
  for (const file of globSync("{shop,account,newsletter}/**/*.tsx", { cwd: folder })) {
    const source = readFileSync(join(folder, file), "utf8");
    for (const { 1: name = "", index } of source.matchAll(/\bname="(\w+)"/g)) {
      const tag = /<(\w+)(?!.*<\w)/s.exec(source.slice(Math.max(0, index - 600), index))?.[1];
      if (tag !== "Icon") named.add(name);
    }
  }
  expect([...named].filter((name) => !Object.hasOwn(fields, name))).toEqual([]);
});

const account = { tiktokUsername: "mira", tiktokUid: "" };
const gift = { email: "mira@example.com", giftEmail: "", giftMessage: "" };

/** Whether the rule of a text takes it. */
const rules: Record<string, (text: string) => boolean> = {
  "name of an account": (name) => parseForm(safeNameSchema, { name }).ok,
  "name of a passkey": (name) => parseForm(safePasskeyNameSchema, { name }).ok,
  "name in a withdrawal": (name) => parseForm(withdrawalSchema, { name }).ok,
  "message of a gift": (giftMessage) => parseForm(safeGiftSchema, { ...gift, giftMessage }).ok,
  UID: (tiktokUid) => parseForm(safeAccountSchema, { ...account, tiktokUid }).ok,
};

const hostile = [
  "https://evil.example/win",
  "hxxps://evil/x",
  "www.evil",
  "evil.com",
  "you won: evil.com/x",
  "1.2.3.4/x",
  "evil[.]com",
  "evil(dot)com",
  "evil\uFF0Ecom",
  "a@evil.com",
  "Mira\u202Etloh",
  "Mi\u200Bra",
  "Mi\u0000ra",
];

test.each(Object.keys(rules))("the %s passes the one rule", (what) => {
  const takes = rules[what] ?? (() => false);
  expect(hostile.filter(takes)).toEqual([]);
  expect(takes("Mira 7")).toBe(true);
});

test("a message of a gift may be what people write", () => {
  const takes = rules["message of a gift"] ?? (() => false);
  for (const text of ["For you :)", "PS:Enjoy", "Happy 30th!\nLove, Tom", "At 18:30, by 1.5 m"])
    expect(takes(text), text).toBe(true);
});

test("a username has letters, digits, underscores and periods only", () => {
  const taken = hostile.filter(
    (tiktokUsername) => parseForm(safeAccountSchema, { ...account, tiktokUsername }).ok,
  );
  // Names of TikTok that look like hosts.
  expect(taken).toEqual(["www.evil", "evil.com"]);
});

test("a message to the shop may have links, which only the team reads, and shows what turns text around", () => {
  const read = readMessage("Paid by https://mempool.space/tx/1\u202E");
  expect(read.ok && showDirectionControls(read.value)).toBe(
    "Paid by https://mempool.space/tx/1\uFFFD",
  );
});
