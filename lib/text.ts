/**
 * Text of one line: no control characters and no U+FFFD, which stands for undecodable bytes, and with which `readForm`
 * replaces NUL, since PostgreSQL cannot store it.
 */
export const ONE_LINE = /^[^\p{Cc}\uFFFD]*$/u;

/** Text of several lines. */
export const LINES = /^(?:[^\p{Cc}\uFFFD]|[\n\t])*$/u;

/**
 * Characters that show nothing but change what is read: zero-width characters, and those that set the direction of
 * text, with which `gpj.exe` can look like `exe.jpg` (https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing).
 */
export const invisibleCharacters =
  "\u00AD\u061C\u180E\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\uFEFF";

/**
 * Letters and marks of scripts in which a joiner between two of them changes the shape of a word, as in Persian or Sinhala
 * (RFC 5892, appendix A.1 and A.2, without its tables of joining types).
 */
const JOINED = `[${[
  "Arabic",
  "Syriac",
  "Mongolian",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Khmer",
  "Myanmar",
  "Tibetan",
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join("")}]`;
const JOINER = `(?<=${JOINED})[\\u200C\\u200D](?=${JOINED})`;

const INVISIBLE = new RegExp(`(?!${JOINER})[${invisibleCharacters}]`, "gu");

/** Matches text without invisible characters: usernames and email addresses. */
export const VISIBLE = new RegExp(`^[^${invisibleCharacters}]*$`, "u");

/** Matches names without invisible characters; joiners are no such where a script needs them. */
export const VISIBLE_NAME = new RegExp(`^(?:[^${invisibleCharacters}]|${JOINER})*$`, "u");

/** Replaces invisible characters with U+FFFD, so that texts that look alike differ in a file, too. */
export function showInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, "\uFFFD");
}

/** Replaces characters that set the direction of text with U+FFFD, where others read what a customer wrote. */
export function showDirectionControls(text: string): string {
  return text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, "\uFFFD");
}

/**
 * Returns a text from outside as one line of at most `max` characters, without characters that show nothing or that
 * PostgreSQL cannot store.
 */
export function toOneLine(text: string, max: number): string {
  const shown = text.toWellFormed().replaceAll(INVISIBLE, "");
  const line = shown.replaceAll(/[\p{Cc}\s\uFFFD]+/gu, " ").trim();
  return Array.from(line).slice(0, max).join("");
}

/** Returns the error message of a field of the back office or the API whose text has such characters. */
export function invalidCharacters(label: string): string {
  return `${label} contains characters that cannot be used`;
}

/** Returns whether a text is a UUID; PostgreSQL rejects a query that compares one with anything else. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

const units = ["bytes", "kB", "MB", "GB", "TB"];

/** Formats a number of bytes with at most one decimal: `1.2 MB`. */
export function bytesText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** step;
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.floor(value)} ${units[step]}`;
}
