import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import type { Toast, ToastsProps } from "./toasts.tsx";

// Most visits show no toast, so its code is loaded with the first one. If loading fails, as while the shop is
// unreachable, the message is shown as plain text.
const Toasts = lazy(async (): Promise<{ default: ComponentType<ToastsProps> }> => {
  const loaded = await import("./toasts.tsx").catch(() => null);
  return { default: loaded?.Toasts ?? PlainToasts };
});

/** The fallback without Sonner: shows the latest toast for its duration. */
function PlainToasts({ queue, drain }: ToastsProps) {
  const latest = queue.at(-1);
  useEffect(() => {
    if (!latest) return;
    const timer = setTimeout(drain, latest.duration);
    return () => clearTimeout(timer);
  }, [latest, drain]);
  return (
    <div className="toasts__plain" role="status">
      {latest && (
        <p className={`toast ${latest.kind === "success" ? "toast--ok" : "toast--err"}`}>
          {latest.message}
        </p>
      )}
    </div>
  );
}

/** Toasts that are not shown yet; null until the first one. */
let queue: Toast[] | null = null;
const listeners = new Set<() => void>();

function setQueue(toasts: Toast[]): void {
  queue = toasts;
  for (const listener of listeners) listener();
}

function drain(): Toast[] {
  const toasts = queue ?? [];
  if (toasts.length > 0) setQueue([]);
  return toasts;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The region where toasts appear, top-center. Render it once, before the header that it hangs below. */
export function Toaster() {
  const queued = useSyncExternalStore(
    subscribe,
    () => queue,
    () => null,
  );
  return (
    // Sonner moves the focus back each time Tab leaves a toast and when the last one closes, which traps keyboard
    // users. Stopping the focus events keeps it from noticing.
    <div className="toasts" onFocusCapture={(event) => event.stopPropagation()}>
      {queued && (
        <Suspense>
          <Toasts queue={queued} drain={drain} />
        </Suspense>
      )}
    </div>
  );
}

type ToastOptions = Pick<Toast, "description" | "action">;

/** Shows the result of an action. A condition that lasts is a Notice instead. */
export const notify = {
  success(message: string, options?: ToastOptions): void {
    setQueue([...(queue ?? []), { kind: "success", message, duration: 4000, ...options }]);
  },
  error(message: string, options?: ToastOptions): void {
    setQueue([...(queue ?? []), { kind: "error", message, duration: 6000, ...options }]);
  },
};
