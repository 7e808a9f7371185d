import { z } from "zod";
import { dateSchema, type FieldErrors, parseForm } from "#lib/form.ts";
import { ambiguousNumber, formatUsd, parsePrice, priceText } from "#lib/money.ts";
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

const ticked = z
  .string()
  .optional()
  .transform((text) => text === "on");

const couponSchema = z.object({
  code: z
    .string()
    .default("")
    .transform(normalizeCode)
    .refine(isCode, `A code has ${CODE_MIN} to ${CODE_MAX} letters A–Z, digits and hyphens`),
  kind: z.enum(couponKinds),
  percent: z.string().default(""),
  amount: amount("The amount"),
  cap: amount("The cap"),
  startsOn: day,
  endsOn: day,
  minimum: amount("The minimum"),
  totalLimit: uses,
  customerLimit: uses,
  firstOrderOnly: ticked,
});

export type CouponField = keyof z.input<typeof couponSchema>;

/** What an administrator enters: all but whether it was ended, and its version. */
export type CouponValues = Omit<Coupon, "active" | "version">;

/**
 * Validates the form of a coupon. `packageIds` are the ticked packages; none means all. The code of an existing coupon
 * stays as it is.
 */
export function parseCouponForm(
  form: Readonly<Record<string, unknown>>,
  packageIds: readonly string[],
): Result<CouponValues, FieldErrors<CouponField>> {
  // The fields of the other kind are hidden, so that nothing in them may be an error.
  const hidden = form.kind === "fixed" ? { percent: "", cap: "" } : { amount: "" };
  const parsed = parseForm(couponSchema, { ...form, ...hidden });
  if (!parsed.ok) return parsed;
  const { percent: percentText, amount, cap, minimum, ...values } = parsed.value;
  const percent = /^(?:[1-9]\d?|100)$/.test(percentText.trim()) ? Number(percentText) : null;
  const isPercent = values.kind === "percent";
  const errors: FieldErrors<CouponField> = {
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
    packageIds: packageIds.length > 0 ? [...packageIds] : null,
  });
}

/** Returns a coupon as the texts of its form. */
export function couponTexts(coupon: CouponValues): Record<CouponField, string> {
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
    firstOrderOnly: coupon.firstOrderOnly ? "on" : "",
  };
}
