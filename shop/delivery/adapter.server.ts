import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#db/client.server.ts";
import { type Result, err, ok } from "#lib/result.ts";
import { toOneLine } from "#lib/text.ts";
import { readSettings } from "../settings/settings.server.ts";
import type { Settings } from "../settings/settings.ts";
import { settings } from "../settings/tables.ts";
import { post, type PostOptions } from "../webhooks/post.server.ts";
import { headersOf, signatureOf } from "../webhooks/signature.server.ts";
import { readAdapterSecret } from "./secret.server.ts";

/** The program that delivers orders, as configured under Settings. */
export interface Adapter {
  url: string;
  secret: string;
}

/** Returns the adapter; null while it is switched off. */
export async function readAdapter(db: Db, known?: Settings): Promise<Adapter | null> {
  const { deliveryEnabled, deliveryUrl } = known ?? (await readSettings(db));
  if (!deliveryEnabled || deliveryUrl === "") return null;
  return { url: deliveryUrl, secret: await readAdapterSecret(db) };
}

/** Switches the adapter off; returns whether it was on. */
export async function switchAdapterOff(tx: Db, now: Date): Promise<boolean> {
  const switched = await tx
    .update(settings)
    .set({ value: false, updatedAt: now, version: sql`${settings.version} + 1` })
    .where(and(eq(settings.name, "deliveryEnabled"), eq(settings.value, true)))
    .returning({ name: settings.name });
  return switched.length > 0;
}

/** The longest text of an adapter that is stored or shown, in characters. */
const TEXT_MAX = 200;

const line = z.string().transform((text) => toOneLine(text, TEXT_MAX));
const reason = line.pipe(z.string().min(1));

const validateResponse = z.discriminatedUnion("result", [
  z.object({
    result: z.literal("known"),
    displayName: reason,
    pictureUrl: z.string().max(2000).nullish(),
  }),
  z.object({ result: z.literal("unknown"), reason }),
]);
export type ValidateResponse = z.output<typeof validateResponse>;

const deliverResponse = z.discriminatedUnion("result", [
  z.object({ result: z.literal("delivered"), reference: line.nullish() }),
  z.object({ result: z.literal("pending") }),
  z.object({ result: z.literal("refused"), reason, sent: z.boolean().nullish() }),
]);
export type DeliverResponse = z.output<typeof deliverResponse>;

export interface Account {
  username: string;
  uid: string | null;
}

/** Asks whether an account exists. Fails with a sentence that says why there is no usable answer. */
export function validateAccount(
  adapter: Adapter,
  { username, uid }: Account,
  options: PostOptions,
): Promise<Result<ValidateResponse, string>> {
  const message = { type: "validate", username, uid } as const;
  return call(
    adapter,
    message,
    { id: randomUUID(), response: validateResponse, headers: {} },
    options,
  );
}

/**
 * Has an order delivered. The order id is the idempotency key: the call is repeated after a lost answer, so the adapter
 * must deliver an id once and answer each repetition as the first time, as APIs with such a key do
 * (https://docs.stripe.com/api/idempotent_requests, https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
 * It may refuse with a reason, as fulfillment services do
 * (https://shopify.dev/docs/apps/build/orders-fulfillment/fulfillment-service-apps/build-for-fulfillment-services).
 */
export function deliverOrder(
  adapter: Adapter,
  order: Account & { orderId: string; coins: number; deadline: Date },
  options: PostOptions,
): Promise<Result<DeliverResponse, string>> {
  const { orderId, username, uid, coins, deadline } = order;
  const message = { type: "deliver", orderId, username, uid, coins, deadline } as const;
  const headers = { "idempotency-key": orderId };
  return call(adapter, message, { id: orderId, response: deliverResponse, headers }, options);
}

/** Posts a message, signed like a webhook, and reads its answer. */
async function call<R>(
  { url, secret }: Adapter,
  message: { type: "validate" | "deliver" },
  expected: { id: string; response: z.core.$ZodType<R>; headers: Record<string, string> },
  options: PostOptions,
): Promise<Result<R, string>> {
  const body = JSON.stringify(message);
  const { id } = expected;
  const signature = signatureOf(secret, body, new Date());
  const headers = { ...headersOf({ id, type: message.type, signature }), ...expected.headers };
  const { status, response, error } = await post(url, { body, headers }, options);
  if (status === null) return err(error ?? "No answer");
  if (status < 200 || status > 299) return err(`Status ${status}`);
  const parsed = z.safeParse(expected.response, parseJson(response ?? ""));
  return parsed.success ? ok(parsed.data) : err(`Not an answer to "${message.type}"`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
