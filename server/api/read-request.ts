import type { Context } from "hono";
import { z } from "zod";
import type { Db } from "#db/client.server.ts";
import type { ApiKey } from "#shop/api-keys/api-key.ts";
import { ORDER_ID_ALPHABET, ORDER_ID_LENGTH } from "#shop/orders/order.ts";
import type { OrderSort } from "#shop/order-list/order-list.ts";
import type { AppEnv } from "../requests.ts";
import { errorsByField, problem } from "./problems.ts";

/** An admitted request: its key has the scope of the operation. */
export interface ApiRequest {
  c: Context<AppEnv>;
  db: Db;
  key: ApiKey;
  now: Date;
}

/** The validated input, or the error response. */
type Read<Value> = { value: Value } | { rejection: Response };

/** Validates the query parameters; each may be given once. */
export function readQuery<Schema extends z.core.$ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Read<z.output<Schema>> {
  const given = new URL(c.req.url).searchParams;
  const names = [...given.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return invalidInput(c, { [twice]: "Given more than once" });
  const parsed = z.safeParse(schema, Object.fromEntries(given));
  return parsed.success ? { value: parsed.data } : invalidInput(c, errorsByField(parsed.error));
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Validates the body, which must be JSON. */
export async function readBody<Schema extends z.core.$ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<Read<z.output<Schema>>> {
  if (!JSON_TYPE.test(c.req.header("content-type") ?? ""))
    return {
      rejection: problem(
        c,
        "unsupported-media-type",
        'Send JSON, with "Content-Type: application/json".',
        { headers: { "accept-patch": "application/json" } },
      ),
    };
  const json = parse(await c.req.text());
  if (json === undefined)
    return { rejection: problem(c, "malformed", "The body is not valid JSON.") };
  const parsed = z.safeParse(schema, json);
  return parsed.success ? { value: parsed.data } : invalidInput(c, errorsByField(parsed.error));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function invalidInput(
  c: Context<AppEnv>,
  errors: Record<string, string>,
): { rejection: Response } {
  const detail = Object.entries(errors)
    .map(([field, message]) => `${field}: ${message}`)
    .join("; ");
  return { rejection: problem(c, "invalid", `${detail}.`, { errors }) };
}

/** An entity tag of ours, also as a proxy that compresses rewrites it. */
const VERSION_TAG = /^\s*(?:W\/)?"(\d{1,9})(?:-[a-z]+)?"\s*$/;

/**
 * Returns the versions in an `If-Match` header; null for `*` and without the header. Compressing, Caddy makes `"3-gzip"`
 * of `"3"` and restores it in `If-None-Match` only
 * (https://github.com/caddyserver/caddy/blob/master/modules/caddyhttp/encode/encode.go); nginx makes `W/"3"`. Both still
 * name the version, so they are accepted, although RFC 9110 (13.1.1) has weak tags never match.
 */
export function parseIfMatch(header: string | undefined): number[] | null {
  if (header === undefined || header.trim() === "*") return null;
  return header.split(",").flatMap((tag) => {
    const version = VERSION_TAG.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

interface CursorPosition {
  value: number;
  id: string;
}

const ORDER_ID = `[${ORDER_ID_ALPHABET}]{${ORDER_ID_LENGTH}}`;
const CURSOR = new RegExp(`^(created|updated)(-?)\\.(\\d{1,16})\\.(${ORDER_ID})$`);

/** Encodes a position in a list as an opaque cursor, valid for one sort order. */
export function formatCursor({ by, descending }: OrderSort, { value, id }: CursorPosition): string {
  return Buffer.from(`${by}${descending ? "-" : ""}.${value}.${id}`).toString("base64url");
}

/** Decodes a cursor; null if it is invalid, or of another sort order. */
export function parseCursor(cursor: string, { by, descending }: OrderSort): CursorPosition | null {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const [, sort, down, value, id] = CURSOR.exec(text) ?? [];
  if (sort !== by || (down === "-") !== descending || !value || !id) return null;
  return Number.isSafeInteger(Number(value)) ? { value: Number(value), id } : null;
}
