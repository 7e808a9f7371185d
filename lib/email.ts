/** Returns an email as it is compared: lower case, without surrounding space. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}
