import type { Context } from "hono";
import type { z } from "zod";
import { PROBLEM_TYPE } from "#app/api/openapi.ts";
import { type Problem, type ProblemName, problems, problemType } from "#app/api/problem.ts";
import type { AppEnv } from "../requests.ts";

type Errors = Record<string, string>;

/** Returns an error response in the format of RFC 9457 (problem details). */
export function problem(
  c: Context<AppEnv>,
  name: ProblemName,
  detail: string,
  more: { errors?: Errors; headers?: Record<string, string> } = {},
): Response {
  const { status, title } = problems[name];
  const { errors, headers } = more;
  const body: Problem = {
    type: problemType(name),
    title,
    status,
    detail,
    requestId: c.get("request").id,
    ...(errors && { errors }),
  };
  const own = { ...headers, "content-type": PROBLEM_TYPE, "cache-control": "no-store" };
  return c.body(JSON.stringify(body), status, own);
}

/** Returns the error response for a URL that is no route of the API. */
export function noSuchAddress(c: Context<AppEnv>): Response {
  return problem(c, "not-found", "Not found. See /api for the reference.");
}

/** Returns the first message of each invalid field, and a message for each unknown one. */
export function errorsByField(error: z.ZodError): Errors {
  const errors: Errors = {};
  for (const issue of error.issues) {
    const fields = issue.code === "unrecognized_keys" ? issue.keys : [issue.path[0] ?? "body"];
    const message = issue.code === "unrecognized_keys" ? "Unknown field" : issue.message;
    for (const field of fields)
      // An assignment to `__proto__` would set the prototype.
      Object.defineProperty(errors, String(field), {
        value: Object.hasOwn(errors, String(field)) ? errors[String(field)] : message,
        enumerable: true,
        configurable: true,
      });
  }
  return errors;
}
