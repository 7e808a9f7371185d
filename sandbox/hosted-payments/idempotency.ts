import { createHash } from "node:crypto";
import { z } from "zod";
import type { Journal } from "../journal.ts";

/** A line of idempotency-keys.jsonl: the response to a request with a key. */
export const idempotencyRecord = z.object({
  key: z.string(),
  requestHash: z.string(),
  body: z.string(),
});
type StoredResponse = z.infer<typeof idempotencyRecord>;

/** The responses to requests with an idempotency key, stored across restarts. */
export class IdempotencyStore {
  readonly #journal: Journal<StoredResponse>;
  readonly #responses: Map<string, StoredResponse>;

  constructor(journal: Journal<StoredResponse>) {
    this.#journal = journal;
    this.#responses = new Map(journal.past.map((response) => [response.key, response]));
  }

  /**
   * Runs the work once for each key, and returns the stored response from then on. Returns null if the key was used
   * with another request before. If the work throws, nothing is stored.
   */
  once(key: string | undefined, request: string, work: () => object): string | null {
    if (key === undefined) return JSON.stringify(work());
    const requestHash = createHash("sha256").update(request).digest("hex");
    const known = this.#responses.get(key);
    if (known) return known.requestHash === requestHash ? known.body : null;
    const response = { key, requestHash, body: JSON.stringify(work()) };
    this.#journal.append(response);
    this.#responses.set(key, response);
    return response.body;
  }
}
