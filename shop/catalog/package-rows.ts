import { z } from "zod";
import { dateSchema, type FieldErrors, parseForm } from "#lib/form.ts";
import { ambiguousNumber, formatUsd, parsePrice, priceText, readDecimal } from "#lib/money.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { type AdminPackage, MAX_PRICE_CENTS } from "./package.ts";
import { priceRule } from "./package-form.ts";

/** The fields of a package in the table of the back office; a ticked one is "on". */
export const rowFields = ["price", "cost", "onSale", "soldOut", "validFrom", "validUntil"] as const;
export type RowField = (typeof rowFields)[number];

export type RowTexts = Record<RowField, string>;

/** A row as it was submitted, and the texts that the administrator saw before. */
export interface SubmittedRow {
  id: string;
  typed: RowTexts;
  was: RowTexts;
}

/** The errors of a table by the id of the package. */
export type RowErrors = Record<string, FieldErrors<RowField>>;

const cost = z.string().transform((text, context) => {
  if (text.trim() === "") return null;
  const cents = parsePrice(text);
  if (cents.ok && cents.value <= MAX_PRICE_CENTS) return cents.value;
  if (cents.ok) context.addIssue(`Cost must be at most ${formatUsd(MAX_PRICE_CENTS)}`);
  else if (cents.error === "ambiguous") context.addIssue(ambiguousNumber(text));
  else context.addIssue("Enter an amount such as 9.99");
  return z.NEVER;
});

const ticked = z.string().transform((text) => text === "on");

const day = z
  .string()
  .transform((text) => text || null)
  .pipe(dateSchema("Enter a date").nullable());

const rowSchema = z.object({
  price: priceRule,
  cost,
  onSale: ticked,
  soldOut: ticked,
  validFrom: day,
  validUntil: day,
});

type RowValues = z.output<typeof rowSchema>;

/** The edited fields of a package, as values, with the texts that they replace. */
export interface RowEdit extends SubmittedRow {
  values: Partial<RowValues>;
}

/** The fields of a package that its row shows. */
type RowPackage = Pick<
  AdminPackage,
  "priceCents" | "costCents" | "placement" | "soldOut" | "validFrom" | "validUntil"
>;

/** Returns a package as the texts of its row. */
export function rowTexts(pkg: RowPackage): RowTexts {
  return {
    price: priceText(pkg.priceCents),
    cost: pkg.costCents === null ? "" : priceText(pkg.costCents),
    onSale: pkg.placement === "off" ? "" : "on",
    soldOut: pkg.soldOut ? "on" : "",
    validFrom: pkg.validFrom ?? "",
    validUntil: pkg.validUntil ?? "",
  };
}

/** Reads the rows of the table's form, whose fields are named by field and package: `price:2`. */
export function readRows(form: FormData): SubmittedRow[] {
  return form.getAll("id").flatMap((id) => {
    if (typeof id !== "string") return [];
    const textsOf = (prefix: string) =>
      Object.fromEntries(
        rowFields.map((field) => {
          const text = form.get(`${prefix}${field}:${id}`);
          return [field, typeof text === "string" ? text : ""];
        }),
      ) as RowTexts;
    return [{ id, typed: textsOf(""), was: textsOf("was-") }];
  });
}

/** Returns the fields of a row that the administrator has changed. */
export function editedFields({ typed, was }: Pick<SubmittedRow, "typed" | "was">): RowField[] {
  return rowFields.filter((field) => typed[field] !== was[field]);
}

/** Validates the edited fields. Others are left out, so that they stay as somebody else may have saved them. */
export function parseRows(rows: readonly SubmittedRow[]): Result<RowEdit[], RowErrors> {
  const edits: RowEdit[] = [];
  const errors: RowErrors = {};
  for (const row of rows) {
    const edited = editedFields(row);
    if (edited.length === 0) continue;
    const schema: z.core.$ZodType<Partial<RowValues>, Partial<RowTexts>> = z.object(
      Object.fromEntries(edited.map((field) => [field, rowSchema.shape[field]])),
    );
    const read = parseForm(schema, row.typed);
    const { validFrom, validUntil } = row.typed;
    if (!read.ok) errors[row.id] = read.error;
    else if (validFrom && validUntil && validUntil < validFrom)
      errors[row.id] = { validUntil: "The last day is before the first" };
    else edits.push({ ...row, values: read.value });
  }
  return Object.keys(errors).length > 0 ? err(errors) : ok(edits);
}

/**
 * Returns the errors of the edited fields that somebody else has changed to something else; null for none. `pkg` is the
 * package as it is now, null for a deleted one.
 */
export function conflictsOf(
  edit: SubmittedRow,
  pkg: RowPackage | null,
): FieldErrors<RowField> | null {
  if (!pkg) return { price: "Someone deleted this package in the meantime" };
  const current = rowTexts(pkg);
  const fields = editedFields(edit).filter(
    (field) => current[field] !== edit.was[field] && current[field] !== edit.typed[field],
  );
  if (fields.length === 0) return null;
  const errors: FieldErrors<RowField> = {};
  for (const field of fields) {
    const isBox = field === "onSale" || field === "soldOut";
    const what = isBox
      ? "changed this"
      : current[field]
        ? `changed this to ${current[field]}`
        : "emptied this";
    errors[field] = `Someone ${what} in the meantime`;
  }
  return errors;
}

/** Returns the rows of these packages, with what the administrator has edited on top. */
export function rowsOnTopOf(
  packages: readonly AdminPackage[],
  rows: readonly SubmittedRow[] = [],
): SubmittedRow[] {
  return packages.map((pkg) => {
    const was = rowTexts(pkg);
    const typed = { ...was };
    const row = rows.find(({ id }) => id === pkg.id);
    for (const field of row ? editedFields(row) : []) typed[field] = row?.typed[field] ?? "";
    return { id: pkg.id, was, typed };
  });
}

/** Reads a change in percent, above -100 and with at most two decimals, as hundredths of a percent. */
export function parsePercent(text: string): Result<number, string> {
  const [, sign = "", number = ""] = /^\s*([+\u2212-]?)\s*(.*?)\s*%?\s*$/.exec(text) ?? [];
  const read = readDecimal(number);
  if (!read.ok && read.error === "ambiguous") return err(ambiguousNumber(number));
  const hundredths = read.ok
    ? Number(read.value) * 100 * (sign === "" || sign === "+" ? 1 : -1)
    : 0;
  const whole = Math.round(hundredths);
  const isWhole = Math.abs(hundredths - whole) < 1e-6;
  if (read.ok && isWhole && whole !== 0 && whole > -10_000 && whole <= 100_000) return ok(whole);
  return err("Enter a percentage such as 5 or -2.5, with at most two decimals");
}

/** Returns a price changed by hundredths of a percent, rounded to the cent; at least one cent. */
export function repriced(priceCents: number, hundredths: number): number {
  return Math.max(1, Math.round((priceCents * (10_000 + hundredths)) / 10_000));
}

/** Fills in the prices of all rows with the saved ones changed by a percentage. Other fields stay as they were typed. */
export function repricedRows(rows: readonly SubmittedRow[], hundredths: number): SubmittedRow[] {
  return rows.map((row) => {
    const saved = parsePrice(row.was.price);
    const price = saved.ok ? priceText(repriced(saved.value, hundredths)) : row.typed.price;
    return { ...row, typed: { ...row.typed, price } };
  });
}

/** Returns the price of one coin: `1499` for 350 coins is `"$0.0428"`. */
export function perCoinText(priceCents: number, coins: number): string {
  return `$${(priceCents / 100 / coins).toFixed(4)}`;
}
