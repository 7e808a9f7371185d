import { Toaster as Sonner, toast } from "sonner";
import { Icon } from "./icon.tsx";

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

/** Where toasts appear: top-center, newest first. Stands once in the page, before the bar that it hangs below. */
export function Toaster() {
  return (
    // Sonner would send the focus back to where it came from, as often as Tab leaves a toast and once more
    // when the last one goes: nobody got past it by keyboard. It does not hear of the focus at all.
    <div className="toasts" onFocusCapture={(event) => event.stopPropagation()}>
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
    </div>
  );
}

export interface ToastOptions {
  /** A second, quieter line: what to do about it. */
  description?: string;
  /** A way on, as a button; the toast goes when it is pressed. */
  action?: { label: string; onClick: () => void };
}

/** The result of an action. Something that stays true is a Notice instead. */
export const notify = {
  success(message: string, options?: ToastOptions): void {
    toast.success(message, { duration: 4000, ...options });
  },
  error(message: string, options?: ToastOptions): void {
    toast.error(message, { duration: 6000, ...options });
  },
};
