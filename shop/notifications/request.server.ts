import { unescape } from "node:querystring";
import { z } from "zod";
import { headersOf, signatureOf } from "../webhooks/signature.server.ts";
import type { PostResult } from "../webhooks/post.server.ts";
import type { Message } from "./message.ts";
import { pushRequest, type VapidKeys } from "./web-push.server.ts";
import type { TargetConfig } from "./notification.ts";

/** A request that delivers a message. */
export interface TargetRequest {
  url: string;
  body: string | Uint8Array;
  headers: Record<string, string>;
}

const JSON_HEADERS = { "content-type": "application/json", "user-agent": "Satchel" };

/** Returns the request for a message; `id` is the same when it is repeated. Push services get the keys and the contact. */
export function requestFor(
  config: TargetConfig,
  message: Message,
  { id, now, vapid, contact }: { id: string; now: Date; vapid: VapidKeys; contact: string },
): TargetRequest {
  const { title, text, link } = message;
  const inFull = `${title}\n${text}\n${link}`;
  switch (config.kind) {
    // https://core.telegram.org/bots/api#sendmessage
    case "telegram":
      return json(`${withSlash(config.server)}bot${config.token}/sendMessage`, {
        chat_id: config.chatId,
        text: inFull,
        link_preview_options: { is_disabled: true },
      });
    // https://docs.discord.com/developers/resources/webhook#execute-webhook
    case "discord":
      return json(config.url, { content: inFull, allowed_mentions: { parse: [] } });
    // https://docs.ntfy.sh/publish/#publish-as-json
    case "ntfy": {
      const request = json(config.server, {
        topic: config.topic,
        title,
        message: text,
        click: link,
      });
      const bearer = { authorization: `Bearer ${config.token}` };
      return { ...request, headers: { ...request.headers, ...(config.token && bearer) } };
    }
    case "push": {
      // What is sent again under the same topic and tag replaces the first, so that nobody sees it twice.
      const text = JSON.stringify({ ...message, tag: id });
      return pushRequest(config, text, { vapid, contact, topic: id.replaceAll("-", ""), now });
    }
    case "url": {
      const { url, template, secret } = config;
      const { body, type } = fillTemplate(template, message);
      const signature = signatureOf(secret, body, now);
      const headers = headersOf({ id, type: "notification", signature });
      return { url, body, headers: { ...headers, "content-type": type } };
    }
  }
}

function json(url: string, content: unknown): TargetRequest {
  return { url, body: JSON.stringify(content), headers: JSON_HEADERS };
}

function withSlash(url: string): string {
  return url.endsWith("/") ? url : `${url}/`;
}

const placeholder = /\{(title|text|link)\}/g;

/** Replaces the placeholders of a template; in one that is JSON their values are escaped. */
export function fillTemplate(
  template: string,
  message: Message,
): { body: string; type: "application/json" | "text/plain; charset=utf-8" } {
  const fill = (escape: (value: string) => string) =>
    template.replaceAll(placeholder, (_, name: keyof Message) => escape(message[name]));
  return isJson(template)
    ? { body: fill((value) => JSON.stringify(value).slice(1, -1)), type: "application/json" }
    : { body: fill((value) => value), type: "text/plain; charset=utf-8" };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The outcome of an attempt: why it failed, or null; and the seconds that the receiver wants to be left alone. */
export interface Outcome {
  error: string | null;
  /** Whether the push service has ended the subscription (RFC 8030, 7.3). */
  gone?: boolean;
  retryAfter: number | null;
}

/** Errors of Telegram (https://core.telegram.org/bots/api#making-requests) and Discord, which both use JSON. */
const errorBody = z.object({
  description: z.string().optional(),
  message: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});

/** Reads the outcome of a request, with the receiver's own words where it gives any, which may repeat the request. */
export function outcomeOf(
  { status, response, error, retryAfter }: PostResult,
  config: TargetConfig,
): Outcome {
  if (status === null) return { error: withoutSecrets(error ?? "No answer", config), retryAfter };
  if (status >= 200 && status < 300) return { error: null, retryAfter: null };
  const body = z.safeParse(errorBody, parseJson(response ?? "")).data;
  const words = withoutSecrets(body?.description ?? body?.message ?? "", config);
  return {
    error: `Answered ${status}${words ? `: ${words.slice(0, 200)}` : ""}`,
    retryAfter: body?.parameters?.retry_after ?? retryAfter,
    ...(config.kind === "push" && (status === 404 || status === 410) && { gone: true }),
  };
}

/** Replaces what only the shop and the receiver may know, as it is, percent-encoded and decoded. */
function withoutSecrets(text: string, config: TargetConfig): string {
  return secretsOf(config)
    .filter(Boolean)
    .flatMap((secret) => [secret, encodeURIComponent(secret), unescape(secret)])
    .reduce((left, secret) => left.replaceAll(secret, "[secret]"), text);
}

function secretsOf(config: TargetConfig): string[] {
  switch (config.kind) {
    case "telegram":
    case "ntfy":
      return [config.token];
    case "url":
    case "discord":
      // Who knows the path may post there.
      return [...(config.kind === "url" ? [config.secret] : []), ...pathsOf(config.url)];
    case "push":
      return [config.auth, ...pathsOf(config.endpoint)];
  }
}

function pathsOf(address: string): string[] {
  const { pathname, search } = new URL(address);
  return [pathname.slice(1), search.slice(1)];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
