import { textOf } from "#lib/form.ts";
import { type ColumnRole, columnRoles, type CsvLayout, manyRoles } from "./csv-layout.ts";
import { dateOrders } from "./dates.ts";
import { currenciesOf, type Meaning, meanings } from "./words.ts";
import { SHOP_CURRENCY } from "../../payments/model/receipt.ts";

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

/** Returns what a draft still lacks; null if it is complete. */
export function lackOf({ roles, dateOrder, decimal, currency }: ColumnsDraft): string | null {
  const has = (role: ColumnRole) => roles.includes(role);
  if (!has("date")) return "Please choose the column with the dates";
  if (has("amount") === (has("in") || has("out")))
    return "Please choose one column with the amounts, or those for money in and money out";
  if (roles.some((role, at) => !manyRoles.includes(role) && roles.indexOf(role) !== at))
    return "Two columns have the same meaning. Please choose one of them";
  if (!dateOrders.some((order) => order === dateOrder))
    return "Please choose how dates are written";
  if (![".", ","].includes(decimal)) return "Please choose how amounts are written";
  const isCode = currency.length === 3 && currenciesOf(currency)[0] === currency;
  return isCode ? null : "Please enter the currency of the account, such as USD";
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
