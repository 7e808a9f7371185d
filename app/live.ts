import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Keeps the page at what the server knows: loads its data again whenever the server says that it changed. */
export function useLive(topic: string | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!topic) return;
    const events = new EventSource(`/live/${topic}`);
    const refresh = () => void revalidate();
    events.addEventListener("change", refresh);
    // Also after every (re)connection: what changed while nobody listened is caught up with.
    events.addEventListener("open", refresh);
    return () => events.close();
  }, [topic, revalidate]);
}
