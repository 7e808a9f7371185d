import { expect } from "vitest";
import type { HttpResponse } from "../../visitor.ts";

/** Matches stack traces and database errors. */
const INSIDES =
  /\n\s+at (?:async )?[\w.<>[\] ]+ \(|node_modules\/|file:\/\/\/|DrizzleQueryError|Failed query|PostgresError|syntax error at|\b(?:Type|Reference|Range|Syntax)Error:|"insert into/;

/** Expects what holds for every response: no 5xx status, no internal details, no redirect to another origin. */
export function expectDecent(origin: string, answer: HttpResponse, what: string): void {
  const { status, headers, text } = answer;
  expect(status, `${what}\n${text.slice(0, 500)}`).toBeLessThan(500);
  expect(INSIDES.exec(text)?.[0], what).toBeUndefined();
  const { location } = headers;
  if (location && !what.includes("/sign-in/"))
    expect(new URL(location, origin).origin, `${what} leads to ${location}`).toBe(origin);
  if (headers["content-type"]?.startsWith("text/html"))
    expect(headers["referrer-policy"], what).toMatch(/^(same-origin|no-referrer)$/);
}
