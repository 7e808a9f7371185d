/** The decimal separator. */
export type DecimalSign = "." | ",";

/** An amount in hundredths, and the currency's code or sign as it stands beside it; empty without one. */
export interface WrittenAmount {
  cents: number;
  currency: string;
}

/** A word behind the amount that says debit or credit. */
const DIRECTION = /(?<!\p{L})(?:(dr|dbit|debit|soll|s)|cr|crdt|credit|haben|h)\.?$/iu;
const MONEY = String.raw`(\p{L}{0,4}\p{Sc}|\p{L}{1,4}\.?)`;
const AMOUNT = new RegExp(
  String.raw`^(\()? ?([+-])? ?${MONEY}? ?([+-])? ?([\d.,'’ ]+?) ?([+-])? ?${MONEY}? ?([+-])? ?(\))?$`,
  "u",
);
/** The most digits before the separator; their cents stay below `Number.MAX_SAFE_INTEGER`. */
const WHOLE_MAX = 12;

/**
 * Parses an amount as banks write it (`1.234,56-`, `(1,234.56)`, `+1'234.56 CHF`, `12,5 DR`, `.99`) into hundredths,
 * without floating point. Returns null for anything else, also for more than two decimals, misplaced thousands
 * separators, and two signs or currencies.
 */
export function parseAmount(given: string, decimal: DecimalSign): WrittenAmount | null {
  const text = given
    .trim()
    .replaceAll(/[\u2212\u2013]/g, "-")
    .replaceAll(/\s+/g, " ");
  const [word = "", debit] = DIRECTION.exec(text) ?? [];
  const parts = AMOUNT.exec(text.slice(0, text.length - word.length).trim());
  if (!parts) return null;
  const [, open, sign1, before, sign2, digits = "", sign3, after, sign4, close] = parts;
  const signs = [sign1, sign2, sign3, sign4].filter(Boolean);
  if (signs.length > 1 || (before && after) || Boolean(open) !== Boolean(close)) return null;
  const [whole = "", fraction = "", ...more] = digits.trim().split(decimal);
  if (more.length > 0 || !/^\d*$/.test(fraction) || /[1-9]/.test(fraction.slice(2))) return null;
  const plain =
    whole === "" && fraction ? "0" : withoutThousands(whole, decimal === "." ? "," : ".");
  if (plain === null || plain.length > WHOLE_MAX) return null;
  const cents = Number(plain) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
  const isNegative = (signs[0] === "-" || Boolean(open)) !== Boolean(debit);
  return { cents: isNegative && cents !== 0 ? -cents : cents, currency: before ?? after ?? "" };
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

/** Removes leading zeros and thousands separators; null when one is misplaced. */
function withoutThousands(whole: string, separator: string): string | null {
  const plain = whole.replace(/^0+(?=\d)/, "");
  if (/^\d+$/.test(plain)) return plain;
  const grouped = new RegExp(`^\\d{1,3}(?:[\\${separator}'’\\s]\\d{3})+$`);
  return grouped.test(plain) ? plain.replaceAll(/\D/g, "") : null;
}
