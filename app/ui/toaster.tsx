import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { t } from "#messages/translate.ts";
import { Icon } from "./icon.tsx";

interface Toast {
  id: number;
  kind: "success" | "error";
  message: string;
  /** In milliseconds. */
  duration: number;
  /** A second, quieter line: what to do about it. */
  description?: string | undefined;
  /** A button; pressing it dismisses the toast. */
  action?: { label: string; onClick: () => void } | undefined;
}

const MAX_TOASTS = 3;
const NONE: readonly Toast[] = [];

/** The toasts on the screen, newest first. */
let toasts = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The live region where toasts appear, top-center. Render it once, before the header that it hangs below. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
  return (
    <section className="toasts" aria-label={t("ui.toasts")} aria-live="polite">
      <div className="toasts__list">
        {shown.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  );
}

/** A toast, whose time does not run while it is hovered or focused, or the tab is hidden. */
function ToastItem({ toast }: { toast: Toast }) {
  const { id, kind, message, duration, description, action } = toast;
  const [isHeld, setHeld] = useState(false);
  const isHidden = useIsHidden();
  const left = useRef(duration);
  useEffect(() => {
    if (isHeld || isHidden) return undefined;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismiss(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - startedAt;
    };
  }, [id, isHeld, isHidden]);

  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div
      className={`toast ${kind === "success" ? "toast--ok" : "toast--err"}`}
      role={kind === "error" ? "alert" : undefined}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <button
        type="button"
        className="toast__close"
        aria-label={t("ui.dismiss")}
        onClick={() => dismiss(id)}
      >
        <Icon name="x" size="sm" />
      </button>
      <div className="toast__icon">
        <Icon name={kind === "success" ? "check" : "alert"} />
      </div>
      <div className="toast__text">
        <div>{message}</div>
        {description && <div className="toast__more">{description}</div>}
      </div>
      {action && (
        <button
          type="button"
          className="toast__action"
          onClick={() => {
            action.onClick();
            dismiss(id);
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}

function useIsHidden(): boolean {
  return useSyncExternalStore(
    (notify) => {
      document.addEventListener("visibilitychange", notify);
      return () => document.removeEventListener("visibilitychange", notify);
    },
    () => document.hidden,
    () => false,
  );
}

type ToastOptions = Pick<Toast, "description" | "action">;

function show(toast: Omit<Toast, "id">): void {
  setToasts([{ id: (lastId += 1), ...toast }, ...toasts].slice(0, MAX_TOASTS));
}

/** Shows the result of an action. A condition that lasts is a Notice instead. */
export const notify = {
  success(message: string, options?: ToastOptions): void {
    show({ kind: "success", message, duration: 4000, ...options });
  },
  error(message: string, options?: ToastOptions): void {
    show({ kind: "error", message, duration: 6000, ...options });
  },
};
