import type { Context } from "hono";
import type { z } from "zod";
import { ORDER_ID_ALPHABET, ORDER_ID_LENGTH } from "#shop/orders/order.ts";
import type { OrderSort } from "#shop/orders/order-list.ts";
import type { AppEnv } from "../requests.ts";
import { fieldErrors, problem } from "./answers.ts";

/** What was asked for, or why it cannot be read. */
type Read<Value> = { value: Value } | { refusal: Response };

/** The parameters of the address, each given once. */
export function readQuery<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Read<z.output<Schema>> {
  const given = new URL(c.req.url).searchParams;
  const names = [...given.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return invalid(c, { [twice]: "Given more than once" });
  const parsed = schema.safeParse(Object.fromEntries(given));
  return parsed.success ? { value: parsed.data } : invalid(c, fieldErrors(parsed.error));
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** The body, which has to be JSON. */
export async function readBody<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<Read<z.output<Schema>>> {
  if (!JSON_TYPE.test(c.req.header("content-type") ?? ""))
    return {
      refusal: problem(
        c,
        "unsupported-media-type",
        'Send JSON, with "Content-Type: application/json".',
        { headers: { "accept-patch": "application/json" } },
      ),
    };
  const json = parse(await c.req.text());
  if (json === undefined)
    return { refusal: problem(c, "malformed", "The body is no JSON that can be read.") };
  const parsed = schema.safeParse(json);
  return parsed.success ? { value: parsed.data } : invalid(c, fieldErrors(parsed.error));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function invalid(c: Context<AppEnv>, errors: Record<string, string>): { refusal: Response } {
  const detail = Object.entries(errors)
    .map(([field, message]) => `${field}: ${message}`)
    .join("; ");
  return { refusal: problem(c, "invalid", `${detail}.`, { errors }) };
}

/** The versions that `If-Match` names; null for any, and for a request without it. */
export function versionsIn(header: string | undefined): number[] | null {
  if (header === undefined || header.trim() === "*") return null;
  // Weak ones never match, by RFC 9110, and neither does what is no version of ours.
  return header.split(",").flatMap((tag) => {
    const version = /^\s*"(\d{1,9})"\s*$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

interface Place {
  value: number;
  id: string;
}

const ORDER_ID = `[${ORDER_ID_ALPHABET}]{${ORDER_ID_LENGTH}}`;
const CURSOR = new RegExp(`^(created|updated)(-?)\\.(\\d{1,16})\\.(${ORDER_ID})$`);

/** A place in a list, for programs to give back as it is. It holds for its sort alone. */
export function cursorOf({ by, descending }: OrderSort, { value, id }: Place): string {
  return Buffer.from(`${by}${descending ? "-" : ""}.${value}.${id}`).toString("base64url");
}

/** The place that a cursor is of; null for what is none, or of another sort. */
export function placeIn(cursor: string, { by, descending }: OrderSort): Place | null {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const [, sort, down, value, id] = CURSOR.exec(text) ?? [];
  if (sort !== by || (down === "-") !== descending || !value || !id) return null;
  return Number.isSafeInteger(Number(value)) ? { value: Number(value), id } : null;
}
