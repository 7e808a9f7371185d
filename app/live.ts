import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useActionData, useNavigation, useRevalidator, useLocation } from "react-router";
import { openStream } from "./live-stream.ts";

interface Listener {
  onChange: () => void;
  /** Called after every (re)connection, since changes may have been missed before. */
  onOpen: () => void;
  /** Called when the stream falls silent, and when it is heard again. */
  onSilence?: (silent: boolean) => void;
  /** Keeps the stream open while the tab is hidden, too. */
  whileHidden?: boolean;
}

interface Subscription {
  listeners: Set<Listener>;
  open: boolean;
  silent: boolean;
  /** Opens or closes the stream, as the listeners need it. */
  update: () => void;
  close: () => void;
  closing: ReturnType<typeof setTimeout> | undefined;
}

/** Without live updates, visible pages poll at this interval in seconds. */
export const POLL_SECONDS = 20;

/** How long a connection stays open without listeners: the next page may need it. */
const LINGER_MS = 1000;

const topics = new Map<string, Subscription>();

/** Subscribes to the live updates of a topic, such as `admin`; returns a function that unsubscribes. */
export function listenTo(topic: string, listener: Listener): () => void {
  const subscription = topics.get(topic) ?? subscribe(topic);
  clearTimeout(subscription.closing);
  subscription.listeners.add(listener);
  subscription.update();
  if (subscription.open) listener.onOpen();
  if (subscription.silent) listener.onSilence?.(true);
  return () => {
    subscription.listeners.delete(listener);
    if (subscription.listeners.size > 0) return;
    subscription.closing = setTimeout(() => {
      subscription.close();
      topics.delete(topic);
    }, LINGER_MS);
  };
}

/**
 * Subscribes to a topic. Its stream is open while the tab is visible, since browsers allow six connections to a host
 * over HTTP/1.1; the event of a reopened stream loads what was missed. While the stream is silent, because something on
 * the way blocks or buffers it, listeners are notified at the polling interval instead.
 */
function subscribe(topic: string): Subscription {
  const listeners = new Set<Listener>();
  let polling: ReturnType<typeof setInterval> | undefined;
  let closeStream: (() => void) | null = null;
  const poll = () => {
    if (!document.hidden) for (const { onChange } of listeners) onChange();
  };
  const setSilent = (silent: boolean) => {
    if (subscription.silent === silent) return;
    subscription.silent = silent;
    for (const { onSilence } of listeners) onSilence?.(silent);
    clearInterval(polling);
    if (silent) {
      poll();
      polling = setInterval(poll, POLL_SECONDS * 1000);
    }
  };
  const stop = () => {
    closeStream?.();
    closeStream = null;
    subscription.open = false;
  };
  const update = () => {
    if (document.hidden && ![...listeners].some(({ whileHidden }) => whileHidden)) return stop();
    closeStream ??= openStream(topic, (event) => {
      setSilent(event === "silent");
      if (event === "silent") return;
      if (event === "open") subscription.open = true;
      for (const { onOpen, onChange } of listeners) (event === "open" ? onOpen : onChange)();
    });
  };
  const onVisibility = () => {
    update();
    if (subscription.silent) poll();
  };
  const subscription: Subscription = {
    listeners,
    open: false,
    silent: false,
    update,
    close: () => {
      document.removeEventListener("visibilitychange", onVisibility);
      clearInterval(polling);
      stop();
    },
    closing: undefined,
  };
  document.addEventListener("visibilitychange", onVisibility);
  topics.set(topic, subscription);
  return subscription;
}

/** Revalidates the page whenever the server reports a change of the topic. */
export function useLive(topic: string | null): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (topic) return listenTo(topic, { onChange: refresh, onOpen: refresh });
  }, [topic, refresh]);
}

/** Returns whether the stream of a topic is silent, so that the page polls. */
export function useIsSilent(topic: string | null): boolean {
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    if (!topic) return undefined;
    const ignore = () => undefined;
    const stop = listenTo(topic, { onChange: ignore, onOpen: ignore, onSilence: setSilent });
    return () => {
      stop();
      setSilent(false);
    };
  }, [topic]);
  return silent;
}

let refreshedAt: number | null = null;
const onRefreshed = new Set<() => void>();

function subscribeToRefreshes(notify: () => void): () => void {
  onRefreshed.add(notify);
  return () => onRefreshed.delete(notify);
}

/** Returns when this tab last revalidated a page, in milliseconds since 1970; null before it did. */
export function useLastRefresh(): number | null {
  return useSyncExternalStore(
    subscribeToRefreshes,
    () => refreshedAt,
    () => null,
  );
}

/**
 * Returns a function that revalidates the page: only while the server responds, since a failed load would replace the
 * page by the error page; and not during a navigation, which it would restart, but after it. A form that is sent meanwhile
 * ends the load, and React Router makes up for it only if the form was accepted.
 */
export function useRefresh(): () => void {
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const navigating = useRef(false);
  const loading = useRef(false);
  const due = useRef(false);

  const load = useCallback(async () => {
    const response = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    if (!response?.ok) return;
    due.current = navigating.current;
    if (due.current) return;
    loading.current = true;
    await revalidate();
    loading.current = false;
    refreshedAt = Date.now();
    for (const notify of onRefreshed) notify();
  }, [revalidate]);

  useEffect(() => {
    navigating.current = state !== "idle";
    if (navigating.current) due.current ||= loading.current;
    if (navigating.current || !due.current) return;
    due.current = false;
    void load();
  }, [state, load]);

  return useCallback(() => void load(), [load]);
}

/** Revalidates the page at this interval in seconds while it is visible; never for null. */
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

/**
 * Returns the latest action data until the next navigation. React Router drops it on revalidation, which live pages do
 * all the time.
 */
export const useStickyActionData: typeof useActionData = () => {
  const actionData = useActionData();
  const { key } = useLocation();
  const [sticky, setSticky] = useState({ key, actionData });
  const isNew =
    sticky.key !== key || (actionData !== undefined && actionData !== sticky.actionData);
  if (isNew) setSticky({ key, actionData });
  return isNew ? actionData : sticky.actionData;
};
