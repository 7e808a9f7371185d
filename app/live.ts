import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Keeps the page at what the server knows: loads its data again whenever the server says that it changed. */
export function useLive(topic: string | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!topic) return;
    const events = new EventSource(`/live/${topic}`);
    // Asked for only while the server answers: a load that fails would take the page away.
    const refresh = () => void whenReachable(revalidate);
    events.addEventListener("change", refresh);
    // Also after every (re)connection: what changed while nobody listened is caught up with.
    events.addEventListener("open", refresh);
    return () => events.close();
  }, [topic, revalidate]);
}

/** Goes on when the server answers; does nothing, for now, when it does not. */
export async function whenReachable(goOn: () => Promise<void>): Promise<void> {
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) await goOn();
}
