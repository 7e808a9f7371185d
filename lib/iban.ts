/** Returns an IBAN as it is compared and stored: capitals, without spaces. */
export function normalizeIban(text: string): string {
  return text.replaceAll(/\s/g, "").toUpperCase();
}

/** Formats an IBAN in groups of four: `GB82WEST12345698765432` → `GB82 WEST 1234 5698 7654 32`. */
export function formatIban(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, "$1 ");
}

/**
 * Returns whether a normalized IBAN has valid check digits (ISO 13616-1): with its first four characters moved to the
 * end and its letters as numbers from 10, its remainder modulo 97 is 1.
 */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}
