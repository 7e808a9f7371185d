import { z } from "zod";
import { type Fields, readFields, ticked } from "#lib/fields.ts";
import { type FieldErrors, textOf } from "#lib/form.ts";
import {
  ambiguousNumber,
  formatCount,
  formatUsd,
  parsePrice,
  priceText,
  readDecimal,
} from "#lib/money.ts";
import { ok, type Result } from "#lib/result.ts";
import { invalidCharacters, ONE_LINE } from "#lib/text.ts";
import { kindOf, type PackageKind, packageKinds } from "./goods.ts";
import {
  type AdminPackage,
  DESCRIPTION_MAX,
  MAX_PRICE_CENTS,
  type PackageValues,
} from "./package.ts";

/** The most that credit or a gift code can be worth, in cents. */
const MAX_VALUE_CENTS = 1_000_000;
const MAX_COINS = 100_000_000;

/** Parses a decimal number; 0 if it is invalid. */
const number = z.string().transform((text, context) => {
  const [sign = ""] = /^\s*-/.exec(text) ?? [];
  const read = readDecimal(text.slice(sign.length));
  if (read.ok) return Number(sign.trim() + read.value);
  if (read.error === "invalid") return 0;
  context.addIssue(ambiguousNumber(text));
  return z.NEVER;
});

/** Reads a price in dollars as cents. */
export const priceRule = z.string().transform((text, context) => {
  const cents = parsePrice(text);
  if (cents.ok && cents.value > MAX_PRICE_CENTS)
    context.addIssue(`Price must be at most ${formatUsd(MAX_PRICE_CENTS)}`);
  else if (cents.ok && cents.value > 0) return cents.value;
  else if (!cents.ok && cents.error === "ambiguous") context.addIssue(ambiguousNumber(text));
  else if (!cents.ok && cents.error === "fractions")
    context.addIssue("Price can have at most two decimals");
  else context.addIssue("Price must be greater than zero");
  return z.NEVER;
});

const valueRule = z.string().transform((text, context) => {
  const cents = parsePrice(text);
  if (cents.ok && cents.value > 0 && cents.value <= MAX_VALUE_CENTS) return cents.value;
  if (cents.ok && cents.value > 0)
    context.addIssue(`Value must be at most ${formatUsd(MAX_VALUE_CENTS)}`);
  else if (!cents.ok && cents.error === "ambiguous") context.addIssue(ambiguousNumber(text));
  else context.addIssue("Value must be an amount such as 20 or 19.99");
  return z.NEVER;
});

const kindLabels: Record<PackageKind, string> = {
  coins: "Coins",
  credit: "Credit for the buyer’s account",
  gift_code: "Gift code sent by email",
};

/** The fields of a package of any kind. */
const fields = {
  kind: {
    kind: "choice",
    label: "Kind",
    choices: packageKinds.map((kind) => [kind, kindLabels[kind]]),
    empty: "coins",
    rule: z.enum(packageKinds),
  },
  coins: {
    kind: "line",
    label: "Coins",
    input: { inputMode: "numeric", required: true },
    rule: number.pipe(
      z
        .number()
        .gt(0, "Coins must be greater than zero")
        .max(MAX_COINS, `Coins must be at most ${formatCount(MAX_COINS)}`)
        .refine(Number.isInteger, "Coins must be a whole number"),
    ),
  },
  value: {
    kind: "line",
    label: "Value ($)",
    input: { inputMode: "decimal", required: true },
    rule: valueRule,
  },
  price: {
    kind: "line",
    label: "Price ($)",
    input: { inputMode: "decimal", required: true },
    rule: priceRule,
  },
  discount: {
    kind: "line",
    label: "Discount (%)",
    input: { inputMode: "decimal" },
    empty: "0",
    rule: number.pipe(
      z
        .number()
        .min(0, "Discount must be between 0 and 100")
        .max(100, "Discount must be between 0 and 100")
        .refine(
          (percent) => Number(percent.toFixed(2)) === percent,
          "Discount can have at most two decimals",
        ),
    ),
  },
  description: {
    kind: "line",
    label: "Description",
    input: { maxLength: DESCRIPTION_MAX },
    wide: true,
    rule: z
      .string()
      .trim()
      .max(DESCRIPTION_MAX, `Description is too long (at most ${DESCRIPTION_MAX} characters)`)
      .regex(ONE_LINE, invalidCharacters("Description")),
  },
  popular: { kind: "tick", label: "Mark as Most Popular", rule: ticked },
} as const satisfies Fields;

export const packageFields: Fields = fields;

const { kind: kindField, coins, value, ...common } = fields;

/** Returns the form of a package of a kind, which is chosen for a new one; `hint` is about its discount. */
export function packageFieldsOf(kind: PackageKind, isNew: boolean, hint?: string): Fields {
  const valueHint = kind === "credit" ? "Added to the buyer’s credit" : "What the code is worth";
  return {
    ...(isNew && { kind: kindField }),
    ...(kind === "coins" ? { coins } : { value: { ...value, hint: valueHint } }),
    ...common,
    discount: { ...common.discount, hint },
  };
}

/** Reads the kind of a form; coins unless it names another one. */
export function readKind(form: FormData): PackageKind {
  const typed = textOf(form, "kind");
  return packageKinds.find((kind) => kind === typed) ?? "coins";
}

/** Validates the form of a package. Without JavaScript it has the field of its kind only once that was posted. */
export function parsePackageForm(form: FormData): Result<PackageValues, FieldErrors<string>> {
  const kind = readKind(form);
  if (kind === "coins") {
    const read = readFields({ coins, ...common }, form);
    if (!read.ok) return read;
    const { price: priceCents, ...values } = read.value;
    return ok({ ...values, priceCents });
  }
  const read = readFields({ value, ...common }, form);
  if (!read.ok) return read;
  const { price: priceCents, value: valueCents, ...values } = read.value;
  return ok({ ...values, kind, coins: 0, valueCents, priceCents });
}

/** Returns a package as the texts of its form. */
export function packageTexts(pkg: AdminPackage) {
  return {
    kind: kindOf(pkg),
    coins: String(pkg.coins),
    value: pkg.kind ? priceText(pkg.valueCents ?? 0) : "",
    price: priceText(pkg.priceCents),
    discount: String(pkg.discount),
    description: pkg.description,
    popular: pkg.popular ? "on" : "",
  };
}
