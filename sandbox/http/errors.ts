import type { Context } from "hono";
import { RequestError } from "../errors.ts";

/** Answers a request whose handler threw: a RequestError with its message, anything else with 500. */
export function handleError(error: Error, c: Context): Response {
  if (error instanceof RequestError) return c.json({ error: error.message }, error.status);
  console.error(error);
  return c.json({ error: "Internal error" }, 500);
}
