/** The decimal separator. */
export type DecimalSign = "." | ",";

const NEGATIVE_WORDS = /\s*(dr|dbit|debit|soll|s)\.?$/i;
const POSITIVE_WORDS = /\s*(cr|crdt|credit|haben|h)\.?$/i;
const CURRENCY = /^(?:[A-Z]{3}\b|\p{Sc})|(?:\b[A-Z]{3}|\p{Sc})$/gu;
/** The most digits before the separator; their cents stay below `Number.MAX_SAFE_INTEGER`. */
const WHOLE_MAX = 12;

/**
 * Parses an amount as banks write it (`1.234,56-`, `(1,234.56)`, `+1'234.56 CHF`, `12,5 DR`) into hundredths, without
 * floating point. Returns null for anything else, also for more than two decimals or misplaced thousands separators.
 */
export function parseAmount(given: string, decimal: DecimalSign): number | null {
  let text = given.trim().replaceAll(/[\u2212\u2013]/g, "-");
  let negative = false;
  if (NEGATIVE_WORDS.test(text)) {
    negative = true;
    text = text.replace(NEGATIVE_WORDS, "");
  } else text = text.replace(POSITIVE_WORDS, "");
  text = text.replaceAll(CURRENCY, "").trim();
  const bracketed = /^\((.*)\)$/.exec(text);
  if (bracketed) text = bracketed[1] ?? "";
  const signed = /^([+-]?)(.*?)([+-]?)$/.exec(text);
  if (!signed || (signed[1] && signed[3])) return null;
  const sign = signed[1] || signed[3] || (bracketed ? "-" : "");
  const digits = (signed[2] ?? "").trim().replaceAll(CURRENCY, "").trim();
  const [whole = "", fraction = "", ...more] = digits.split(decimal);
  if (more.length > 0 || !/^\d*$/.test(fraction) || /[1-9]/.test(fraction.slice(2))) return null;
  const plain = withoutThousands(whole, decimal === "." ? "," : ".");
  if (plain === null || plain.length > WHOLE_MAX) return null;
  const cents = Number(plain) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
  return cents !== 0 && (sign === "-") !== negative ? -cents : cents;
}

/** Returns the decimal separator of a column of amounts; null when they fit neither or both. */
export function detectDecimal(amounts: readonly string[]): DecimalSign | null {
  const ends = (sign: string) =>
    amounts.some((text) => new RegExp(`\\${sign}\\d{1,2}\\D*$`).test(text.trim()));
  const [comma, point] = [ends(","), ends(".")];
  if (comma !== point) return comma ? "," : ".";
  // Whole amounts read the same with either separator.
  const whole = amounts.length > 0 && !amounts.some((text) => /[.,]/.test(text));
  return whole ? "." : null;
}

/** Removes thousands separators; null when one is misplaced. */
function withoutThousands(whole: string, separator: string): string | null {
  if (/^\d+$/.test(whole)) return whole;
  const grouped = new RegExp(`^\\d{1,3}(?:[\\${separator}'’\\s]\\d{3})+$`);
  return grouped.test(whole) ? whole.replaceAll(/\D/g, "") : null;
}
