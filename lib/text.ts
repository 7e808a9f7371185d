/**
 * Text of one line: no control characters, and nothing that could not be read (U+FFFD, which `readForm` also puts
 * in the place of NUL, since PostgreSQL cannot keep it).
 */
export const ONE_LINE = /^[^\p{Cc}\uFFFD]*$/u;

/** The same for text of several lines. */
export const LINES = /^(?:[^\p{Cc}\uFFFD]|[\n\t])*$/u;

/** What is said about text that is neither. */
export function unusable(label: string): string {
  return `${label} contains characters that cannot be used`;
}
