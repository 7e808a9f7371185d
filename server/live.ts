import type { Database } from "#db/client.server.ts";
import { CHANGES_CHANNEL } from "#shop/orders/orders.server.ts";

/** What the back office shows beside orders. */
const officeTopics = new Set(["reviews", "newsletters", "webhooks", "figures"]);

/** Passes on, inside this process, what any process told the database that it changed. */
export interface LiveHub {
  /**
   * Calls back whenever the topic changed: `order:<id>`, `checkout:<id>`, or `office` for whatever the back
   * office shows; returns how to stop.
   */
  subscribe(topic: string, onChange: () => void): () => void;
  /** How many are called back at the moment. */
  listening: () => number;
  close: () => Promise<void>;
}

export async function openLiveHub(database: Database): Promise<LiveHub> {
  const listeners = new Map<string, Set<() => void>>();
  const stop = await database.listen(CHANGES_CHANNEL, (topic) => {
    for (const onChange of listeners.get(topic) ?? []) onChange();
    if (topic.startsWith("order:") || officeTopics.has(topic))
      for (const onChange of listeners.get("office") ?? []) onChange();
  });
  return {
    subscribe(topic, onChange) {
      const set = listeners.get(topic) ?? new Set();
      set.add(onChange);
      listeners.set(topic, set);
      return () => {
        set.delete(onChange);
        if (set.size === 0) listeners.delete(topic);
      };
    },
    listening: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    close: stop,
  };
}
