import { z } from "zod";
import { LINES, invalidCharacters } from "#lib/text.ts";
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

/** An internal note. Browsers submit line breaks as CR LF, but count them as one character. */
export const noteField = z.string().transform((text) => text.replaceAll("\r\n", "\n").trim());

/** Returns why a note cannot be saved; null if it can. */
export function noteProblem(note: string): string | null {
  if (note.length > NOTE_MAX) return `The note is too long (at most ${NOTE_MAX} characters)`;
  return LINES.test(note) ? null : invalidCharacters("The note");
}
