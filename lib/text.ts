/**
 * Text of one line: no control characters and no U+FFFD, which stands for undecodable bytes, and with which `readForm`
 * replaces NUL, since PostgreSQL cannot store it.
 */
export const ONE_LINE = /^[^\p{Cc}\uFFFD]*$/u;

/** Text of several lines. */
export const LINES = /^(?:[^\p{Cc}\uFFFD]|[\n\t])*$/u;

/** Returns the error message of a field whose text has such characters. */
export function invalidCharacters(label: string): string {
  return `${label} contains characters that cannot be used`;
}

/** Returns whether a text is a UUID; PostgreSQL rejects a query that compares one with anything else. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
