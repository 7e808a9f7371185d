import { randomUUID } from "node:crypto";
import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { startLoop } from "#lib/loop.server.ts";
import { claimLanes, type Lane, nextOutgoing, recordAttempt, release } from "./lanes.server.ts";
import { post } from "./post.server.ts";
import { signatureOf } from "./signature.server.ts";
import type { Resolve, TargetPolicy } from "./targets.server.ts";

const IDLE_MS = 500;
/** How long one try may take: a third of the time for which an endpoint is claimed. */
const TIMEOUT_MS = 10_000;
/** How long a try that is under way is waited for when the shop closes. */
const FINISH_MS = 3000;

export interface Sender {
  policy: TargetPolicy;
  log: Log;
  timeoutMs?: number;
  resolve?: Resolve;
}

/** Sends what is queued for the endpoints, each in a lane of its own, for ever. */
export function startWebhooks(db: Db, sender: Sender): { stop: () => Promise<void> } {
  const { log } = sender;
  const holder = randomUUID();
  const cutting = new AbortController();
  const clock = () => new Date();
  const lanes = new Set<Promise<void>>();

  const round = async (stopping: AbortSignal) => {
    for (const lane of await claimLanes(db, holder, clock())) {
      const ends = { stopping, cutting: cutting.signal };
      const running = sendAll(db, lane, { ...sender, clock, ends })
        .catch(failed)
        .finally(() => lanes.delete(running));
      lanes.add(running);
    }
  };
  const failed = (error: unknown) => log("webhooks", error);
  const loop = startLoop(round, { pauseMs: IDLE_MS, failed });

  return {
    stop: async () => {
      await loop.stop();
      const cut = setTimeout(() => cutting.abort(), FINISH_MS);
      await Promise.all(lanes);
      clearTimeout(cut);
    },
  };
}

/** Sends everything that is due at an endpoint, one after the other, and gives it back. */
export async function sendAll(
  db: Db,
  lane: Lane,
  options: Sender & {
    clock: () => Date;
    ends?: { stopping: AbortSignal; cutting: AbortSignal };
  },
): Promise<void> {
  const { clock, ends, log, policy, resolve, timeoutMs = TIMEOUT_MS } = options;
  for (;;) {
    const outgoing = ends?.stopping.aborted ? null : await nextOutgoing(db, lane, clock());
    if (!outgoing) return release(db, lane);
    const { id, type, body, url, secret } = outgoing;
    const at = clock();
    const signature = signatureOf(secret, body, at);
    const headers = headersOf({ id, type, signature });
    const signal = ends?.cutting;
    const answer = await post(url, { body, headers }, { policy, timeoutMs, resolve, signal });
    // Cut short by the shop itself: it says nothing of the receiver, and is sent again with the next start.
    if (signal?.aborted) return release(db, lane);
    const attempt = { deliveryId: id, url, signature, answer, at };
    await recordAttempt(db, lane, { ...attempt, now: clock(), chance: Math.random() });

    if (answer.error) log(`webhook ${id}: ${answer.error}`);
  }
}

/** What a message is sent with. */
function headersOf(message: { id: string; type: string; signature: string }) {
  return {
    "content-type": "application/json",
    "user-agent": "Satchel",
    "satchel-event": message.type,
    "satchel-delivery": message.id,
    "satchel-signature": message.signature,
  };
}
