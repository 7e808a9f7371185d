import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Journal } from "../journal.ts";
import { type Service, services } from "./bill.ts";

/** A line of messages.jsonl. */
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

/** Something that a service tells the shop, and whether the shop has taken it. */
export type Message = { id: string; service: Service; body: string; delivered: boolean };

/** What a service puts on the envelope, anew each time: when it was sent, and by whom. */
export type Sign = (body: string) => Record<string, string>;

const PATIENCE_MS = 10_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Brings messages to the shop, at once and until it takes them, as the services do; kept across restarts. */
export class Post {
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

  /** Where the shop listens: known only once it does. What waited for it goes there. */
  setShop(url: string): void {
    this.#shopUrl = url.replace(/\/+$/, "");
    if (this.#held) return;
    for (const { id, delivered } of this.#messages.values()) if (!delivered) this.#bring(id);
  }

  send(service: Service, id: string, body: string): void {
    this.#commit({ t: "message", id, service, body });
    if (this.#held) this.#held.push(id);
    else this.#bring(id);
  }

  /** Keeps what is sent from now on. */
  hold(): void {
    this.#held ??= [];
  }

  /** Sends what was kept, one after the other: as it came, or the newest first. */
  async release(order: "as-sent" | "reverse"): Promise<void> {
    const held = this.#held ?? [];
    this.#held = null;
    for (const id of order === "reverse" ? held.toReversed() : held) await this.#try(id, 0);
  }

  /** Sends the newest messages once more, also those that were taken. */
  async again(count: number): Promise<void> {
    for (const { id } of this.list().slice(0, count).toReversed()) await this.#try(id, 0);
  }

  close(): void {
    this.#closing.abort();
  }

  #bring(id: string): void {
    void this.#try(id, 0);
  }

  /** One try; after one that failed there is another, later. */
  async #try(id: string, tries: number): Promise<void> {
    const message = this.#messages.get(id);
    if (!message || this.#shopUrl === null || this.#closing.signal.aborted) return;
    if (await this.#post(message, this.#shopUrl)) {
      if (!message.delivered) this.#commit({ t: "delivered", id });
      return;
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
    void delay(wait, undefined, { signal: this.#closing.signal, ref: false }).then(
      () => this.#try(id, tries + 1),
      () => {},
    );
  }

  async #post({ service, body }: Message, shopUrl: string): Promise<boolean> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const headers = { "content-type": "application/json", ...this.#sign[service](body) };
    return fetch(`${shopUrl}/webhooks/${service}`, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal,
    }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.ok;
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
