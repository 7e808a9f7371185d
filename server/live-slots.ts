import { clientKey } from "#lib/network.ts";

/** Open streams of one client address: many people of a school share one, each with a page or two. */
const STREAMS_PER_CLIENT = 100;

/** Open streams in all: each costs the database a statement or three at every heartbeat. */
const STREAMS_AT_MOST = 5000;

/** Limits how many streams are open, in all and for one client. */
export interface StreamSlots {
  /** Takes a slot; returns the function that frees it, or why there is none. */
  take(clientAddress: string): (() => void) | "client-full" | "full";
}

/** Creates the slots of one instance. At least half of its connections remain for pages. */
export function createStreamSlots(options: {
  maxConnections: number;
  perClient?: number;
}): StreamSlots {
  const { maxConnections, perClient = STREAMS_PER_CLIENT } = options;
  const total = Math.min(STREAMS_AT_MOST, Math.floor(maxConnections / 2));
  const byClient = new Map<string, number>();
  let open = 0;
  return {
    take(clientAddress) {
      const client = clientKey(clientAddress);
      const own = byClient.get(client) ?? 0;
      if (own >= perClient) return "client-full";
      if (open >= total) return "full";
      open += 1;
      byClient.set(client, own + 1);
      let freed = false;
      return () => {
        if (freed) return;
        freed = true;
        open -= 1;
        const left = (byClient.get(client) ?? 1) - 1;
        if (left === 0) byClient.delete(client);
        else byClient.set(client, left);
      };
    },
  };
}
