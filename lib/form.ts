import { z } from "zod";
import { type Result, ok, err } from "./result.ts";

/** The first error message of each field. */
export type FieldErrors<Fields extends string> = Partial<Record<Fields, string>>;

type FieldOf<Schema extends z.core.$ZodType> = keyof z.input<Schema> & string;

/**
 * Validates a form, or fields that were read from one, with a schema; in the browser and on the server. The error is
 * the first message of each invalid field.
 */
export function parseForm<Schema extends z.core.$ZodType>(
  schema: Schema,
  form: FormData | Readonly<Record<string, unknown>>,
): Result<z.output<Schema>, FieldErrors<FieldOf<Schema>>> {
  const parsed = z.safeParse(schema, form instanceof FormData ? Object.fromEntries(form) : form);
  if (parsed.success) return ok(parsed.data);
  const errors: FieldErrors<FieldOf<Schema>> = {};
  for (const issue of parsed.error.issues)
    errors[issue.path[0] as FieldOf<Schema>] ??= issue.message;
  return err(errors);
}

/** Returns the schema of a date such as `2026-11-28`; PostgreSQL knows no year 0. */
export function dateSchema(error: string | (() => string)) {
  return z.iso.date({ error }).refine((date) => date >= "0001-01-01", { error });
}

/** Returns the text of a field; empty when the field is absent or holds a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Returns the texts of several fields, to be validated or shown again in the form. */
export function textsOf<Name extends string>(
  form: FormData,
  names: readonly Name[],
): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Record<
    Name,
    string
  >;
}

/** Returns a form with these texts. */
export function formOf(texts: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  return form;
}

/** Returns the number that names a row in a path; 0, which no row has, for an invalid one. */
export function idOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

const INTEGER_MAX = 2_147_483_647;

/** Returns the version that a form was based on, or -1, which no row has, when the field holds no version. */
export function versionOf(form: FormData): number {
  const text = textOf(form, "version");
  return /^\d{1,10}$/.test(text) && Number(text) <= INTEGER_MAX ? Number(text) : -1;
}
