import { z } from "zod";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import { targetUrl } from "#lib/target-url.ts";
import { LINES, ONE_LINE, invalidCharacters } from "#lib/text.ts";
import type { TeamRole } from "../accounts/account.ts";
import type { AlertSubject } from "../mail/admin-mail.ts";

/** The events that a target can be notified of. The trigger `queue_notifications` maps order events to the first ones. */
export const notificationEvents = [
  "order.waiting",
  "payment.review",
  "question.unanswered",
  "service.down",
  "backup.overdue",
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** Sent on request of an administrator, to test a target. */
export const TEST_NOTIFICATION = "test";

/** Sent to the buyer of an order, who has asked for it on the order's page. */
export const ARRIVED = "order.arrived";
export type TargetEvent = NotificationEvent | typeof ARRIVED;
export type NotificationType = TargetEvent | typeof TEST_NOTIFICATION;

/** What the devices of each role are notified of: what it may see. */
export const roleEvents: Readonly<Record<TeamRole, readonly NotificationEvent[]>> = {
  admin: notificationEvents,
  delivery: ["order.waiting", "question.unanswered"],
  bookkeeper: ["payment.review"],
};

/** The services with a preset, and any URL. */
export const targetKinds = ["telegram", "discord", "ntfy", "url"] as const;
export type TargetKind = (typeof targetKinds)[number];

/** Where a target is and what it needs; holds secrets. */
export type TargetConfig =
  | { kind: "telegram"; server: string; token: string; chatId: string }
  | { kind: "discord"; url: string }
  | { kind: "ntfy"; server: string; topic: string; token: string }
  | { kind: "url"; url: string; template: string; secret: string }
  | { kind: "push"; endpoint: string; p256dh: string; auth: string };

/** What is known of an event besides its order: the package's coins, or what is down since when. */
export interface NotificationDetail {
  coins?: number;
  reversed?: boolean;
  about?: AlertSubject;
  since?: string;
}

/** How many targets there can be at most. */
export const TARGETS_MAX = 20;
/** How many devices each member of the team, and each order, can have at most. */
export const DEVICES_MAX = 10;

/** After so many consecutive failures a target counts as failing. */
export const FAILING_AFTER = 3;

/** How long finished notifications are stored, in days. */
export const KEEP_DAYS = 30;

/** The public Bot API (https://core.telegram.org/bots/api); a server of one's own can take its place. */
export const TELEGRAM_SERVER = "https://api.telegram.org/";
export const NTFY_SERVER = "https://ntfy.sh/";

/** The body for a URL without a preset; `{text}`, `{title}` and `{link}` are replaced. */
export const DEFAULT_TEMPLATE = '{ "title": "{title}", "text": "{text}", "link": "{link}" }';

const events = z
  .array(z.enum(notificationEvents))
  .min(1, "Choose at least one event")
  .transform((chosen) => notificationEvents.filter((event) => chosen.includes(event)));

const secretLine = (label: string, max = 300) =>
  z
    .string()
    .trim()
    .max(max, `${label} is too long (at most ${max} characters)`)
    .regex(ONE_LINE, invalidCharacters(label));

const server = (standard: string) =>
  z
    .string()
    .trim()
    .transform((text) => text || standard)
    .pipe(targetUrl);

/** The form of a new target of each kind. */
const schemas = {
  telegram: z.object({
    token: secretLine("Bot token").regex(
      /^\d+:[\w-]{20,}$/,
      "A bot token looks like 123456789:AA… It comes from @BotFather.",
    ),
    chatId: z
      .string()
      .trim()
      .regex(/^(-?\d{1,20}|@\w{4,32})$/, "A chat ID is a number, such as -1001234567890"),
    server: server(TELEGRAM_SERVER),
    events,
  }),
  discord: z.object({ url: targetUrl, events }),
  ntfy: z.object({
    server: server(NTFY_SERVER),
    topic: z
      .string()
      .trim()
      .regex(/^[-\w]{1,64}$/, "A topic has letters, digits, _ and - (at most 64)"),
    token: secretLine("Access token"),
    events,
  }),
  url: z.object({
    url: targetUrl,
    template: z
      .string()
      .transform((text) => text.replaceAll("\r\n", "\n").trim() || DEFAULT_TEMPLATE)
      .pipe(
        z
          .string()
          .max(2000, "Body is too long (at most 2000 characters)")
          .regex(LINES, invalidCharacters("Body")),
      ),
    events,
  }),
};

export type TargetField = "token" | "chatId" | "server" | "url" | "topic" | "template" | "events";

/** The values of a new target; the shop adds the secret of a URL. */
export interface NewTarget {
  config: Exclude<TargetConfig, { kind: "push" }>;
  events: NotificationEvent[];
}

/** Validates the form of a target of this kind, in the browser and on the server. */
export function parseTargetForm(
  kind: TargetKind,
  form: FormData,
): Result<NewTarget, FieldErrors<TargetField>> {
  const left = { server: "", token: "", template: "" };
  const fields = { ...left, ...Object.fromEntries(form), events: form.getAll("events") };
  switch (kind) {
    case "telegram":
      return withKind(parseForm(schemas.telegram, fields), (rest) => ({ kind, ...rest }));
    case "discord":
      return withKind(parseForm(schemas.discord, fields), (rest) => ({ kind, ...rest }));
    case "ntfy":
      return withKind(parseForm(schemas.ntfy, fields), (rest) => ({ kind, ...rest }));
    case "url":
      return withKind(parseForm(schemas.url, fields), (rest) => ({ kind, ...rest, secret: "" }));
  }
}

function withKind<Values extends { events: NotificationEvent[] }, Errors>(
  read: Result<Values, Errors>,
  configOf: (values: Omit<Values, "events">) => NewTarget["config"],
): Result<NewTarget, Errors> {
  if (!read.ok) return read;
  const { events: chosen, ...rest } = read.value;
  return { ok: true, value: { config: configOf(rest), events: chosen } };
}

/** Returns the name of a place in lists and in the audit log; no secret can be told from it. */
export function targetName(config: Exclude<TargetConfig, { kind: "push" }>): string {
  switch (config.kind) {
    case "telegram":
      return `Chat ${config.chatId}`;
    case "ntfy":
      return `${new URL(config.server).host}/${config.topic}`;
    // The path of a Discord webhook is its password; that of another URL may be one.
    default:
      return new URL(config.url).host;
  }
}

/** A target in the list, without its secrets. */
export interface ListedTarget {
  id: number;
  kind: TargetConfig["kind"];
  name: string;
  events: TargetEvent[];
  failures: number;
  lastError: string | null;
  lastSentAt: Date | null;
  /** How many notifications wait to be sent. */
  waiting: number;
}
