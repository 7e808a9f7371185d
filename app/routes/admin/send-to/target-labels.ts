import type { TargetConfig } from "#shop/notifications/notification.ts";

/** Name of each preset. */
export const kindLabels: Record<TargetConfig["kind"], string> = {
  telegram: "Telegram",
  discord: "Discord",
  ntfy: "ntfy",
  url: "Any URL",
  push: "Device",
};
