import { expect, test } from "vitest";
import { signatureOf } from "../webhooks/signature.server.ts";
import { messageOf, type QueuedNotification } from "./message.ts";
import { type NewTarget, type TargetConfig, type TargetKind, targetName } from "./notification.ts";
import { parseTargetForm } from "./target-fields.ts";
import { fillTemplate, outcomeOf, requestFor } from "./request.server.ts";

const shop = { shopName: "Mira's “Coins”", appUrl: "https://shop.example" };
const waiting: QueuedNotification = {
  type: "order.waiting",
  orderId: "7KQ2M9X",
  detail: { coins: 3500 },
};
const message = messageOf([waiting], shop);
const now = new Date("2026-11-20T08:00:00Z");
const once = {
  id: "0b7e9a44-3f0e-4d0f-9a55-0d3c1b1f7a10",
  now,
  vapid: { privateKey: Buffer.alloc(0), publicKey: "" },
  contact: "mailto:help@example.com",
};
const jsonIn = ({ body }: { body: string | Uint8Array }): unknown => JSON.parse(String(body));

function formOf(values: Record<string, string>, events = ["order.waiting"]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  for (const event of events) form.append("events", event);
  return form;
}

function targetOf(kind: TargetKind, values: Record<string, string>): NewTarget["config"] {
  const read = parseTargetForm(kind, formOf(values));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.config;
}

test("one event is a message with its link", () => {
  expect(message).toEqual({
    title: "Mira's “Coins”",
    text: "Order 7KQ2M9X is paid and waiting: 3,500 coins",
    link: "https://shop.example/admin/deliver",
  });
});

test("several come as one message, the first ten by name", () => {
  const many = Array.from({ length: 12 }, () => waiting);
  const { title, text, link } = messageOf(many, shop);
  expect(title).toBe("Mira's “Coins”: 12 notifications");
  expect(text.split("\n")).toEqual([...Array<string>(10).fill(message.text), "and 2 more"]);
  expect(link).toBe("https://shop.example/admin");
});

test("what is down is said with the time since when", () => {
  const down: QueuedNotification = {
    type: "service.down",
    orderId: null,
    detail: { about: "delivery", since: "2026-11-20T08:12:00Z" },
  };
  expect(messageOf([down], shop).text).toBe(
    "The delivery adapter does not answer (since 20 Nov 2026, 08:12 UTC)",
  );
});

test("Telegram: sendMessage of the bot, without link preview", () => {
  const config = targetOf("telegram", { token: `123:${"A".repeat(35)}`, chatId: "-100123" });
  const request = requestFor(config, message, once);
  expect(request.url).toBe(`https://api.telegram.org/bot123:${"A".repeat(35)}/sendMessage`);
  expect(jsonIn(request)).toEqual({
    chat_id: "-100123",
    text: "Mira's “Coins”\nOrder 7KQ2M9X is paid and waiting: 3,500 coins\nhttps://shop.example/admin/deliver",
    link_preview_options: { is_disabled: true },
  });
});

test("Discord: the content mentions nobody", () => {
  const config = targetOf("discord", { url: "https://discord.com/api/webhooks/1/secret" });
  const request = requestFor(config, message, once);
  expect(request.url).toBe("https://discord.com/api/webhooks/1/secret");
  expect(jsonIn(request)).toMatchObject({ allowed_mentions: { parse: [] } });
});

test("ntfy: topic and text as JSON to the server, with a token only if there is one", () => {
  const open = requestFor(targetOf("ntfy", { topic: "shop_1", token: "" }), message, once);
  expect(open.url).toBe("https://ntfy.sh/");
  expect(jsonIn(open)).toEqual({
    topic: "shop_1",
    title: message.title,
    message: message.text,
    click: message.link,
  });
  expect(open.headers).not.toHaveProperty("authorization");
  const own = targetOf("ntfy", { server: "https://push.example", topic: "a", token: "tk_1" });
  expect(requestFor(own, message, once)).toMatchObject({
    url: "https://push.example/",
    headers: { authorization: "Bearer tk_1" },
  });
});

test("any URL: the template is filled, and signed as a webhook is", () => {
  const config = { ...targetOf("url", { url: "https://a.example/x" }), secret: "whsec_known" };
  const { body, headers } = requestFor(config, message, once);
  expect(jsonIn({ body })).toEqual(message);
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "satchel-delivery": once.id,
    "satchel-signature": signatureOf("whsec_known", String(body), now),
  });
});

