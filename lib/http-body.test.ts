import fc from "fast-check";
import { expect, test } from "vitest";
import {
  httpErrorText,
  jsonDepth,
  MAX_JSON_DEPTH,
  okBody,
  readJson,
  readOkJson,
  retryAfterMs,
} from "./http-body.ts";
import type { HttpResponse } from "./http-client.server.ts";

const json = { "content-type": "application/json; charset=utf-8" };
const response = (
  text: string,
  { status = 200, headers = json }: { status?: number; headers?: Record<string, string> } = {},
): HttpResponse => ({ host: "api.example:8080", status, headers, body: Buffer.from(text) });
const failure = (reason: string, detail: string, more = {}) => ({
  ok: false,
  error: { host: "api.example:8080", reason, detail, ...more },
});
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

test("JSON nested 100,000 deep is refused before it is parsed", () => {
  const tooDeep = failure("depth", "JSON that is nested deeper than 64");
  expect(readJson(response(nested(100_000)))).toEqual(tooDeep);
  expect(readJson(response('{"a":'.repeat(100_000)))).toEqual(tooDeep);
  expect(readJson(response(nested(MAX_JSON_DEPTH + 1)))).toEqual(tooDeep);
  expect(readJson(response(nested(MAX_JSON_DEPTH)))).toMatchObject({ ok: true });
});

test("the depth is that of the parsed value, whatever its strings hold", () => {
  const depthOf = (value: unknown): number =>
    typeof value === "object" && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
      : 0;
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[[{\]}"\\]*$/));
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), text, fc.nat(3), (value, string, indent) => {
      const whole = { [string]: [value, string] };
      expect(jsonDepth(JSON.stringify(whole, null, indent))).toBe(
        depthOf(JSON.parse(JSON.stringify(whole))),
      );
    }),
  );
});

test("an HTML page with status 200 is no JSON, and neither is a type that is missing", () => {
  const refused = failure("content-type", "a response that is not JSON");
  const html = { "content-type": "text/html" };
  expect(readOkJson(response("<!doctype html>", { headers: html }))).toEqual(refused);
  expect(readOkJson(response("{}", { headers: html }))).toEqual(refused);
  expect(readOkJson(response("{}", { headers: {} }))).toEqual(refused);
  expect(readOkJson(response("<!doctype html>"))).toEqual(
    failure("json", "JSON that cannot be read"),
  );
  for (const type of ["text/json", "application/problem+json", "APPLICATION/JSON;charset=utf-8"])
    expect(readOkJson(response("{}", { headers: { "content-type": type } }))).toEqual({
      ok: true,
      value: {},
    });
});

test("a 429 with JSON is an error with its status; its body and its pause can be read", () => {
  const limited = response('{"error":"slow down"}', {
    status: 429,
    headers: { ...json, "retry-after": "7" },
  });
  expect(readOkJson(limited)).toEqual(failure("status", "status 429", { status: 429 }));
  expect(readJson(limited)).toEqual({ ok: true, value: { error: "slow down" } });
  expect(retryAfterMs(limited, new Date())).toBe(7000);
});

test("Retry-After is seconds or a date, and anything else is ignored", () => {
  const now = new Date("2026-01-01T00:00:00Z");
  const pause = (value: string) =>
    retryAfterMs(response("", { headers: { "retry-after": value } }), now);
  expect(pause("Thu, 01 Jan 2026 00:01:00 GMT")).toBe(60_000);
  expect(pause("Thu, 01 Jan 2015 00:01:00 GMT")).toBe(0);
  expect([pause("soon"), pause("")]).toEqual([null, null]);
});

test("a redirect is an error that names its target, and an error's text names the host", () => {
  const moved = okBody(response("", { status: 301, headers: { location: "https://new.example" } }));
  if (moved.ok) throw new Error("a redirect is no success");
  expect(httpErrorText(moved.error)).toBe(
    "api.example:8080: status 301: it has moved to https://new.example",
  );
});
