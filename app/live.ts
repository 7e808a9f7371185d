import { useCallback, useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { openStream } from "./live-stream.ts";

interface Listener {
  onChange: () => void;
  /** After every (re)connection: what changed while nobody listened is to be caught up with. */
  onOpen: () => void;
}

interface Heard {
  listeners: Set<Listener>;
  open: boolean;
  close: () => void;
  closing: ReturnType<typeof setTimeout> | undefined;
}

/** A page that gives way to the next one leaves it the connection. */
const LINGER_MS = 1000;

const topics = new Map<string, Heard>();

/** Listens to what the server says of a topic, such as `admin`; returns how to stop. */
export function listenTo(topic: string, listener: Listener): () => void {
  const heard = topics.get(topic) ?? hear(topic);
  clearTimeout(heard.closing);
  heard.listeners.add(listener);
  if (heard.open) listener.onOpen();
  return () => {
    heard.listeners.delete(listener);
    if (heard.listeners.size > 0) return;
    heard.closing = setTimeout(() => {
      heard.close();
      topics.delete(topic);
    }, LINGER_MS);
  };
}

function hear(topic: string): Heard {
  const listeners = new Set<Listener>();
  const close = openStream(topic, (word) => {
    if (word === "open") heard.open = true;
    for (const { onOpen, onChange } of listeners) (word === "open" ? onOpen : onChange)();
  });
  const heard: Heard = { listeners, open: false, close, closing: undefined };
  topics.set(topic, heard);
  return heard;
}

/** Keeps the page at what the server knows: loads its data again whenever the server says that it changed. */
export function useLive(topic: string | null): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (topic) return listenTo(topic, { onChange: refresh, onOpen: refresh });
  }, [topic, refresh]);
}

/**
 * How the page's data is loaded again: only while the server answers, since a load that fails would take the page
 * away; and not while the browser is on its way to another page, which would begin anew, but once that has ended.
 */
export function useRefresh(): () => void {
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const onTheWay = useRef(false);
  const due = useRef(false);

  const load = useCallback(async () => {
    const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return;
    due.current = onTheWay.current;
    if (!due.current) await revalidate();
  }, [revalidate]);

  useEffect(() => {
    onTheWay.current = state !== "idle";
    if (onTheWay.current || !due.current) return;
    due.current = false;
    void load();
  }, [state, load]);

  return useCallback(() => void load(), [load]);
}

/** Loads the page's data again every so many seconds in which somebody looks at it; null: never. */
export function useRefreshEvery(seconds: number | null): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (seconds === null) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refresh();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [refresh, seconds]);
}
