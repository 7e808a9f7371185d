import { z } from "zod";
import { type FieldErrors, parseForm } from "./form.ts";
import type { Result } from "./result.ts";

/** Attributes of an input that the browser checks or fills in. */
interface InputAttributes {
  type?: "email" | "url" | "time" | "date" | "number" | "password";
  inputMode?: "numeric" | "decimal" | "url";
  placeholder?: string;
  autoComplete?: "off" | "new-password";
  autoCapitalize?: "characters" | "none";
  spellCheck?: false;
  required?: true;
  maxLength?: number;
}

/** A value that can be chosen, its label, and what stands after it in the type of code. */
type Choice = readonly [value: string, label: string, code?: string];

/** How a field looks: a line of text, several lines, a choice, a tick, or a list of ticks. */
type FieldLook =
  | { kind: "line"; input?: InputAttributes; mono?: true }
  | { kind: "lines"; rows: number; input?: { spellCheck?: false; maxLength?: number } }
  | { kind: "choice" | "ticks"; choices: readonly Choice[] }
  | { kind: "tick" };

/** All that is known of a field of a form. */
export type FieldRecord = FieldLook & {
  label: string;
  hint?: string;
  /** Shows that the field may be left empty. */
  optional?: true;
  /** Takes the full width of the form. */
  wide?: true;
  className?: string;
  /** What a new form begins with; nothing if left out. A tick is "on". */
  empty?: string | readonly string[];
  /** Reads the text of the field, or the texts of a list of ticks, in the browser and on the server. */
  rule: z.core.$ZodType;
};

export type Fields = Readonly<Record<string, FieldRecord>>;

/** The values of a form, as its fields' rules read them. */
export type ValuesOf<F extends Fields> = { [Name in keyof F]: z.output<F[Name]["rule"]> };

/** Returns the names of a form's fields. */
function namesIn<F extends Fields>(fields: F): (keyof F & string)[] {
  return Object.keys(fields);
}

/** Reads a form by the rules of its fields; the error is the first message of each invalid field. */
export function readFields<F extends Fields>(
  fields: F,
  form: FormData,
): Result<ValuesOf<F>, FieldErrors<keyof F & string>> {
  const names = namesIn(fields);
  const texts = names.map((name) => [name, valueOf(form, name, fields[name]?.kind)]);
  const rules = names.map((name) => [name, fields[name]?.rule] as const);
  const schema: z.core.$ZodType = z.object(Object.fromEntries(rules) as z.core.$ZodShape);
  return parseForm(schema, Object.fromEntries(texts)) as Result<
    ValuesOf<F>,
    FieldErrors<keyof F & string>
  >;
}

function valueOf(form: FormData, name: string, kind: FieldRecord["kind"] | undefined) {
  if (kind === "ticks") return form.getAll(name);
  // Browsers send a tick only if it is set.
  return form.get(name) ?? (kind === "tick" ? undefined : "");
}

/** The rule of a tick: whether it is set. */
export const ticked = z
  .string()
  .optional()
  .transform((text) => text === "on");

/** The values of fields as their form shows them. */
export type FieldTexts = Readonly<Record<string, string | readonly string[]>>;

/** Returns the values of a stored record, or of a sent form, as texts; without them those of a new record. */
export function fieldTexts(fields: Fields, values?: Readonly<Record<string, unknown>>): FieldTexts {
  const textOf = (name: string) => {
    const value = values ? values[name] : fields[name]?.empty;
    if (Array.isArray(value))
      return fields[name]?.kind === "ticks" ? value.map(String) : String(value[0] ?? "");
    if (typeof value === "boolean") return value ? "on" : "";
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  return Object.fromEntries(namesIn(fields).map((name) => [name, textOf(name)]));
}
