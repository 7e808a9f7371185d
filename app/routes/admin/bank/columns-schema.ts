import { z } from "zod";
import { parseForm } from "#lib/form.ts";
import { type Result, ok, err } from "#lib/result.ts";
import {
  type ColumnRole,
  columnRoles,
  type CsvLayout,
  type LayoutGuess,
} from "#shop/methods/bank/csv-layout.ts";
import { dateOrders } from "#shop/methods/bank/dates.ts";
import { currenciesOf } from "#shop/methods/bank/words.ts";

export const columnsFields = [...columnRoles, "dateOrder", "decimal", "account"] as const;
export type ColumnsField = (typeof columnsFields)[number];

/** A column by its index; empty for none. */
const column = z
  .string()
  .regex(/^\d{0,3}$/)
  .transform((text) => (text === "" ? undefined : Number(text)))
  .optional();

const schema = z
  .object({
    ...(Object.fromEntries(columnRoles.map((role) => [role, column])) as Record<
      ColumnRole,
      typeof column
    >),
    dateOrder: z.enum(dateOrders, "Please choose how dates are written"),
    decimal: z.enum([".", ","], "Please choose how amounts are written"),
    account: z
      .string()
      .trim()
      .toUpperCase()
      .refine(
        (code) => code === "" || (code.length === 3 && currenciesOf(code)[0] === code),
        "Please enter the code of a currency, such as USD",
      ),
  })
  .refine(({ date }) => date !== undefined, "Please choose the column with the dates")
  .refine(
    ({ amount, credit }) => amount !== undefined || credit !== undefined,
    "Please choose the column with the amounts, or the one for money in",
  );

/** Parses the submitted layout; returns the first problem as the error. */
export function readLayout(fields: Partial<Record<string, string>>): Result<CsvLayout, string> {
  const parsed = parseForm(schema, fields);
  if (!parsed.ok) return err(Object.values(parsed.error)[0] ?? "Please choose the columns");
  const { dateOrder, decimal, account } = parsed.value;
  const columns: CsvLayout["columns"] = {};
  for (const role of columnRoles) {
    const chosen = parsed.value[role];
    if (chosen !== undefined) columns[role] = chosen;
  }
  // A signed amount makes the columns for money in and out redundant.
  if (columns.amount !== undefined) {
    delete columns.credit;
    delete columns.debit;
  }
  return ok({ columns, dateOrder, decimal, currency: account || null });
}

/** Returns the initial values of the form. */
export function toFormValues(
  guess: LayoutGuess,
  currency: string | null,
): Partial<Record<ColumnsField, string>> {
  const { columns, dateOrder, decimal } = guess;
  return {
    ...Object.fromEntries(Object.entries(columns).map(([role, at]) => [role, String(at)])),
    ...(dateOrder && { dateOrder }),
    ...(decimal && { decimal }),
    account: currency ?? "",
  };
}
