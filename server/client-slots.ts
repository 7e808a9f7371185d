import { clientKey, SITE_FACTOR, siteOf } from "#lib/network.ts";

/** Open streams of one client address: many people of a school share one, each with a page or two. */
const STREAMS_PER_CLIENT = 100;

/** Open streams in all: each costs the database a statement or three at every heartbeat. */
const STREAMS_AT_MOST = 5000;

/**
 * Connections of one client address: its streams, and as many for pages. Until Node closes a connection, it holds up to
 * 5 MB for the requests of a packet, whatever becomes of them.
 */
const CONNECTIONS_PER_CLIENT = 2 * STREAMS_PER_CLIENT;

/** Limits how much is open, in all and for one client. */
export interface ClientSlots {
  /** Takes a slot; returns the function that frees it, or why there is none. */
  take(clientAddress: string): (() => void) | "client-full" | "full";
}

/** Creates the slots of one instance for streams. At least half of its connections remain for pages. */
export function createStreamSlots(maxConnections: number): ClientSlots {
  const total = Math.min(STREAMS_AT_MOST, Math.floor(maxConnections / 2));
  return createClientSlots({ perClient: STREAMS_PER_CLIENT, total });
}

/** Creates the slots of one instance for connections. At least half of them remain for other clients. */
export function createConnectionSlots(maxConnections: number): ClientSlots {
  const perClient = Math.min(CONNECTIONS_PER_CLIENT, Math.floor(maxConnections / 2));
  return createClientSlots({ perClient, total: maxConnections });
}

export function createClientSlots(limits: { perClient: number; total: number }): ClientSlots {
  const { perClient, total } = limits;
  /** What is open, by client and by IPv6 site. */
  const counts = new Map<string, number>();
  const perSite = Math.min(SITE_FACTOR * perClient, Math.floor(total / 2));
  let open = 0;
  const add = (key: string, change: 1 | -1) => {
    const count = (counts.get(key) ?? 0) + change;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  return {
    take(clientAddress) {
      const client = clientKey(clientAddress);
      const site = siteOf(clientAddress);
      if ((counts.get(client) ?? 0) >= perClient) return "client-full";
      if (site && (counts.get(site) ?? 0) >= perSite) return "client-full";
      if (open >= total) return "full";
      const keys = site ? [client, site] : [client];
      open += 1;
      for (const key of keys) add(key, 1);
      let freed = false;
      return () => {
        if (freed) return;
        freed = true;
        open -= 1;
        for (const key of keys) add(key, -1);
      };
    },
  };
}
