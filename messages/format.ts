import { formatCount, formatMoney, formatUsd } from "#lib/money.ts";
import { addMs, MINUTE_MS, type TimeFormat, timeText } from "#lib/time.ts";
import { rateText } from "#lib/vat.ts";
import { currentCatalog, currentlyShown } from "#messages/current";
import type { ShownCurrency } from "./currencies.ts";
import { remembered } from "./remembered.ts";
import { type Language, languages } from "./languages.ts";

/** Amounts, numbers, dates and lists in the language of this request, page or mail. English ones are those of `lib`. */

/** Formats cents of US dollars: `1499` is "$14.99", in Spanish "14,99 US$". */
export function money(cents: number): string {
  const { language } = currentCatalog();
  if (language === "en") return formatUsd(cents);
  return amountIn(language, cents, "USD");
}

/** Formats cents of US dollars, without them where there are none: `2000` is "$20", in Spanish "20 US$". */
export function shortMoney(cents: number): string {
  const { language } = currentCatalog();
  if (cents % 100 !== 0) return money(cents);
  if (language === "en") return formatUsd(cents).slice(0, -3);
  const { tag, dir } = languages[language];
  const amount = wholeAmountsIn(tag, "USD").format(cents / 100);
  return dir === "ltr" ? amount : isolatedAmount(amount);
}

/** Formats hundredths of a currency: `1499` of `EUR` is "14.99 EUR", in German "14,99 €". */
export function moneyOf(cents: number, currency: string): string {
  const { language } = currentCatalog();
  if (language === "en") return formatMoney(cents, currency);
  return amountIn(language, cents, currency);
}

/**
 * Formats cents of US dollars in the currency that the buyer sees beside them, without decimals where these are worth
 * next to nothing: "≈ €13.80". Null where there is none.
 */
export function approximately(
  cents: number,
  shown: ShownCurrency | null = currentlyShown(),
): string | null {
  if (!shown) return null;
  const { currency, perDollar } = shown;
  const { language } = currentCatalog();
  const { tag, dir } = languages[language];
  const format = perDollar < 100 ? amountsIn(tag, currency) : wholeAmountsIn(tag, currency);
  const amount = `≈ ${format.format((cents * perDollar) / 100)}`;
  return dir === "ltr" ? amount : isolatedAmount(amount);
}

/** Formats what a dollar is worth in such a currency: "€0.92041". */
export function dollarIn({ currency, perDollar }: ShownCurrency): string {
  const { tag, dir } = languages[currentCatalog().language];
  const amount = ratesIn(tag, currency).format(perDollar);
  return dir === "ltr" ? amount : isolatedAmount(amount);
}

/** An amount in a text from right to left is isolated (UAX #9, LRI and PDI): it is read from its number to its currency. */
function amountIn(language: Language, cents: number, currency: string): string {
  const { tag, dir } = languages[language];
  const amount = amountsIn(tag, currency).format(cents / 100);
  return dir === "ltr" ? amount : isolatedAmount(amount);
}

function isolatedAmount(amount: string): string {
  return `\u2066${amount.replaceAll(/[\u061c\u200e\u200f]/g, "")}\u2069`;
}

/** Formats hundredths of a percent: `2550` is "25.5%", in German "25,5 %". */
export function percent(basisPoints: number): string {
  const { language } = currentCatalog();
  if (language === "en") return `${rateText(basisPoints)}%`;
  return percentIn(languages[language].tag).format(basisPoints / 10_000);
}

/** Formats a whole number: `1400` is "1,400", in German "1.400". */
export function count(n: number): string {
  const { language } = currentCatalog();
  return language === "en" ? formatCount(n) : numbersIn(languages[language].tag).format(n);
}

/** Formats a change with its sign: `140` is "+140", `-140` is "−140". In a text from right to left it is isolated. */
export function signed(amount: number, format: (amount: number) => string): string {
  const text = `${amount < 0 ? "−" : "+"}${format(Math.abs(amount))}`;
  const { dir } = languages[currentCatalog().language];
  return dir === "ltr" ? text : `\u2066${text}\u2069`;
}

/** Formats a date in UTC, or in the time zone of the browser: "20 Nov 2026, 08:41". */
export function time(value: Date, format: TimeFormat, zone: "UTC" | "local" = "UTC"): string {
  const { language } = currentCatalog();
  const shown = zone === "local" ? onLocalClock(value) : value;
  if (language === "en") return timeText(shown, format);
  return datesIn(languages[language].tag, format).format(shown);
}

/** Formats a day: `2026-12-03` is "3 Dec 2026". */
export function day(date: string): string {
  return time(new Date(`${date}T00:00:00Z`), "date");
}

/** Formats the time of day in the time zone of the browser, with seconds: "08:41:05". */
export function clock(value: Date): string {
  return clocksIn(languages[currentCatalog().language].tag).format(value);
}

/** Shifts a date so that its UTC fields show the local time. */
function onLocalClock(value: Date): Date {
  return addMs(value, -value.getTimezoneOffset() * MINUTE_MS);
}

/** Joins words: "card, PayPal or bank transfer". */
export function anyOf(words: readonly string[]): string {
  const { language } = currentCatalog();
  // Without a comma before "or".
  return choicesIn(language === "en" ? "en-GB" : languages[language].tag).format(isolated(words));
}

/** Joins words: "Stripe and PayPal". */
export function allOf(words: readonly string[]): string {
  const { language } = currentCatalog();
  return listsIn(language === "en" ? "en-GB" : languages[language].tag).format(isolated(words));
}

/** Isolates each word of a list from right to left (UAX #9, FSI and PDI): a Latin one would turn what joins it to the next. */
function isolated(words: readonly string[]): readonly string[] {
  if (languages[currentCatalog().language].dir === "ltr") return words;
  return words.map((word) => `\u2068${word}\u2069`);
}

/** Begins a sentence with a text: "by card" is "By card". */
export function upperFirst(text: string): string {
  return text.charAt(0).toLocaleUpperCase(currentCatalog().language) + text.slice(1);
}

const amountsIn = remembered(
  (tag: string, currency: string) => new Intl.NumberFormat(tag, { style: "currency", currency }),
);
const wholeAmountsIn = remembered(
  (tag: string, currency: string) =>
    new Intl.NumberFormat(tag, { style: "currency", currency, maximumFractionDigits: 0 }),
);
const ratesIn = remembered(
  (tag: string, currency: string) =>
    new Intl.NumberFormat(tag, { style: "currency", currency, maximumSignificantDigits: 6 }),
);
const numbersIn = remembered((tag: string) => new Intl.NumberFormat(tag));
const listsIn = remembered((tag: string) => new Intl.ListFormat(tag, { type: "conjunction" }));
const choicesIn = remembered((tag: string) => new Intl.ListFormat(tag, { type: "disjunction" }));

const dateParts = { day: "numeric", month: "short" } as const;
const timeParts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const parts: Record<TimeFormat, Intl.DateTimeFormatOptions> = {
  time: timeParts,
  date: { ...dateParts, year: "numeric" },
  short: { ...dateParts, ...timeParts },
  datetime: { ...dateParts, year: "numeric", ...timeParts },
};
const datesIn = remembered(
  (tag: string, format: TimeFormat) =>
    new Intl.DateTimeFormat(tag, { ...parts[format], timeZone: "UTC" }),
);
const clocksIn = remembered(
  (tag: string) => new Intl.DateTimeFormat(tag, { timeStyle: "medium", hourCycle: "h23" }),
);
const percentIn = remembered(
  (tag: string) => new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 }),
);
