import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Journal } from "../journal.ts";

export const deliveryRecord = z.discriminatedUnion("t", [
  z.object({ t: z.literal("secret"), secret: z.string() }),
  z.object({
    t: z.literal("delivery"),
    key: z.string(),
    orderId: z.string(),
    username: z.string(),
    coins: z.number(),
    at: z.number(),
  }),
]);
type DeliveryRecord = z.infer<typeof deliveryRecord>;
type Delivery = Omit<Extract<DeliveryRecord, { t: "delivery" }>, "t">;

/** A call of the shop. Its documentation is docs/delivery.md. */
export const callSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("validate"), username: z.string(), uid: z.string().nullable() }),
  z.object({
    type: z.literal("deliver"),
    orderId: z.string(),
    username: z.string(),
    uid: z.string().nullable(),
    coins: z.number(),
    deadline: z.iso.datetime(),
  }),
]);
export type DeliverCall = Extract<z.infer<typeof callSchema>, { type: "deliver" }>;

/** What the adapter has delivered, each idempotency key once, and how often it was called for each. */
export class DeliveryAdapter {
  readonly #journal: Journal<DeliveryRecord>;
  readonly #deliveries = new Map<string, Delivery>();
  /** Calls since the start, by idempotency key. */
  readonly #calls = new Map<string, number>();
  #secret: string | null = null;

  constructor(journal: Journal<DeliveryRecord>) {
    this.#journal = journal;
    for (const record of journal.past) this.#apply(record);
  }

  /** From now on calls need a signature with this secret. */
  setSecret(secret: string): void {
    this.#add({ t: "secret", secret });
  }

  /** True for a call that is signed with the secret, and for any before one was set. */
  isSigned(body: string, signature: string): boolean {
    if (this.#secret === null) return true;
    const [, time, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    const hmac = createHmac("sha256", this.#secret).update(`${time}.${body}`).digest("hex");
    return given !== undefined && timingSafeEqual(Buffer.from(given), Buffer.from(hmac));
  }

  /** Counts a call; returns which it is for this key. */
  count(key: string): number {
    const calls = (this.#calls.get(key) ?? 0) + 1;
    this.#calls.set(key, calls);
    return calls;
  }

  has(key: string): boolean {
    return this.#deliveries.has(key);
  }

  /** Delivers, unless this key was delivered before. */
  deliver(key: string, { orderId, username, coins }: DeliverCall): void {
    if (!this.has(key)) this.#add({ t: "delivery", key, orderId, username, coins, at: Date.now() });
  }

  /** All deliveries, oldest first, and the calls since the start. */
  list() {
    return {
      deliveries: [...this.#deliveries.values()],
      calls: [...this.#calls].map(([key, calls]) => ({ key, calls })),
    };
  }

  #add(record: DeliveryRecord): void {
    this.#journal.append(record);
    this.#apply(record);
  }

  #apply(record: DeliveryRecord): void {
    if (record.t === "secret") this.#secret = record.secret;
    else {
      const { t: _, ...delivery } = record;
      this.#deliveries.set(delivery.key, delivery);
    }
  }
}
