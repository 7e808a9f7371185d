import { z } from "zod";

const INVALID = "Please enter a valid email address";

/** Returns the schema of an email field, which trims; `missing` is the message when it is empty. */
export function emailField(missing: string) {
  return (
    z
      .string()
      .trim()
      .min(1, missing)
      // Aborts the validation: on a very long text the pattern below would take minutes.
      .max(254, { error: INVALID, abort: true })
      .regex(
        /^[^\s@,;:<>"()[\]\\\p{Cc}\uFFFD]+@[^\s@,;:<>"()[\]\\\p{Cc}\uFFFD]+\.[^\s@,;:<>"()[\]\\\p{Cc}\uFFFD]+$/u,
        INVALID,
      )
  );
}

/** Returns an email as it is compared: lower case, without surrounding space. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}
