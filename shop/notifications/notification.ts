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

/** What each event is called. */
export const eventLabels: Record<NotificationEvent, string> = {
  "order.waiting": "An order is paid and waiting",
  "payment.review": "A payment needs a decision, or was reversed",
  "question.unanswered": "A buyer's message is unanswered",
  "service.down": "Something the shop needs is down",
  "backup.overdue": "A backup is overdue",
};

/** The values of a new target; the shop adds the secret of a URL. */
export interface NewTarget {
  config: Exclude<TargetConfig, { kind: "push" }>;
  events: NotificationEvent[];
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
