import type { Context } from "hono";
import { z } from "zod";
import { RequestError } from "../errors.ts";

/** Parses the JSON body of a request; throws RequestError. */
export async function jsonBody<T>(c: Context, schema: z.core.$ZodType<T>): Promise<T> {
  const text = await c.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RequestError("The body is not JSON");
  }
  return validate(body, schema);
}

/** Parses the fields of a submitted form; throws RequestError. */
export async function formBody<T>(c: Context, schema: z.core.$ZodType<T>): Promise<T> {
  return validate(await c.req.parseBody(), schema);
}

/** Validates a value; throws RequestError with all problems. */
export function validate<T>(value: unknown, schema: z.core.$ZodType<T>): T {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join(".")}: ${message}` : message,
  );
  throw new RequestError(problems.join("; "));
}
