import { z } from "zod";
import { type Fields, readFields } from "#lib/fields.ts";
import type { FieldErrors } from "#lib/form.ts";
import type { Result } from "#lib/result.ts";
import { targetUrl } from "#lib/target-url.ts";
import { LINES, ONE_LINE, invalidCharacters } from "#lib/text.ts";
import {
  DEFAULT_TEMPLATE,
  eventLabels,
  type NewTarget,
  type NotificationEvent,
  notificationEvents,
  NTFY_SERVER,
  type TargetKind,
  TELEGRAM_SERVER,
} from "./notification.ts";

const eventsField = {
  events: {
    kind: "ticks",
    label: "Events",
    choices: notificationEvents.map((event) => [event, eventLabels[event]]),
    empty: notificationEvents,
    rule: z
      .array(z.enum(notificationEvents))
      .min(1, "Choose at least one event")
      .transform((chosen) => notificationEvents.filter((event) => chosen.includes(event))),
  },
} as const satisfies Fields;

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

const secret = {
  type: "password",
  autoComplete: "new-password",
  spellCheck: false,
} as const;
const text = { autoComplete: "off", spellCheck: false } as const;
const url = { ...text, type: "url", inputMode: "url" } as const;

/** The form of a new target of each kind; a password field is a secret. */
export const targetFields = {
  telegram: {
    token: {
      kind: "line",
      label: "Bot token",
      hint: "Write /newbot to @BotFather in Telegram: it answers with the token.",
      wide: true,
      input: { ...secret, required: true },
      rule: secretLine("Bot token").regex(
        /^\d+:[\w-]{20,}$/,
        "A bot token looks like 123456789:AA… It comes from @BotFather.",
      ),
    },
    chatId: {
      kind: "line",
      label: "Chat ID",
      hint: "Write to your bot first, or add it to a group. @userinfobot tells you your ID.",
      wide: true,
      input: { ...text, required: true, placeholder: "-1001234567890" },
      rule: z
        .string()
        .trim()
        .regex(/^(-?\d{1,20}|@\w{4,32})$/, "A chat ID is a number, such as -1001234567890"),
    },
    server: {
      kind: "line",
      label: "Bot API server",
      optional: true,
      wide: true,
      input: { ...url, placeholder: TELEGRAM_SERVER },
      rule: server(TELEGRAM_SERVER),
    },
    ...eventsField,
  },
  discord: {
    url: {
      kind: "line",
      label: "Webhook URL",
      hint: "In Discord: the channel's settings, Integrations, Webhooks, Copy webhook URL.",
      wide: true,
      // Anyone with the URL can write to the channel.
      input: { ...secret, required: true },
      rule: targetUrl,
    },
    ...eventsField,
  },
  ntfy: {
    server: {
      kind: "line",
      label: "Server",
      optional: true,
      wide: true,
      input: { ...url, placeholder: NTFY_SERVER },
      rule: server(NTFY_SERVER),
    },
    topic: {
      kind: "line",
      label: "Topic",
      hint: "On ntfy.sh everyone who knows the topic can read it: choose one that is hard to guess.",
      wide: true,
      input: { ...text, required: true },
      rule: z
        .string()
        .trim()
        .regex(/^[-\w]{1,64}$/, "A topic has letters, digits, _ and - (at most 64)"),
    },
    token: {
      kind: "line",
      label: "Access token",
      optional: true,
      wide: true,
      input: secret,
      rule: secretLine("Access token"),
    },
    ...eventsField,
  },
  url: {
    url: {
      kind: "line",
      label: "URL",
      hint: "Gets a POST, signed as a webhook is.",
      wide: true,
      input: { ...url, required: true, placeholder: "https://example.com/notify" },
      rule: targetUrl,
    },
    template: {
      kind: "lines",
      label: "Body",
      hint: "{title}, {text} and {link} are replaced. If it is JSON, it is sent as JSON.",
      wide: true,
      rows: 3,
      input: { spellCheck: false },
      empty: DEFAULT_TEMPLATE,
      rule: z
        .string()
        .transform((given) => given.replaceAll("\r\n", "\n").trim() || DEFAULT_TEMPLATE)
        .pipe(
          z
            .string()
            .max(2000, "Body is too long (at most 2000 characters)")
            .regex(LINES, invalidCharacters("Body")),
        ),
    },
    ...eventsField,
  },
} as const satisfies Record<TargetKind, Fields>;

/** Reads the form of a target of this kind, in the browser and on the server. */
export function parseTargetForm(
  kind: TargetKind,
  form: FormData,
): Result<NewTarget, FieldErrors<string>> {
  switch (kind) {
    case "telegram":
      return withKind(readFields(targetFields.telegram, form), (rest) => ({ kind, ...rest }));
    case "discord":
      return withKind(readFields(targetFields.discord, form), (rest) => ({ kind, ...rest }));
    case "ntfy":
      return withKind(readFields(targetFields.ntfy, form), (rest) => ({ kind, ...rest }));
    case "url":
      return withKind(readFields(targetFields.url, form), (rest) => ({
        kind,
        ...rest,
        secret: "",
      }));
  }
}

function withKind<Values extends { events: NotificationEvent[] }>(
  read: Result<Values, FieldErrors<string>>,
  configOf: (values: Omit<Values, "events">) => NewTarget["config"],
): Result<NewTarget, FieldErrors<string>> {
  if (!read.ok) return read;
  const { events, ...rest } = read.value;
  return { ok: true, value: { config: configOf(rest), events } };
}
