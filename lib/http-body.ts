import { type Result, err, ok } from "./result.ts";
import type { HttpError, HttpErrorReason, HttpResponse } from "./http-client.server.ts";

/** Deeper JSON is no answer of an API, and ends recursive readers with a stack overflow. */
export const MAX_JSON_DEPTH = 64;

const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json\b/i;

/** Returns the body of a response with a status of 200 to 299. */
export function okBody(response: HttpResponse): Result<string, HttpError> {
  const { status, headers, body } = response;
  if (status >= 200 && status < 300) return ok(body.toString());
  const moved = headers.location ? `: it has moved to ${headers.location.slice(0, 200)}` : "";
  return failed(response, "status", `status ${status}${moved}`);
}

/** Returns the JSON of a response with any status. An HTML page is refused by its content type. */
export function readJson(
  response: HttpResponse,
  reviver?: (key: string, value: unknown, context: { source?: string }) => unknown,
): Result<unknown, HttpError> {
  const text = response.body.toString();
  if (!JSON_TYPE.test(response.headers["content-type"] ?? ""))
    return failed(response, "content-type", "a response that is not JSON");
  if (jsonDepth(text) > MAX_JSON_DEPTH)
    return failed(response, "depth", `JSON that is nested deeper than ${MAX_JSON_DEPTH}`);
  try {
    return ok(JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]));
  } catch {
    return failed(response, "json", "JSON that cannot be read");
  }
}

/** Returns the JSON of a response with a status of 200 to 299. */
export function readOkJson(response: HttpResponse): Result<unknown, HttpError> {
  const body = okBody(response);
  return body.ok ? readJson(response) : body;
}

/** Returns how deep arrays and objects are nested, in one pass and without parsing them. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i];
    if (inString) {
      if (char === "\\") i += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "[" || char === "{") {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (char === "]" || char === "}") depth -= 1;
  }
  return deepest;
}

/** Returns the pause that a response requests with Retry-After, in seconds or as a date (RFC 9110, 10.2.3). */
export function retryAfterMs({ headers }: HttpResponse, now: Date): number | null {
  const value = headers["retry-after"];
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isFinite(at) ? Math.max(0, at - now.getTime()) : null;
}

/** Returns the error as text with the host, for a log. */
export function httpErrorText({ host, detail }: HttpError): string {
  return `${host}: ${detail}`;
}

function failed({ host, status }: HttpResponse, reason: HttpErrorReason, detail: string) {
  return err({ host, reason, detail, ...(reason === "status" && { status }) });
}
