import { z } from "zod";
import { type Fields, readFields, ticked } from "#lib/fields.ts";
import { dateSchema, type FieldErrors } from "#lib/form.ts";
import { ambiguousNumber, formatCount, formatUsd, parsePrice, priceText } from "#lib/money.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { MAX_PRICE_CENTS } from "../catalog/package.ts";
import { CODE_MAX, CODE_MIN, type Coupon, couponKinds, isCode, normalizeCode } from "./coupon.ts";

/** The most that a limit of uses can be. */
const USES_MAX = 1_000_000;

const amount = (label: string) =>
  z
    .string()
    .default("")
    .transform((text, context) => {
      if (text.trim() === "") return null;
      const cents = parsePrice(text);
      if (cents.ok && cents.value > 0 && cents.value <= MAX_PRICE_CENTS) return cents.value;
      if (cents.ok) context.addIssue(`${label} is between $0.01 and ${formatUsd(MAX_PRICE_CENTS)}`);
      else if (cents.error === "ambiguous") context.addIssue(ambiguousNumber(text));
      else context.addIssue("Enter an amount such as 9.99");
      return z.NEVER;
    });

const uses = z
  .string()
  .default("")
  .transform((text, context) => {
    const digits = text.replaceAll(/[\s,]/g, "");
    if (digits === "") return null;
    if (/^\d{1,7}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= USES_MAX)
      return Number(digits);
    context.addIssue("Enter a whole number from 1 on, or leave it empty");
    return z.NEVER;
  });

const day = z
  .string()
  .default("")
  .transform((text) => text || null)
  .pipe(dateSchema("Enter a date").nullable());

/** The form of a coupon for these packages. Of the two kinds, the style sheet hides the fields of the other. */
export function couponFields(packages: readonly CouponPackage[]) {
  return {
    code: {
      kind: "line",
      label: "Code",
      input: {
        required: true,
        maxLength: CODE_MAX,
        autoComplete: "off",
        autoCapitalize: "characters",
        spellCheck: false,
        placeholder: "SPRING15",
      },
      rule: z
        .string()
        .transform(normalizeCode)
        .refine(isCode, `A code has ${CODE_MIN} to ${CODE_MAX} letters A–Z, digits and hyphens`),
    },
    kind: {
      kind: "choice",
      label: "Takes off",
      choices: [
        ["percent", "A percentage"],
        ["fixed", "A fixed amount"],
      ],
      empty: "percent",
      rule: z.enum(couponKinds),
    },
    percent: {
      kind: "line",
      label: "Percent",
      input: { inputMode: "numeric", required: true },
      className: "promotions__percent",
      rule: z.string(),
    },
    cap: {
      kind: "line",
      label: "At most ($)",
      input: { inputMode: "decimal" },
      optional: true,
      className: "promotions__percent",
      rule: amount("The cap"),
    },
    amount: {
      kind: "line",
      label: "Amount ($)",
      hint: "Never more than the price.",
      input: { inputMode: "decimal", required: true },
      className: "promotions__fixed",
      rule: amount("The amount"),
    },
    startsOn: {
      kind: "line",
      label: "First day",
      input: { type: "date" },
      optional: true,
      rule: day,
    },
    endsOn: { kind: "line", label: "Last day", input: { type: "date" }, optional: true, rule: day },
    minimum: {
      kind: "line",
      label: "Minimum price ($)",
      input: { inputMode: "decimal" },
      optional: true,
      rule: amount("The minimum"),
    },
    totalLimit: {
      kind: "line",
      label: "Total uses",
      input: { inputMode: "numeric" },
      optional: true,
      rule: uses,
    },
    customerLimit: {
      kind: "line",
      label: "Uses per customer",
      input: { inputMode: "numeric" },
      optional: true,
      empty: "1",
      rule: uses,
    },
    packageIds: {
      kind: "ticks",
      label: "Packages (all if none is ticked)",
      choices: packages.map(({ id, coins, priceCents }) => [
        id,
        `${formatCount(coins)} coins, ${formatUsd(priceCents)}`,
      ]),
      rule: z.array(z.string()).transform((ids) => (ids.length > 0 ? ids : null)),
    },
    firstOrderOnly: {
      kind: "tick",
      label: "Only for a customer’s first order",
      rule: ticked,
    },
  } as const satisfies Fields;
}

/** A package that a coupon can be limited to. */
export interface CouponPackage {
  id: string;
  coins: number;
  priceCents: number;
}

/** What an administrator enters: all but whether it was ended, and its version. */
export type CouponValues = Omit<Coupon, "active" | "version">;

/** Reads the form of a coupon. Nothing in the hidden fields of the other kind may be an error. */
export function parseCouponForm(
  form: FormData,
): Result<CouponValues, FieldErrors<keyof ReturnType<typeof couponFields>>> {
  const shown = new FormData();
  const hidden = form.get("kind") === "fixed" ? ["percent", "cap"] : ["amount"];
  for (const [name, value] of form) if (!hidden.includes(name)) shown.append(name, value);
  const read = readFields(couponFields([]), shown);
  if (!read.ok) return read;
  const { percent: percentText, amount, cap, minimum, ...values } = read.value;
  const percent = /^(?:[1-9]\d?|100)$/.test(percentText.trim()) ? Number(percentText) : null;
  const isPercent = values.kind === "percent";
  const errors = {
    ...(isPercent && percent === null && { percent: "Enter a whole number from 1 to 100" }),
    ...(!isPercent && amount === null && { amount: "Enter an amount such as 9.99" }),
    ...(values.startsOn &&
      values.endsOn &&
      values.endsOn < values.startsOn && { endsOn: "The last day is before the first" }),
  };
  if (Object.keys(errors).length > 0) return err(errors);
  return ok({
    ...values,
    percent: isPercent ? percent : null,
    cents: isPercent ? cap : amount,
    minimumCents: minimum ?? 0,
  });
}

/** Returns a coupon as the texts of its form. */
export function couponTexts(coupon: CouponValues) {
  const { kind, percent, cents, minimumCents, totalLimit, customerLimit } = coupon;
  const price = (value: number | null) => (value ? priceText(value) : "");
  return {
    code: coupon.code,
    kind,
    percent: String(percent ?? ""),
    amount: kind === "fixed" ? price(cents) : "",
    cap: kind === "percent" ? price(cents) : "",
    startsOn: coupon.startsOn ?? "",
    endsOn: coupon.endsOn ?? "",
    minimum: price(minimumCents),
    totalLimit: String(totalLimit ?? ""),
    customerLimit: String(customerLimit ?? ""),
    packageIds: coupon.packageIds ?? [],
    firstOrderOnly: coupon.firstOrderOnly ? "on" : "",
  };
}
