/** The longest text that is read as a code, with what surrounds it. */
export const CODE_TYPED_MAX = 100;

/** Dashes of all kinds, and the signs that stand for one: minus, hyphen bullet, katakana prolonged sound mark. */
const DASHES = /[\p{Pd}\u2212\u2043\u30FC]/gu;
const QUOTES = /["'`´\p{Pi}\p{Pf}\u201A\u201E]/gu;
/** Spaces, line breaks, and what shows nothing, such as a zero-width joiner. */
const INVISIBLE = /[\s\p{Z}\p{Cc}\p{Cf}]/gu;

/**
 * Reads a code as people and keyboards write it, in upper and lower case as it is: full-width letters and the digits of
 * every script are those of ASCII, every dash is a hyphen; quotes, spaces, accents and what is invisible are left out.
 * Compatibility forms and marks by Unicode normalization form KD (UAX #15).
 */
export function readCode(text: string): string {
  return text
    .slice(0, CODE_TYPED_MAX)
    .normalize("NFKD")
    .replaceAll(DASHES, "-")
    .replaceAll(/[\p{M}]/gu, "")
    .replaceAll(QUOTES, "")
    .replaceAll(INVISIBLE, "")
    .replaceAll(/\p{Nd}/gu, asciiDigit);
}

/** As `readCode`, in capitals as English has them: a Turkish keyboard gives `İ` for the `I` of a code, and `ı` for its `i`. */
export function readCapitals(text: string): string {
  return readCode(text).toUpperCase();
}

/** The digits of a script are ten characters in a row, from zero on (Unicode Standard, 4.6). */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let below = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - below - 1))) below += 1;
  return String(below % 10);
}
