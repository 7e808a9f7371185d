import { formatBtc, formatMoney } from "#lib/money.ts";
import { isUuid } from "#lib/text.ts";
import type { AuditEntry } from "./audit.ts";

/** An entry as a sentence, with its subject apart so that it can be a link. */
export interface AuditWords {
  before: string;
  subject: string;
  after: string;
}

/** A detail of an entry: a changed field, or with `before` null a single value. */
export interface AuditChange {
  label: string;
  before: string | null;
  after: string;
}

type Entry = Pick<AuditEntry, "action" | "subject" | "subjectId" | "data">;

/** Describes an entry, such as "set order 7KQ2M9X from pending to completed". */
export function auditWords(entry: Entry): AuditWords {
  const { data } = entry;
  const subject = entry.subjectId ?? "";
  const words = (before: string, after = "") => ({ before, subject, after });
  const fromTo = `from ${text(data.from)} to ${text(data.to)}`;
  switch (entry.action) {
    case "order.status":
      return words("set order", fromTo);
    case "order.note":
      return words(data.to ? "changed the note of order" : "removed the note of order");
    case "order.deleted":
      return words("deleted order");
    case "order.purged":
      return words("removed for good the deleted order");
    case "order.delivered-again":
      return words("had the delivery adapter try again order");
    case "order.delivered-late":
      return words(
        "delivered order",
        `after it was ${data.state === "pending" ? "set to pending" : text(data.state)}`,
      );
    case "order.exported":
      return words("exported orders");
    case "order.refund-address":
      return words("changed the refund address of order");
    case "order.recipient":
      return words("corrected the recipient of order");
    case "order.withdrawal-accepted":
    case "order.withdrawal-declined":
      return words(`${entry.action.slice("order.withdrawal-".length)} the withdrawal from order`);
    case "order.stopped":
      return words("stopped by the link of a mail what was done on order");
    case "order.email":
      return words("corrected the email address of order");
    case "order.message":
      return words("wrote to the buyer of order");
    case "order.gift-code":
      return words("sent a new gift code for order", `to ${text(data.to)}`);
    case "order.message-done":
      return words("closed what was asked about order");
    case "payment.accepted":
      return words(`accepted the payment ${of(entry)}`.trim());
    case "payment.asked":
      return words(`asked for the rest ${of(entry)}`);
    case "payment.refunded":
      return words(`noted a refund ${of(entry) || "of payment"}`);
    case "payment.recorded":
      return words(`recorded a payment ${of(entry)}`.trim());
    case "payment.attached":
      return words(`gave money to ${entry.subject}`);
    case "payment.undone":
      return words(`took back a decision on ${entry.subject}`);
    case "bank.imported":
      return words("imported the bank statement");
    case "bank.ignored":
      return words("set aside the line", "of a bank statement");
    case "bank.taken-back":
      return words("took back the line", "of a bank statement, which was set aside");
    case "package.created":
      return words("created package");
    case "package.updated":
      return words("changed package");
    case "package.moved":
      return words("moved package", fromTo);
    case "package.deleted":
      return words("deleted package");
    case "promotion.created":
      return words("created coupon");
    case "promotion.updated":
      return words("changed coupon");
    case "promotion.ended":
      return words("ended coupon");
    case "promotion.resumed":
      return words("resumed coupon");
    case "customer.role":
      if (data.to === "customer") return words("made", "a customer again");
      return data.to === "admin"
        ? words("made", "an owner")
        : words("gave", `the role ${text(data.to)}`);
    case "customer.signed-out":
      return words("signed", "out everywhere");
    case "customer.blocked":
    case "customer.unblocked":
      return words(entry.action.slice("customer.".length));
    case "customer.two-factor-asked":
      return words("asked to turn off the second factor of");
    case "customer.two-factor-kept":
      return words("kept the second factor of", `by ${text(data.by)}`);
    case "customer.two-factor-off":
      return words("turned off the second factor of");
    case "customer.unlocked":
      return words("removed the second factor of");
    case "customer.exported":
      return words("exported customers");
    case "customer.credit":
      return words(
        typeof data.cents === "number" && data.cents < 0 ? "took credit from" : "gave credit to",
      );
    case "team.invited":
      return words("invited", "to the team");
    case "team.invited-again":
      return words("invited again", "to the team");
    case "team.invitation-revoked":
      return words("revoked the invitation of");
    case "team.joined":
      return words("joined the team as");
    case "gift-code.issued":
      return words("issued gift codes");
    case "gift-code.withdrawn":
      return words("withdrew the gift codes left of");
    case "newsletter.created":
      return words("wrote newsletter");
    case "newsletter.updated":
      return words("changed newsletter");
    case "newsletter.deleted":
      return words("deleted the draft of newsletter");
    case "newsletter.tested":
      return words("sent themself a test of newsletter");
    case "newsletter.started":
      return words("started to send newsletter");
    case "newsletter.stopped":
      return words("stopped newsletter");
    case "newsletter.continued":
      return words("went on sending newsletter");
    case "newsletter.subscriber-removed":
      return words("removed", "from the subscribers");
    case "newsletter.exported":
      return words("exported subscribers");
    case "settings.updated":
      return words("changed settings");
    case "settings.secret-rolled":
      return words("rolled the secret of settings");
    case "report.exported":
      return words(`exported orders ${fromTo}`);
    case "mail.tested":
      return words("sent a test email to");
    case "mail.resent":
      return words("sent again the email");
    case "mail.retried":
      return words("had undelivered mail sent again:");
    case "mail.discarded":
      return words("discarded undelivered mail:");
    case "webhook.created":
      return words("added webhook");
    case "webhook.updated":
      return words("changed webhook");
    case "webhook.secret-rolled":
      return words("rolled the secret of webhook");
    case "webhook.deleted":
      return words("deleted webhook");
    case "webhook.tested":
      return words("sent a test event to webhook");
    case "webhook.delivered-again":
      return words("had something delivered again to webhook");
    case "notification.created":
      return words(`added ${text(data.kind)} under Send to, number`);
    case "notification.deleted":
      return words(`removed ${text(data.kind)} under Send to, number`);
    case "notification.tested":
      return words(`sent a test to ${text(data.kind)} under Send to, number`);
    case "api-key.created":
      return words("made API key");
    case "api-key.revoked":
      return words("revoked API key");
    case "shop.restored":
      return words("was restored from a backup");
    default:
      // An action written by a later version of the shop.
      return words(entry.action);
  }
}

