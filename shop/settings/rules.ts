import { z } from "zod";
import { ambiguousNumber, formatUsd, parsePrice, readDecimal } from "#lib/money.ts";
import { readHosts } from "#lib/target-url.ts";
import { LINES, ONE_LINE, invalidCharacters } from "#lib/text.ts";
import { unknownPlaceholder } from "./message-template.ts";
import { defaultLegalTexts, LEGAL_TEXT_MAX, type LegalSetting } from "./legal/legal.ts";

/** The rules of the settings' fields: each reads what was entered, or says what is wrong. */

const MAX_PRICE_CENTS = 100_000_000;

/** Reads a switch. Browsers do not send unticked checkboxes. */
export const ticked = z
  .string()
  .optional()
  .transform((text) => text === "on");

/** Reads a line of text. */
export function line(label: string, max: number) {
  return z
    .string()
    .trim()
    .max(max, `${label} is too long (at most ${max} characters)`)
    .regex(ONE_LINE, invalidCharacters(label));
}

/** Reads multi-line text. Browsers send line breaks as CR LF, but count them as one character. */
export function lines(label: string, maxLines: number, max: number) {
  return z
    .string()
    .transform((text) => text.replaceAll(/[^\S\r\n]*\r?\n/g, "\n").trim())
    .pipe(
      z
        .string()
        .max(max, `${label} is too long (at most ${max} characters)`)
        .refine((text) => text.split("\n").length <= maxLines, {
          message: `${label} can have at most ${maxLines} lines`,
        })
        .regex(LINES, invalidCharacters(label)),
    );
}

/** Reads ready messages, whose placeholders have to be known. */
export function messageTemplate(label: string, maxLines: number, max: number) {
  return lines(label, maxLines, max).check(({ value, issues }) => {
    const unknown = unknownPlaceholder(value);
    if (unknown === null) return;
    const message = `${label} can have {order} and {username}, but not ${unknown}`;
    issues.push({ code: "custom", input: value, message });
  });
}

/**
 * Reads the text of a legal page. The default text is stored as empty, so that later versions can change it; browsers,
 * which only check, do not have it.
 */
export function legalText(label: string, name: LegalSetting) {
  return z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(
      z
        .string()
        .max(LEGAL_TEXT_MAX, `${label} is too long (at most ${LEGAL_TEXT_MAX} characters)`)
        .regex(LINES, invalidCharacters(label)),
    )
    .transform((text) =>
      typeof document === "undefined" && text === defaultLegalTexts[name] ? "" : text,
    );
}

/** Reads host names with commas between them; none is allowed. */
export function hostNames(name: string) {
  return z
    .string()
    .trim()
    .max(1000, `${name} are too long`)
    .refine((text) => readHosts(text) !== null, `${name} are host names, such as push.example`);
}

/** Reads a field that may be left empty. */
export function emptyOr(field: z.core.$ZodType<string, string>) {
  return z
    .string()
    .trim()
    .transform((text, context) => {
      if (text === "") return text;
      const parsed = z.safeParse(field, text);
      if (parsed.success) return parsed.data;
      for (const { message } of parsed.error.issues) context.addIssue(message);
      return z.NEVER;
    });
}

export function wholeNumber(label: string, min: number, max: number) {
  const message = `${label} must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message));
}

/** Reads a percentage from 0 to `max` in this format. */
export function percent(format: RegExp, max: number, message: string) {
  return z
    .string()
    .transform((text) => {
      const number = readDecimal(text);
      return number.ok ? number.value : "";
    })
    .pipe(z.string().regex(format, message))
    .transform(Number)
    .pipe(z.number().max(max, message));
}

/** Reads an amount of dollars, in cents, of at least `min` and at most `max`. */
export function price(min: number, max = MAX_PRICE_CENTS) {
  return z.string().transform((text, context) => {
    const cents = parsePrice(text);
    if (cents.ok && cents.value >= min && cents.value <= max) return cents.value;
    context.addIssue(
      !cents.ok && cents.error === "ambiguous"
        ? ambiguousNumber(text)
        : `Please enter an amount from ${formatUsd(min)} to ${formatUsd(max)}, such as 100.00`,
    );
    return z.NEVER;
  });
}

/** Reads an IANA name. Rejects offsets such as `+01:00`, whose sign PostgreSQL inverts. */
export const timeZone = z.string().refine((name) => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}, "Please choose a time zone");

/** Reads a clock time of 24 hours, `22:00`. */
export function clockTime(label: string) {
  return z
    .string()
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, `${label} must be a time, such as 22:00`);
}

/** Reads the address of a transaction's page. */
export const explorerUrl = z
  .string()
  .trim()
  .max(300, "The address is too long (at most 300 characters)")
  .refine(
    (text) => text === "" || isExplorer(text),
    "The address must begin with https:// and contain {txid}",
  );

function isExplorer(text: string): boolean {
  const sample = text.replaceAll("{txid}", "0");
  return text.includes("{txid}") && text.startsWith("https://") && URL.canParse(sample);
}
