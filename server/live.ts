import { CHANGES_CHANNEL, type Database } from "#db/client.server.ts";
import { rolesFollowing } from "#shop/accounts/access.ts";

/** Dispatches change notifications of the database (LISTEN/NOTIFY) to the subscribers of this process. */
export interface LiveHub {
  /**
   * Subscribes to changes of a topic: `order:<id>`, `checkout:<id>`, `team:<role>` for what the back office shows to the
   * role, or `account:<id>` when sessions of an account end. Returns a function that unsubscribes.
   */
  subscribe(topic: string, onChange: () => void): () => void;
  /** Returns the number of subscribers, without those of accounts: each has another topic, too. */
  listening: () => number;
  close: () => Promise<void>;
}

export async function openLiveHub(database: Database): Promise<LiveHub> {
  const listeners = new Map<string, Set<() => void>>();
  const stop = await database.listen(CHANGES_CHANNEL, (topic) => {
    for (const one of [topic, ...rolesFollowing(topic).map((role) => `team:${role}`)])
      for (const onChange of listeners.get(one) ?? []) onChange();
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
    listening: () =>
      [...listeners].reduce(
        (sum, [topic, { size }]) => (topic.startsWith("account:") ? sum : sum + size),
        0,
      ),
    close: stop,
  };
}
