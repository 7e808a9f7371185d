import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import type { Said, ToastsProps } from "./toasts.tsx";

// Most visits see no toast: what shows them is fetched for the first one. If that does not arrive, as while the shop
// cannot be reached, what is said stands there plainly.
const Toasts = lazy(async (): Promise<{ default: ComponentType<ToastsProps> }> => {
  const loaded = await import("./toasts.tsx").catch(() => null);
  return { default: loaded?.Toasts ?? PlainToasts };
});

/** The last that was said, for as long as a toast would stand. */
function PlainToasts({ said, take }: ToastsProps) {
  const last = said.at(-1);
  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(take, last.duration);
    return () => clearTimeout(timer);
  }, [last, take]);
  return (
    <div className="toasts__plain" role="status">
      {last && (
        <p className={`toast ${last.kind === "success" ? "toast--ok" : "toast--err"}`}>
          {last.message}
        </p>
      )}
    </div>
  );
}

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
