import { err, ok, type Result } from "#lib/result.ts";
import { LINES, toOneLine } from "#lib/text.ts";
import { addMs, DAY_MS, MINUTE_MS } from "#lib/time.ts";
import { t } from "#messages/translate.ts";
import { MESSAGE_MAX } from "../settings/message-template.ts";
import type { OrderStatus } from "./order.ts";

/** The two sides of the conversation on an order: its buyer, and the administrators. */
export type Side = "buyer" | "shop";

/** How long a buyer can write after the order ended, or after the shop's last message. */
const OPEN_DAYS = 60;

/** While its messages are read at once, a side is mailed about them this often at most. */
const MAIL_PAUSE_MS = 15 * MINUTE_MS;
/** A side that does not read its messages is mailed again about a new one after this long. */
const MAIL_AGAIN_MS = DAY_MS;

/** A message as both sides see it. */
export interface Message {
  id: number;
  side: Side;
  /** The email of the administrator who wrote it; null for the buyer, and where the reader may not know. */
  writtenBy: string | null;
  text: string;
  at: Date;
}

/**
 * Reads a text that is to be sent; an error says what is wrong. Browsers submit line breaks as CR LF, but count them as
 * one character. Not a schema, since buyers' pages load none.
 */
export function readMessage(typed: string): Result<string, string> {
  const text = typed
    .replaceAll("\r\n", "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  // Of nothing but invisible characters, nothing is left here.
  if (toOneLine(text, 1) === "") return err(t("order.messageMissing"));
  if (text.length > MESSAGE_MAX) return err(t("order.messageTooLong", { max: MESSAGE_MAX }));
  return LINES.test(text) && text.isWellFormed() ? ok(text) : err(t("order.messageInvalid"));
}

/**
 * Returns when a side is mailed about a new message; null when the mail about an earlier one is enough. `earlier` are the
 * messages before it from the same writer.
 */
export function mailTime(
  earlier: readonly { readAt: Date | null; mailAt: Date | null }[],
  now: Date,
): Date | null {
  const times = earlier.flatMap(({ mailAt }) => mailAt?.getTime() ?? []);
  const isUnread = earlier.some(({ readAt }) => readAt === null);
  if (times.length === 0) return isUnread ? null : now;
  const last = new Date(Math.max(...times));
  const next = addMs(last, isUnread ? MAIL_AGAIN_MS : MAIL_PAUSE_MS);
  if (isUnread && next > now) return null;
  return next > now ? next : now;
}

/** Whether a buyer can still write: until `OPEN_DAYS` after the order ended, or the shop last wrote. */
export function isOpenToBuyer(
  order: { status: OrderStatus; endedAt: Date },
  lastFromShop: Date | null,
  now: Date,
): boolean {
  if (order.status === "pending" || order.status === "processing") return true;
  const since = Math.max(order.endedAt.getTime(), lastFromShop?.getTime() ?? 0);
  return now < addMs(new Date(since), OPEN_DAYS * DAY_MS);
}
