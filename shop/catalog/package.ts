import { z } from "zod";
import { type FieldErrors, parseForm } from "#lib/form.ts";
import { ambiguousNumber, formatCount, formatUsd, parsePrice, readDecimal } from "#lib/money.ts";
import { type Result, ok } from "#lib/result.ts";
import { ONE_LINE, invalidCharacters } from "#lib/text.ts";
import { type Goods, type PackageKind, packageKinds } from "./goods.ts";

/** A package. `priceCents` is the price after the discount, a percentage with at most two decimals. */
export interface CoinPackage extends Goods {
  id: string;
  priceCents: number;
  discount: number;
  popular: boolean;
  description: string;
}

/** A package as buyers see it. The days, `YYYY-MM-DD`, are the first and the last one on sale. */
export interface OfferedPackage extends CoinPackage {
  soldOut: boolean;
  validFrom: string | null;
  validUntil: string | null;
}

/** The packages for sale: the coins of the grid in order, the promotion, and credit and gift codes. */
export interface PackagesForSale {
  grid: OfferedPackage[];
  promotion: OfferedPackage | null;
  others: OfferedPackage[];
}

/** Returns all packages for sale. */
export function allForSale({ grid, promotion, others }: PackagesForSale): OfferedPackage[] {
  return [...grid, ...(promotion ? [promotion] : []), ...others];
}

/** Returns whether a package is on sale on a day of the shop's time zone. */
export function isInTime(
  { validFrom, validUntil }: Pick<OfferedPackage, "validFrom" | "validUntil">,
  today: string,
): boolean {
  return (!validFrom || validFrom <= today) && (!validUntil || today <= validUntil);
}

/** Returns the packages that are on sale on a day of the shop's time zone. */
export function packagesOn(
  { grid, promotion, others }: PackagesForSale,
  today: string,
): PackagesForSale {
  return {
    grid: grid.filter((pkg) => isInTime(pkg, today)),
    promotion: promotion && isInTime(promotion, today) ? promotion : null,
    others: others.filter((pkg) => isInTime(pkg, today)),
  };
}

/** Returns why the package with this id cannot be bought, of those on sale; null if it can. */
export function unavailableAmong(
  packages: PackagesForSale,
  id: string,
): "gone" | "sold-out" | null {
  const pkg = allForSale(packages).find((one) => one.id === id);
  if (!pkg) return "gone";
  return pkg.soldOut ? "sold-out" : null;
}

/** The place of a package on the home page; `off` is not for sale. */
export const placements = ["grid", "promotion", "off"] as const;

export type Placement = (typeof placements)[number];

/** The values that an administrator edits. */
export type PackageValues = Omit<CoinPackage, "id">;

/** A package in the back office; `version` is for optimistic locking. */
export interface AdminPackage extends OfferedPackage {
  placement: Placement;
  /** What the coins cost the owner; null where unknown. */
  costCents: number | null;
  version: number;
}

/** The most that credit or a gift code can be worth, in cents. */
const MAX_VALUE_CENTS = 1_000_000;
const MAX_COINS = 100_000_000;
export const MAX_PRICE_CENTS = 10_000_000;
export const DESCRIPTION_MAX = 200;

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
export const priceField = z.string().transform((text, context) => {
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

const coinsField = number.pipe(
  z
    .number()
    .gt(0, "Coins must be greater than zero")
    .max(MAX_COINS, `Coins must be at most ${formatCount(MAX_COINS)}`)
    .refine(Number.isInteger, "Coins must be a whole number"),
);

/** Without JavaScript the form has this field only once its kind was posted. */
const valueField = z
  .string()
  .default("")
  .transform((text, context) => {
    const cents = parsePrice(text);
    if (cents.ok && cents.value > 0 && cents.value <= MAX_VALUE_CENTS) return cents.value;
    if (cents.ok && cents.value > 0)
      context.addIssue(`Value must be at most ${formatUsd(MAX_VALUE_CENTS)}`);
    else if (!cents.ok && cents.error === "ambiguous") context.addIssue(ambiguousNumber(text));
    else context.addIssue("Value must be an amount such as 20 or 19.99");
    return z.NEVER;
  });

/** The fields of the package form that all kinds have. */
const common = {
  price: priceField,
  discount: number.pipe(
    z
      .number()
      .min(0, "Discount must be between 0 and 100")
      .max(100, "Discount must be between 0 and 100")
      .refine(
        (percent) => Number(percent.toFixed(2)) === percent,
        "Discount can have at most two decimals",
      ),
  ),
  description: z
    .string()
    .trim()
    .max(DESCRIPTION_MAX, `Description is too long (at most ${DESCRIPTION_MAX} characters)`)
    .regex(ONE_LINE, invalidCharacters("Description")),
  popular: z
    .string()
    .optional()
    .transform((ticked) => ticked === "on"),
};

/** The package form by kind, validated in the browser and on the server. */
const coinsSchema = z.object({ coins: coinsField, ...common });
const valueSchema = z.object({ value: valueField, ...common });

export const packageFields = [
  "kind",
  "coins",
  "value",
  "price",
  "discount",
  "description",
  "popular",
] as const;
export type PackageField = (typeof packageFields)[number];

/** Reads the kind of a typed form; coins unless it names another one. */
export function readKind(form: FormData | Readonly<Partial<Record<string, unknown>>>): PackageKind {
  const typed = form instanceof FormData ? form.get("kind") : form.kind;
  return packageKinds.find((kind) => kind === typed) ?? "coins";
}

/** Validates the form of a package. */
export function parsePackageForm(
  form: FormData | Readonly<Partial<Record<string, unknown>>>,
): Result<PackageValues, FieldErrors<PackageField>> {
  const kind = readKind(form);
  if (kind === "coins") {
    const parsed = parseForm(coinsSchema, form);
    if (!parsed.ok) return parsed;
    const { price, ...values } = parsed.value;
    return ok({ ...values, priceCents: price });
  }
  const parsed = parseForm(valueSchema, form);
  if (!parsed.ok) return parsed;
  const { price, value, ...values } = parsed.value;
  return ok({ ...values, kind, coins: 0, valueCents: value, priceCents: price });
}

export interface SeedPackage extends CoinPackage {
  placement: Placement;
}

/** The packages of a new shop. */
export const seedPackages: readonly SeedPackage[] = [
  {
    id: "1",
    coins: 70,
    priceCents: 299,
    discount: 0,
    popular: false,
    description: "Perfect for beginners",
    placement: "grid",
  },
  {
    id: "2",
    coins: 350,
    priceCents: 1499,
    discount: 10,
    popular: true,
    description: "Most popular option",
    placement: "grid",
  },
  {
    id: "3",
    coins: 700,
    priceCents: 2999,
    discount: 15,
    popular: false,
    description: "Great value package",
    placement: "grid",
  },
  {
    id: "4",
    coins: 1400,
    priceCents: 5999,
    discount: 20,
    popular: false,
    description: "Power user package",
    placement: "grid",
  },
  {
    id: "5",
    coins: 30_000,
    priceCents: 19_999,
    discount: 0,
    popular: false,
    description: "Our largest package. Same checkout, same tracking, one payment.",
    placement: "promotion",
  },
];
