import { createHash } from "node:crypto";
import { z } from "zod";
import type { Journal } from "../journal.ts";

/** A line of replies.jsonl: what was answered to a request that came with a key. */
export const replyRecord = z.object({ key: z.string(), asked: z.string(), body: z.string() });
type Reply = z.infer<typeof replyRecord>;

/** Answers to requests with a key, so that the same request does its work once; kept across restarts. */
export class Replies {
  readonly #journal: Journal<Reply>;
  readonly #replies: Map<string, Reply>;

  constructor(journal: Journal<Reply>) {
    this.#journal = journal;
    this.#replies = new Map(journal.past.map((reply) => [reply.key, reply]));
  }

  /**
   * Does the work once for each key, and answers the same from then on; null when the key came with something else
   * before. What throws is not kept.
   */
  once(key: string | undefined, request: string, work: () => object): string | null {
    if (key === undefined) return JSON.stringify(work());
    const asked = createHash("sha256").update(request).digest("hex");
    const known = this.#replies.get(key);
    if (known) return known.asked === asked ? known.body : null;
    const reply = { key, asked, body: JSON.stringify(work()) };
    this.#journal.append(reply);
    this.#replies.set(key, reply);
    return reply.body;
  }
}
