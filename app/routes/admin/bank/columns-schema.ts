import { z } from "zod";
import { parseForm, textOf } from "#lib/form.ts";
import {
  type ColumnRole,
  columnRoles,
  type CsvLayout,
  manyRoles,
} from "#shop/methods/bank/csv-layout.ts";
import { dateOrders } from "#shop/methods/bank/dates.ts";
import { currenciesOf, type Meaning, meanings } from "#shop/methods/bank/words.ts";
import { SHOP_CURRENCY } from "#shop/payments/model/receipt.ts";

/** What the form shows and submits: the layout as far as it is chosen, and the answer about the example. */
export interface ColumnsDraft {
  roles: ColumnRole[];
  /** By `wordKey`; empty where no meaning is chosen. */
  words: Record<string, Meaning | "">;
  dateOrder: string;
  decimal: string;
  currency: string;
  told: "in" | "out" | "";
  allBooked: boolean;
}

/** Reads the submitted form; what it does not know counts as not chosen. */
export function draftOf(form: FormData): ColumnsDraft {
  const chosen = form.getAll("meaning");
  const keys = form.getAll("word").map(String);
  const told = textOf(form, "told");
  return {
    roles: form
      .getAll("role")
      .map((name) => columnRoles.find((role) => role === name) ?? "ignored"),
    words: Object.fromEntries(
      keys.map((key, at) => [key, meanings.find((meaning) => meaning === chosen[at]) ?? ""]),
    ),
    dateOrder: textOf(form, "dateOrder"),
    decimal: textOf(form, "decimal"),
    currency: textOf(form, "currency").trim().toUpperCase(),
    told: told === "in" || told === "out" ? told : "",
    allBooked: form.has("allBooked"),
  };
}

const schema = z.object({
  roles: z
    .array(z.enum(columnRoles))
    .refine((roles) => roles.includes("date"), "Please choose the column with the dates")
    .refine(
      (roles) => roles.includes("amount") !== (roles.includes("in") || roles.includes("out")),
      "Please choose one column with the amounts, or those for money in and money out",
    )
    .refine(
      (roles) => roles.every((role, at) => manyRoles.includes(role) || roles.indexOf(role) === at),
      "Two columns have the same meaning. Please choose one of them",
    ),
  dateOrder: z.enum(dateOrders, "Please choose how dates are written"),
  decimal: z.enum([".", ","], "Please choose how amounts are written"),
  currency: z
    .string()
    .refine(
      (code) => code.length === 3 && currenciesOf(code)[0] === code,
      "Please enter the currency of the account, such as USD",
    ),
});

/** Returns what a draft still lacks; null if it is complete. */
export function lackOf(draft: ColumnsDraft): string | null {
  const parsed = parseForm(schema, { ...draft });
  return parsed.ok ? null : (Object.values(parsed.error)[0] ?? "Please choose the columns");
}

/** Returns the layout of a draft, with usual answers where it lacks them, for an account that has shown nothing yet. */
export function layoutOf(draft: ColumnsDraft): CsvLayout {
  const words = Object.entries(draft.words).flatMap(([key, meaning]) =>
    meaning ? [[key, meaning] as const] : [],
  );
  return {
    roles: draft.roles,
    words: Object.fromEntries(words),
    dateOrder: dateOrders.find((order) => order === draft.dateOrder) ?? "ymd",
    decimal: draft.decimal === "," ? "," : ".",
    currency: draft.currency || SHOP_CURRENCY,
    ...{ positive: null, bothSigns: false, allBooked: draft.allBooked },
  };
}