test("values are escaped in JSON only, and filled once", () => {
  const tricky = { title: 'a "b"', text: "one\ntwo {link}", link: "https://x.example" };
  expect(JSON.parse(fillTemplate('{"content": "{title}: {text}"}', tricky).body)).toEqual({
    content: 'a "b": one\ntwo {link}',
  });
  expect(fillTemplate("{title} {text}", tricky)).toEqual({
    body: 'a "b" one\ntwo {link}',
    type: "text/plain; charset=utf-8",
  });
});

test("the name of a target tells no secret", () => {
  const token = `123:${"A".repeat(35)}`;
  expect(targetName(targetOf("telegram", { token, chatId: "@my_channel" }))).toBe(
    "Chat @my_channel",
  );
  expect(targetName(targetOf("discord", { url: "https://discord.com/api/webhooks/1/key" }))).toBe(
    "discord.com",
  );
  expect(targetName(targetOf("ntfy", { topic: "shop", token: "tk_1" }))).toBe("ntfy.sh/shop");
  expect(targetName(targetOf("url", { url: "https://a.example/key" }))).toBe("a.example");
});

test.each([
  ["telegram", { token: "hello", chatId: "me" }, ["chatId", "token"]],
  ["discord", { url: "discord" }, ["url"]],
  ["ntfy", { topic: "a b", server: "ftp://x.example" }, ["server", "topic"]],
  ["url", { url: "", template: "x".repeat(2001) }, ["template", "url"]],
] as const)("%s: what cannot be right is refused", (kind, values, fields) => {
  const read = parseTargetForm(kind, formOf(values, []));
  expect(read.ok ? [] : Object.keys(read.error).toSorted()).toEqual(
    [...fields, "events"].toSorted(),
  );
});

const targets: Record<TargetConfig["kind"], TargetConfig> = {
  telegram: {
    kind: "telegram",
    server: "https://api.telegram.org/",
    token: `123:${"A".repeat(35)}`,
    chatId: "@a",
  },
  discord: { kind: "discord", url: "https://discord.com/api/webhooks/1/secret-of-discord" },
  ntfy: { kind: "ntfy", server: "https://ntfy.sh/", topic: "a", token: "tk_1" },
  url: { kind: "url", url: "https://a.example/hook?k=ü1", template: "{text}", secret: "whsec_1" },
  push: { kind: "push", endpoint: "https://push.example/send/1", p256dh: "", auth: "auth-1" },
};

test.each(Object.values(targets))("what $kind repeats of the request has no secret", (config) => {
  const request = {
    ...once,
    vapid: { privateKey: Buffer.alloc(32, 1), publicKey: "" },
  };
  const isPush = config.kind === "push";
  const url = isPush ? config.endpoint : requestFor(config, message, request).url;
  const { pathname, search } = new URL(url);
  const echoed = `no route ${pathname}${search} for ${JSON.stringify(config)}`;
  for (const { error } of [
    outcomeOf({ ...answer, status: 404, response: JSON.stringify({ message: echoed }) }, config),
    outcomeOf({ ...answer, status: null, response: null, error: echoed }, config),
  ]) {
    expect(error).toContain("no route");
    expect(error).not.toMatch(/AAAA|secret-of|tk_1|hook|k=|whsec|send\/1|auth-1/);
  }
});

const answer = { durationMs: 1, error: null, retryAfter: null };

test("an error has the receiver's own words, and the time that it wants to be left alone", () => {
  const limited = { ok: false, description: "Too Many Requests", parameters: { retry_after: 7 } };
  expect(
    outcomeOf({ ...answer, status: 429, response: JSON.stringify(limited) }, targets.telegram),
  ).toEqual({
    error: "Answered 429: Too Many Requests",
    retryAfter: 7,
  });
  expect(
    outcomeOf({ ...answer, status: 503, response: "<html>", retryAfter: 60 }, targets.push),
  ).toEqual({
    error: "Answered 503",
    retryAfter: 60,
  });
  const gone = { ...answer, status: 410, response: "" };
  expect(outcomeOf(gone, targets.push)).toMatchObject({ error: "Answered 410", gone: true });
  expect(outcomeOf(gone, targets.url)).not.toHaveProperty("gone");
  expect(outcomeOf({ ...answer, status: 204, response: "" }, targets.discord)).toEqual({
    error: null,
    retryAfter: null,
  });
});
