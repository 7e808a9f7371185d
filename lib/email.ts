import { z } from "zod";
import { hasInvisible, VISIBLE } from "./text.ts";

/** The longest address that SMTP can carry (RFC 5321, section 4.5.3.1.3, with its erratum 1690). */
export const EMAIL_MAX = 254;

const INVALID = "Please enter a valid email address";

/** Returns the schema of an email field, which trims; `missing` is the message when it is empty. */
export function emailField(missing: string) {
  return (
    z
      .string()
      .trim()
      .min(1, missing)
      // Aborts the validation: on a very long text the pattern below would take minutes.
      .max(EMAIL_MAX, { error: INVALID, abort: true })
      .regex(
        /^[^\s@,;:<>"()[\]\\\p{Cc}\uFFFD]+@[^\s@,;:<>"()[\]\\\p{Cc}\uFFFD]+\.[^\s@,;:<>"()[\]\\\p{Cc}\uFFFD]+$/u,
        INVALID,
      )
      .regex(VISIBLE, hasInvisible("Email"))
  );
}

/** Returns an email as it is compared: lower case, without surrounding space. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}
