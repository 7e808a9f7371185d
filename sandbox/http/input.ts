import type { Context } from "hono";
import { z } from "zod";
import { Refusal } from "../errors.ts";

/** The JSON body of a request in the shape asked for; throws Refusal saying what is wrong. */
export async function jsonBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const text = await c.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal("The body is not JSON");
  }
  return check(body, schema);
}

/** The fields of a submitted form in the shape asked for; throws Refusal saying what is wrong. */
export async function formBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  return check(await c.req.parseBody(), schema);
}

/** A value in the shape asked for; throws Refusal saying what is wrong. */
export function check<T>(value: unknown, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join(".")}: ${message}` : message,
  );
  throw new Refusal(problems.join("; "));
}
