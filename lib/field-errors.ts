import type { z } from "zod";

/** One message a field, the first that applies. */
export type FieldErrors<Fields extends string> = Partial<Record<Fields, string>>;

/** The first message of each field that does not fit its schema. */
export function firstErrors<Shape>(
  error: z.ZodError<Shape>,
): FieldErrors<Extract<keyof Shape, string>> {
  const errors: FieldErrors<Extract<keyof Shape, string>> = {};
  for (const issue of error.issues)
    errors[issue.path[0] as Extract<keyof Shape, string>] ??= issue.message;
  return errors;
}
