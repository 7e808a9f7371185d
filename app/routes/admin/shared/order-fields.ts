import { z } from "zod";
import type { Fields } from "#lib/fields.ts";
import { LINES, invalidCharacters } from "#lib/text.ts";
import { giftEmailField } from "#shop/checkouts/buyer.ts";
import { readMessage } from "#shop/orders/message.ts";
import { NOTE_MAX, STATUS_REASON_MAX } from "#shop/orders/order.ts";

/** The reason of a rejection: one line, shortened to `STATUS_REASON_MAX`. */
export const reasonField = z
  .string()
  .transform((text) =>
    text
      .replaceAll(/[\p{Cc}\uFFFD]+/gu, " ")
      .trim()
      .slice(0, STATUS_REASON_MAX),
  )
  .optional();

/** Browsers submit line breaks as CR LF, but count them as one character. */
const noteRule = z
  .string()
  .transform((text) => text.replaceAll("\r\n", "\n").trim())
  .pipe(
    z
      .string()
      .max(NOTE_MAX, `The note is too long (at most ${NOTE_MAX} characters)`)
      .regex(LINES, invalidCharacters("The note")),
  );

/** The internal note of an order. */
export const noteFields = {
  note: { kind: "lines", label: "Internal note", rows: 3, rule: noteRule },
} as const satisfies Fields;

/** A message to the buyer. */
export const messageRule = z.string().transform((typed, context) => {
  const read = readMessage(typed);
  if (read.ok) return read.value;
  context.addIssue(read.error);
  return z.NEVER;
});

/** A message to the buyer of an order. */
export const messageFields = {
  text: { kind: "lines", label: "Message to the buyer", rows: 4, rule: messageRule },
} as const satisfies Fields;

/** The address that a new gift code is sent to. */
export const giftCodeFields = {
  email: {
    kind: "line",
    label: "Send a new code to",
    hint: "The code sent before stops to work.",
    input: { type: "email", required: true },
    rule: giftEmailField,
  },
} as const satisfies Fields;
