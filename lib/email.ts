import { z } from "zod";

const INVALID = "Please enter a valid email address";

/** An email field: trimmed, with `missing` as the message when it is empty. */
export function emailField(missing: string) {
  return (
    z
      .string()
      .trim()
      .min(1, missing)
      // Ends the check: on a very long text the pattern below would take minutes.
      .max(254, { error: INVALID, abort: true })
      .regex(
        /^[^\s@,;:<>"()[\]\\\p{Cc}\uFFFD]+@[^\s@,;:<>"()[\]\\\p{Cc}\uFFFD]+\.[^\s@,;:<>"()[\]\\\p{Cc}\uFFFD]+$/u,
        INVALID,
      )
  );
}

/** Emails are compared without regard to case or surrounding space. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}