/** Names the kind of payment: of an order, of a checkout without order, or neither. */
function of({ subject, subjectId }: Entry): string {
  if (subject === "order") return "of order";
  return isUuid(subjectId ?? "") ? "of checkout" : "";
}

/** How many characters of a text are shown. */
const SHOWN = 1000;

/** Lists the changed fields of an entry and its other data. */
export function auditChanges({ action, data }: Pick<Entry, "action" | "data">): AuditChange[] {
  const { before, after, from, to, currency, ...rest } = data;
  const was = isRecord(before) ? before : {};
  const is = isRecord(after) ? after : {};
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]),
  );
  return [
    ...(action === "order.note" ? [{ label: "Note", before: text(from), after: text(to) }] : []),
    ...(action === "order.refund-address"
      ? [{ label: "Refund address", before: text(from), after: text(to) }]
      : []),
    ...changed.map((key) => ({
      label: labelOf(key),
      before: text(was[key], key),
      after: text(is[key], key),
    })),
    ...Object.entries(rest).map(([key, value]) => ({
      label: labelOf(key),
      before: null,
      after: text(value, key, typeof currency === "string" ? currency : undefined),
    })),
  ];
}

/** Returns the label of a field: "priceCents" → "Price". */
function labelOf(key: string): string {
  if (key === "cents") return "Amount";
  const words = key
    .replace(/(Cents|Sats)$/, "")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function text(value: unknown, key = "", currency = "USD"): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "string") return value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value;
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number" && /cents$/i.test(key)) return formatMoney(value, currency);
  if (typeof value === "number" && /sats$/i.test(key)) return `${formatBtc(value)} BTC`;
  if (Array.isArray(value)) return value.map((item) => text(item)).join(", ");
  return JSON.stringify(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
