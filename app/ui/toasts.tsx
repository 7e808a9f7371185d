import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { Icon } from "./icon.tsx";

/** What can be told in a toast. */
export interface Said {
  kind: "success" | "error";
  message: string;
  duration: number;
  /** A second, quieter line: what to do about it. */
  description?: string | undefined;
  /** A way on, as a button; the toast goes when it is pressed. */
  action?: { label: string; onClick: () => void } | undefined;
}

export interface ToastsProps {
  said: Said[];
  /** Gives what was said, each of it once. */
  take: () => Said[];
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

/** Shows what is said, newest first. */
export function Toasts({ said, take }: ToastsProps) {
  // Sonner hears only what comes after its own effect, which runs before this one.
  useEffect(() => {
    if (said.length === 0) return;
    for (const { kind, message, ...options } of take()) toast[kind](message, options);
  }, [said, take]);

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
