import { type ReactNode, useId, useLayoutEffect, useRef, type KeyboardEvent } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { Button } from "./button.tsx";
import { HiddenFields } from "./hidden-fields.tsx";
import type { FormErrors } from "./use-form-errors.ts";
import "./dialog.css";

export interface ConfirmDialogProps {
  open: boolean;
  /** Called on Escape and by the declining button. The parent sets `open` to false. */
  onDecline: () => void;
  title: string;
  question: ReactNode;
  /** The labels of the two buttons. */
  confirm: string;
  decline: string;
  /** The form's action, its `intent` and further hidden values. */
  action: string;
  intent: string;
  values?: Readonly<Record<string, string>>;
  /** From `useFormErrors`, when there are fields to check; or a handler that submits without navigating. */
  form?: Partial<FormErrors<string>["form"]>;
  /** The look of the confirming button. */
  tone?: "danger" | "primary";
  /** Fields above the buttons. */
  children?: ReactNode;
}

const dangerous = { className: "btn--danger" };

/** A modal confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onDecline, title, question, action, intent, values = {}, form } = props;
  const look = props.tone === "primary" ? { variant: "primary" as const } : dangerous;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const navigation = useNavigation();
  const { key } = useLocation();
  const busy = navigation.state !== "idle" && navigation.formData?.get("intent") === intent;

  // Also closes on unmount, because only close() restores the focus. The location key is a dependency because a
  // navigation that opens the dialog again may overtake the one that closed it.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    return () => element.close();
  }, [open, key]);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-question`}
      // Calls back at once. The browser's own close event comes only after the next key, which may reopen the dialog.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onDecline();
      }}
      onClose={() => {
        if (!dialog.current?.open) onDecline();
      }}
      onKeyDown={trapFocus}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-question`}>{question}</p>
      <Form method="post" action={action} noValidate className="dialog__form" {...form}>
        <HiddenFields values={{ ...values, intent }} />
        {props.children}
        <div className="dialog__foot">
          <Button onClick={onDecline}>{props.decline}</Button>
          <Button type="submit" {...look} busy={busy}>
            {props.confirm}
          </Button>
        </div>
      </Form>
    </dialog>
  );
}

/**
 * Keeps Tab inside a modal dialog. `showModal()` already makes the page behind it inert; this also keeps the focus from
 * moving to the browser's own toolbar.
 */
export function trapFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== "Tab" || event.defaultPrevented) return;
  const focusable = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(
      "a[href], button, summary, input:not([type=hidden]), select, textarea, [tabindex='0']",
    ),
  ].filter((element) => !element.matches(":disabled") && element.checkVisibility());
  const next = event.shiftKey ? focusable.at(-1) : focusable[0];
  const last = event.shiftKey ? focusable[0] : focusable.at(-1);
  if (document.activeElement !== last) return;
  event.preventDefault();
  next?.focus();
}
