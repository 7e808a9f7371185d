import type { NotificationEvent, TargetConfig } from "#shop/notifications/notification.ts";

/** Label of each event. */
export const eventLabels: Record<NotificationEvent, string> = {
  "order.waiting": "An order is paid and waiting",
  "payment.review": "A payment needs a decision, or was reversed",
  "question.unanswered": "A buyer's message is unanswered",
  "service.down": "Something the shop needs is down",
  "backup.overdue": "A backup is overdue",
};

/** Name of each preset. */
export const kindLabels: Record<TargetConfig["kind"], string> = {
  telegram: "Telegram",
  discord: "Discord",
  ntfy: "ntfy",
  url: "Any URL",
  push: "Device",
};
