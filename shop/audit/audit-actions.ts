import { formatBtc, formatMoney } from "#lib/money.ts";
import { isUuid } from "#lib/text.ts";

/** What the sentence of an entry can name. */
interface Told {
  subject: string;
  subjectId: string | null;
  data: Record<string, unknown>;
}

/** What stands before the subject, or before and after it. */
type Words = string | readonly [before: string, after: string];

const fromTo = ({ data }: Told) => `from ${valueText(data.from)} to ${valueText(data.to)}`;

/** Names the kind of payment: of an order, of a checkout without order, or neither. */
function of({ subject, subjectId }: Told): string {
  if (subject === "order") return "of order";
  return isUuid(subjectId ?? "") ? "of checkout" : "";
}

/** The actions of the audit log, each with its words. The first word of an action is its subject. */
const auditActions = {
  "order.status": (told: Told) => ["set order", fromTo(told)],
  "order.note": ({ data }: Told) =>
    data.to ? "changed the note of order" : "removed the note of order",
  "order.deleted": "deleted order",
  "order.purged": "removed for good the deleted order",
  "order.delivered-again": "had the delivery adapter try again order",
  "order.delivered-late": ({ data }: Told) => [
    "delivered order",
    `after it was ${data.state === "pending" ? "set to pending" : valueText(data.state)}`,
  ],
  "order.exported": "exported orders",
  "order.refund-address": "changed the refund address of order",
  "order.recipient": "corrected the recipient of order",
  "order.email": "corrected the email address of order",
  "order.withdrawal-accepted": "accepted the withdrawal from order",
  "order.withdrawal-declined": "declined the withdrawal from order",
  "order.stopped": "stopped by the link of a mail what was done on order",
  "order.message": "wrote to the buyer of order",
  "order.message-done": "ended the wait for an answer about order",
  "order.gift-code": ({ data }: Told) => [
    "sent a new gift code for order",
    `to ${valueText(data.to)}`,
  ],
  "payment.accepted": (told: Told) => `accepted the payment ${of(told)}`.trim(),
  "payment.asked": (told: Told) => `asked for the rest ${of(told)}`,
  "payment.refunded": (told: Told) => `noted a refund ${of(told) || "of payment"}`,
  "payment.recorded": (told: Told) => `recorded a payment ${of(told)}`.trim(),
  "payment.attached": ({ subject }: Told) => `gave money to ${subject}`,
  "payment.undone": ({ subject }: Told) => `took back a decision on ${subject}`,
  "bank.imported": "imported the bank statement",
  "bank.ignored": ["set aside the line", "of a bank statement"],
  "bank.taken-back": ["took back the line", "of a bank statement, which was set aside"],
  "package.created": "created package",
  "package.updated": "changed package",
  "package.moved": (told: Told) => ["moved package", fromTo(told)],
  "package.deleted": "deleted package",
  "promotion.created": "created coupon",
  "promotion.updated": "changed coupon",
  "promotion.ended": "ended coupon",
  "promotion.resumed": "resumed coupon",
  "customer.role": ({ data }: Told) => {
    if (data.to === "customer") return ["made", "a customer again"];
    if (data.to === "admin") return ["made", "an owner"];
    return ["gave", `the role ${valueText(data.to)}`];
  },
  "customer.signed-out": ["signed", "out everywhere"],
  "customer.blocked": "blocked",
  "customer.unblocked": "unblocked",
  "customer.two-factor-asked": "asked to turn off the second factor of",
  "customer.two-factor-kept": ({ data }: Told) => [
    "kept the second factor of",
    `by ${valueText(data.by)}`,
  ],
  "customer.two-factor-off": "turned off the second factor of",
  "customer.unlocked": "removed the second factor of",
  "customer.exported": "exported customers",
  "customer.credit": ({ data }: Told) =>
    typeof data.cents === "number" && data.cents < 0 ? "took credit from" : "gave credit to",
  "team.invited": ["invited", "to the team"],
  "team.invited-again": ["invited again", "to the team"],
  "team.invitation-revoked": "revoked the invitation of",
  "team.joined": "joined the team as",
  "gift-code.issued": "issued gift codes",
  "gift-code.withdrawn": "withdrew the gift codes left of",
  "newsletter.created": "wrote newsletter",
  "newsletter.updated": "changed newsletter",
  "newsletter.deleted": "deleted the draft of newsletter",
  "newsletter.tested": "sent themself a test of newsletter",
  "newsletter.started": "started to send newsletter",
  "newsletter.stopped": "stopped newsletter",
  "newsletter.continued": "went on sending newsletter",
  "newsletter.subscriber-removed": ["removed", "from the subscribers"],
  "newsletter.exported": "exported subscribers",
  "settings.updated": "changed settings",
  "settings.secret-rolled": "rolled the secret of settings",
  "report.exported": (told: Told) => `exported orders ${fromTo(told)}`,
  "mail.tested": "sent a test email to",
  "mail.resent": "sent again the email",
  "mail.retried": "had undelivered mail sent again:",
  "mail.discarded": "discarded undelivered mail:",
  "webhook.created": "added webhook",
  "webhook.updated": "changed webhook",
  "webhook.secret-rolled": "rolled the secret of webhook",
  "webhook.deleted": "deleted webhook",
  "webhook.tested": "sent a test event to webhook",
  "webhook.delivered-again": "had something delivered again to webhook",
  "notification.created": ({ data }: Told) => `added ${valueText(data.kind)} under Send to, number`,
  "notification.deleted": ({ data }: Told) =>
    `removed ${valueText(data.kind)} under Send to, number`,
  "notification.tested": ({ data }: Told) =>
    `sent a test to ${valueText(data.kind)} under Send to, number`,
  "api-key.created": "made API key",
  "api-key.revoked": "revoked API key",
  "shop.restored": "was restored from a backup",
} as const satisfies Record<string, Words | ((told: Told) => Words)>;

export type AuditAction = keyof typeof auditActions;

export const auditActionNames = Object.keys(auditActions) as AuditAction[];

/** Returns the words of an action before and after its subject; its name for one of a later version of the shop. */
export function wordsOf(action: string, told: Told): readonly [before: string, after: string] {
  const known: Record<string, Words | ((told: Told) => Words)> = auditActions;
  const found = known[action] ?? action;
  const words = typeof found === "function" ? found(told) : found;
  return typeof words === "string" ? [words, ""] : words;
}

/** How many characters of a text are shown. */
const SHOWN = 1000;

/** Shows a value of an entry's data; amounts by the name of their field. */
export function valueText(value: unknown, key = "", currency = "USD"): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "string") return value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value;
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number" && /cents$/i.test(key)) return formatMoney(value, currency);
  if (typeof value === "number" && /sats$/i.test(key)) return `${formatBtc(value)} BTC`;
  if (Array.isArray(value)) return value.map((item) => valueText(item)).join(", ");
  return JSON.stringify(value);
}
