import type { Context } from "hono";
import type { z } from "zod";
import { PROBLEM_TYPE } from "#app/api/openapi.ts";
import { type Problem, type ProblemName, problems, problemType } from "#app/api/problem.ts";
import type { AppEnv } from "../requests.ts";

type Errors = Record<string, string>;

/** Why a request is refused, in the form of RFC 9457. */
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

/** The address is wrong, or what stands there is gone. */
export function nothingHere(c: Context<AppEnv>): Response {
  return problem(c, "not-found", "The API has nothing at this address. See /api for what it has.");
}

/** What is wrong with each field, one message each; what is not known is named, too. */
export function fieldErrors(error: z.ZodError): Errors {
  const errors: Errors = {};
  for (const issue of error.issues) {
    const fields = issue.code === "unrecognized_keys" ? issue.keys : [issue.path[0] ?? "body"];
    const message = issue.code === "unrecognized_keys" ? "There is no such field" : issue.message;
    for (const field of fields)
      // Whatever it is called: `__proto__` is a name like any other.
      Object.defineProperty(errors, String(field), {
        value: Object.hasOwn(errors, String(field)) ? errors[String(field)] : message,
        enumerable: true,
        configurable: true,
      });
  }
  return errors;
}
