import type { Faults } from "../http/faults.ts";
import type { Invoice } from "./invoices.ts";

/** A client that waits for news of invoices. */
export type Subscriber = {
  /** Called with each invoice that was added or settled. */
  notify: (invoice: Invoice, what: "added" | "settled") => void;
  /** Ends the connection. */
  close: () => void;
};

/** The clients that wait for news, with the faults of streams. */
export class Streams {
  readonly #faults: Faults;
  readonly #subscribers = new Set<Subscriber>();

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  get count(): number {
    return this.#subscribers.size;
  }

  get areSilent(): boolean {
    return this.#faults.lightning === "stream-half-open";
  }

  /** Returns the function that ends the subscription. */
  add(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    if (this.#areCut) queueMicrotask(() => this.#close(subscriber));
    return () => void this.#subscribers.delete(subscriber);
  }

  publish(invoice: Invoice, what: "added" | "settled"): void {
    const { lightning } = this.#faults;
    if (this.areSilent || lightning === "event-lost") return;
    for (const subscriber of this.#subscribers) {
      subscriber.notify(invoice, what);
      if (lightning === "event-twice") subscriber.notify(invoice, what);
    }
  }

  /** Ends all connections if a fault says so. */
  applyFaults(): void {
    if (this.#areCut) this.closeAll();
  }

  closeAll(): void {
    for (const subscriber of this.#subscribers) this.#close(subscriber);
  }

  get #areCut(): boolean {
    const { lightning } = this.#faults;
    return lightning === "stream-cut" || lightning === "node-down";
  }

  #close(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    subscriber.close();
  }
}
