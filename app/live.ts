import { useEffect } from "react";
import { useRevalidator } from "react-router";

interface Listener {
  onChange: () => void;
  /** After every (re)connection: what changed while nobody listened is to be caught up with. */
  onOpen: () => void;
}

/** One connection for each topic: a browser has only six for a shop. */
const connections = new Map<string, { events: EventSource; listeners: Set<Listener> }>();

/** Listens to what the server says of a topic, such as `admin`; returns how to stop. */
export function listenTo(topic: string, listener: Listener): () => void {
  const { events, listeners } = connections.get(topic) ?? connect(topic);
  listeners.add(listener);
  if (events.readyState === EventSource.OPEN) listener.onOpen();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    events.close();
    connections.delete(topic);
  };
}

function connect(topic: string) {
  const events = new EventSource(`/live/${topic}`);
  const listeners = new Set<Listener>();
  events.addEventListener("change", () => {
    for (const { onChange } of listeners) onChange();
  });
  events.addEventListener("open", () => {
    for (const { onOpen } of listeners) onOpen();
  });
  const connection = { events, listeners };
  connections.set(topic, connection);
  return connection;
}

/** Keeps the page at what the server knows: loads its data again whenever the server says that it changed. */
export function useLive(topic: string | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!topic) return;
    // Asked for only while the server answers: a load that fails would take the page away.
    const refresh = () => void whenReachable(revalidate);
    return listenTo(topic, { onChange: refresh, onOpen: refresh });
  }, [topic, revalidate]);
}

/** Goes on when the server answers; does nothing, for now, when it does not. */
export async function whenReachable(goOn: () => Promise<void>): Promise<void> {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) await goOn();
}
