import { targetUrl } from "#lib/target-url.ts";
import { MESSAGE_MAX } from "../message-template.ts";
import { clockTime, emptyOr, hostNames, messageTemplate, ticked, wholeNumber } from "../rules.ts";
import type { FieldRecord } from "../setting.ts";

/** What customers and administrators are notified of, and the delivery adapter. */
export const messageRecords = {
  /** Mails to the customer when an order is placed, completed, rejected. */
  orderConfirmation: {
    group: "email",
    kind: "switch",
    default: true,
    rule: ticked,
    label: "Order confirmation",
    hint: "When an order is placed and when its payment changes",
  },
  orderCompleted: {
    group: "email",
    kind: "switch",
    default: true,
    rule: ticked,
    label: "Order completed",
    hint: "When the coins are in the account",
  },
  orderFailed: {
    group: "email",
    kind: "switch",
    default: true,
    rule: ticked,
    label: "Order failed",
    hint: "When an order is rejected, or money is sent back",
  },
  /** Whether newsletters may be sent at all. */
  marketingEmails: {
    group: "email",
    kind: "switch",
    default: false,
    rule: ticked,
    label: "Marketing emails",
    hint: "News about packages and prices, to subscribers only. While this is off, no newsletter can be sent.",
  },
  /** The maximum number of newsletter mails per minute. */
  newslettersPerMinute: {
    group: "email",
    kind: "line",
    default: 100,
    rule: wholeNumber("Emails per minute", 1, 6000),
    label: "Newsletter emails per minute",
    hint: "At most. Emails about orders always go first; your provider may have its own limit.",
    input: { inputMode: "numeric" },
    lineAbove: true,
  },

  /** Mails to every administrator. */
  newOrders: {
    group: "notification",
    kind: "switch",
    default: true,
    rule: ticked,
    label: "New orders",
    hint: "Each time an order is placed",
  },
  paymentConfirmations: {
    group: "notification",
    kind: "switch",
    default: true,
    rule: ticked,
    label: "Payment confirmations",
    hint: "When a payment is confirmed, and when it is too small, too large, too late or reversed",
  },
  buyerMessages: {
    group: "notification",
    kind: "switch",
    default: true,
    rule: ticked,
    label: "Messages from buyers",
    hint: "When a buyer writes on the page of an order, or withdraws from it. Until you have read a message, one email a day",
  },
  systemAlerts: {
    group: "notification",
    kind: "switch",
    default: true,
    rule: ticked,
    label: "System alerts",
    hint: "When prices, the Bitcoin network or background jobs keep failing, backups are missing, the disk is almost full, or the delivery adapter delivered a rejected order",
  },
  /** The daily summary of the day before. */
  dailySummary: {
    group: "notification",
    kind: "switch",
    default: false,
    rule: ticked,
    label: "Daily summary",
    hint: "Each morning at 7 in the shop's time zone: yesterday's figures and what is waiting",
  },
  /** Whether the open back office shows browser notifications. */
  desktopNotifications: {
    group: "notification",
    kind: "own",
    default: false,
    rule: ticked,
    label: "Desktop notifications",
    hint: "New orders, payments and messages, while the back office is open.",
  },
  /** When a buyer's unanswered message notifies the targets under Send to. */
  questionMinutes: {
    group: "notification",
    kind: "line",
    default: 60,
    rule: wholeNumber("Minutes", 1, 10_080),
    label: "Question unanswered after (minutes)",
    hint: "Then it goes to the places under Send to.",
    input: { inputMode: "numeric" },
    lineAbove: true,
    wide: true,
  },
  /** Hosts of push services beside those of the well-known browsers, which devices may name. */
  pushServices: {
    group: "notification",
    kind: "line",
    default: "",
    rule: hostNames("Push services"),
    label: "Other push services",
    hint: "Devices are notified by the services of Google, Mozilla, Apple and Microsoft. For another browser name the host of its service; more than one with commas.",
    optional: true,
    mono: true,
    wide: true,
  },
  /** What goes to the targets under Send to in these hours waits, and comes as one message at their end. */
  quietHours: {
    group: "notification",
    kind: "switch",
    default: false,
    rule: ticked,
    label: "Quiet hours",
    hint: "What would go to the places under Send to waits, and comes as one message at their end. Emails are not held back.",
  },
  quietFrom: {
    group: "notification",
    kind: "line",
    default: "22:00",
    rule: clockTime("Quiet from"),
    label: "Quiet from",
    hint: "In the shop's time zone",
    input: { type: "time" },
  },
  quietTo: {
    group: "notification",
    kind: "line",
    default: "07:00",
    rule: clockTime("Quiet until"),
    label: "Quiet until",
    input: { type: "time" },
  },

  /** What "Ask" under Deliver sends, and the answers that the panel of an order offers. */
  readyQuestion: {
    group: "message",
    kind: "lines",
    rows: 3,
    default:
      "We cannot find the TikTok account @{username} of your order {order}. Is the username right? You can correct it on this page, or answer here.",
    rule: messageTemplate("Question", 10, MESSAGE_MAX),
    label: "Question",
    hint: "What Ask under Deliver suggests. You can change it each time before it is sent.",
    wide: true,
  },
  readyAnswers: {
    group: "message",
    kind: "lines",
    rows: 8,
    default: `The coins for @{username} are on their way. You get an email once they are in the account.

Please restart the TikTok app: the coins of order {order} are in the account of @{username}.

Thank you. We are looking into it and will write again here.`,
    rule: messageTemplate("Ready answers", 100, 5 * MESSAGE_MAX),
    label: "Ready answers",
    hint: "One click away in the panel of an order. Leave an empty line between two answers.",
    optional: true,
    wide: true,
  },

  /** Whether the program at this URL delivers orders, and for how long it is tried for each. */
  deliveryEnabled: {
    group: "delivery",
    kind: "switch",
    default: false,
    rule: ticked,
    label: "Deliver automatically",
    hint: "The adapter gets every paid order under Deliver, also those that wait now. At checkout it validates the username.",
  },
  deliveryUrl: {
    group: "delivery",
    kind: "line",
    default: "",
    rule: emptyOr(targetUrl),
    label: "Adapter URL",
    input: {
      type: "url",
      inputMode: "url",
      autoComplete: "off",
      placeholder: "https://example.com/deliver",
    },
    wide: true,
    lineAbove: true,
  },
  deliveryMinutes: {
    group: "delivery",
    kind: "line",
    default: 60,
    rule: wholeNumber("Minutes", 1, 10_080),
    label: "Give up after (minutes)",
    hint: "Then the order waits for you under Deliver, with the reason.",
    input: { inputMode: "numeric" },
  },
} satisfies Record<string, FieldRecord>;
