/** An IBAN as it is compared and stored: capitals, without spaces. */
export function normalizeIban(text: string): string {
  return text.replaceAll(/\s/g, "").toUpperCase();
}

/** `GB82WEST12345698765432` → `GB82 WEST 1234 5698 7654 32`, as it is written for people. */
export function formatIban(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, "$1 ");
}

/**
 * True for a normalized IBAN whose check digits are right (ISO 13616-1): with its first four characters at
 * the end and letters as numbers from 10, it leaves 1 when divided by 97.
 */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}
