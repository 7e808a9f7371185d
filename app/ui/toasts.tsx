import { useEffect } from "react";
import { Toaster as Sonner, toast as showToast } from "sonner";
import { Icon } from "./icon.tsx";

export interface Toast {
  kind: "success" | "error";
  message: string;
  /** In milliseconds. */
  duration: number;
  /** A second, quieter line: what to do about it. */
  description?: string | undefined;
  /** A button; pressing it dismisses the toast. */
  action?: { label: string; onClick: () => void } | undefined;
}

export interface ToastsProps {
  queue: Toast[];
  /** Empties the queue and returns what it held. */
  drain: () => Toast[];
}

const classNames = {
  toast: "toast",
  success: "toast--ok",
  error: "toast--err",
  icon: "toast__icon",
  content: "toast__text",
  description: "toast__more",
  actionButton: "toast__action",
  closeButton: "toast__close",
};

const icons = {
  success: <Icon name="check" />,
  error: <Icon name="alert" />,
  close: <Icon name="x" size="sm" />,
};

/** Shows queued toasts, newest first. */
export function Toasts({ queue, drain }: ToastsProps) {
  // Sonner drops toasts that are sent before its own effect, which runs before this one.
  useEffect(() => {
    if (queue.length === 0) return;
    for (const { kind, message, ...options } of drain()) showToast[kind](message, options);
  }, [queue, drain]);

  return (
    <Sonner
      position="top-center"
      // Our colours follow the theme by themselves; sonner's dark rules would only override them.
      theme="light"
      expand
      closeButton
      visibleToasts={3}
      gap={8}
      icons={icons}
      toastOptions={{ unstyled: true, classNames, closeButtonAriaLabel: "Dismiss" }}
    />
  );
}
