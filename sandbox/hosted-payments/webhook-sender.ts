import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Journal } from "../journal.ts";
import { type Service, services } from "./session.ts";

/** A line of webhooks.jsonl. */
export const messageRecord = z.discriminatedUnion("t", [
  z.object({
    t: z.literal("message"),
    id: z.string(),
    service: z.enum(services),
    body: z.string(),
  }),
  z.object({ t: z.literal("delivered"), id: z.string() }),
]);
type MessageRecord = z.infer<typeof messageRecord>;

/** A webhook to the shop, and whether the shop has accepted it. */
export type Message = { id: string; service: Service; body: string; delivered: boolean };

/** Returns the headers of a delivery attempt, with timestamp and signature. */
export type Sign = (body: string) => Record<string, string>;

const TIMEOUT_MS = 10_000;
const INITIAL_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;

/** Delivers webhooks to the shop and retries until it accepts them, as the providers do. Stored across restarts. */
export class WebhookSender {
  readonly #journal: Journal<MessageRecord>;
  readonly #sign: Record<Service, Sign>;
  readonly #messages = new Map<string, Message>();
  readonly #closing = new AbortController();
  #shopUrl: string | null = null;
  #held: string[] | null = null;

  constructor(journal: Journal<MessageRecord>, sign: Record<Service, Sign>) {
    this.#journal = journal;
    this.#sign = sign;
    for (const record of journal.past) this.#apply(record);
  }

  /** All messages, newest first. */
  list(): Message[] {
    return [...this.#messages.values()].toReversed();
  }

  get shopUrl(): string | null {
    return this.#shopUrl;
  }

  get isHolding(): boolean {
    return this.#held !== null;
  }

  /** Sets the URL of the shop once it listens, and delivers the pending webhooks. */
  setShopUrl(url: string): void {
    this.#shopUrl = url.replace(/\/+$/, "");
    if (this.#held) return;
    for (const { id, delivered } of this.#messages.values()) if (!delivered) this.#deliver(id);
  }

  send(service: Service, id: string, body: string): void {
    this.#commit({ t: "message", id, service, body });
    if (this.#held) this.#held.push(id);
    else this.#deliver(id);
  }

  /** Holds back all webhooks from now on. */
  hold(): void {
    this.#held ??= [];
  }

  /** Sends the held webhooks one after the other, in their order or in reverse. */
  async release(order: "as-sent" | "reverse"): Promise<void> {
    const held = this.#held ?? [];
    this.#held = null;
    for (const id of order === "reverse" ? held.toReversed() : held) await this.#attempt(id, 0);
  }

  /** Resends the newest webhooks, including those that were accepted. */
  async resend(count: number): Promise<void> {
    for (const { id } of this.list().slice(0, count).toReversed()) await this.#attempt(id, 0);
  }

  close(): void {
    this.#closing.abort();
  }

  #deliver(id: string): void {
    void this.#attempt(id, 0);
  }

  /** Makes one delivery attempt, and schedules a retry if it fails. */
  async #attempt(id: string, attempts: number): Promise<void> {
    const message = this.#messages.get(id);
    if (!message || this.#shopUrl === null || this.#closing.signal.aborted) return;
    if (await this.#post(message, this.#shopUrl)) {
      if (!message.delivered) this.#commit({ t: "delivered", id });
      return;
    }
    const backoff = Math.min(MAX_BACKOFF_MS, INITIAL_BACKOFF_MS * 2 ** attempts);
    void delay(backoff, undefined, { signal: this.#closing.signal, ref: false }).then(
      () => this.#attempt(id, attempts + 1),
      () => {},
    );
  }

  async #post({ service, body }: Message, shopUrl: string): Promise<boolean> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const headers = { "content-type": "application/json", ...this.#sign[service](body) };
    return fetch(`${shopUrl}/webhooks/${service}`, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal,
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.ok;
      },
      () => false,
    );
  }

  #commit(record: MessageRecord): void {
    this.#journal.append(record);
    this.#apply(record);
  }

  #apply(record: MessageRecord): void {
    if (record.t === "message") {
      const { id, service, body } = record;
      this.#messages.set(id, { id, service, body, delivered: false });
      return;
    }
    const message = this.#messages.get(record.id);
    if (message) message.delivered = true;
  }
}
