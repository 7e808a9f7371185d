import { type ComponentType, lazy, Suspense, useSyncExternalStore } from "react";
import type { Said, ToastsProps } from "./toasts.tsx";

// Most visits see no toast: what shows them is fetched for the first one. No toast is worth the page: if that
// does not arrive, as after an update of the shop, the page goes on without.
const Toasts = lazy(async (): Promise<{ default: ComponentType<ToastsProps> }> => {
  const loaded = await import("./toasts.tsx").catch(() => null);
  return { default: loaded?.Toasts ?? (() => null) };
});

/** What was said and is not shown yet; null until something is said. */
let waiting: Said[] | null = null;
const listeners = new Set<() => void>();

function setWaiting(said: Said[]): void {
  waiting = said;
  for (const listener of listeners) listener();
}

function take(): Said[] {
  const said = waiting ?? [];
  if (said.length > 0) setWaiting([]);
  return said;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear: top-center, newest first. Stands once in the page, before the bar that it hangs below. */
export function Toaster() {
  const said = useSyncExternalStore(
    subscribe,
    () => waiting,
    () => null,
  );
  return (
    // Sonner would send the focus back to where it came from, as often as Tab leaves a toast and once more
    // when the last one goes: nobody got past it by keyboard. It does not hear of the focus at all.
    <div className="toasts" onFocusCapture={(event) => event.stopPropagation()}>
      {said && (
        <Suspense>
          <Toasts said={said} take={take} />
        </Suspense>
      )}
    </div>
  );
}

type ToastOptions = Pick<Said, "description" | "action">;

/** The result of an action. Something that stays true is a Notice instead. */
export const notify = {
  success(message: string, options?: ToastOptions): void {
    setWaiting([...(waiting ?? []), { kind: "success", message, duration: 4000, ...options }]);
  },
  error(message: string, options?: ToastOptions): void {
    setWaiting([...(waiting ?? []), { kind: "error", message, duration: 6000, ...options }]);
  },
};
