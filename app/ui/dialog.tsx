import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { Button } from "./button.tsx";
import { keepFocusInside } from "./keep-focus.ts";
import type { FormErrors } from "./use-form-errors.ts";
import "./dialog.css";

export interface ConfirmDialogProps {
  open: boolean;
  /** Escape and the declining button; whoever opened it closes it. */
  onDecline: () => void;
  title: string;
  question: ReactNode;
  /** What the two buttons do, in words. */
  confirm: string;
  decline: string;
  /** Where and as what the confirmation is sent, with any further hidden values. */
  action: string;
  intent: string;
  values?: Readonly<Record<string, string>>;
  /** From `useFormErrors`, when there are fields to check. */
  form?: FormErrors<string>["form"];
  /** Fields between the question and the buttons. */
  children?: ReactNode;
}

/** Asks before something that cannot be undone. Declining does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onDecline, title, question, action, intent, values = {}, form } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const navigation = useNavigation();
  const { key } = useLocation();
  const busy = navigation.state !== "idle" && navigation.formData?.get("intent") === intent;

  // Before it leaves the page, too: only closing gives the focus back to where it was. And after every step
  // of the history: one that asks again may overtake the one by which it was declined.
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
      // Told at once. Left to the browser, it would be told only after the next key, which may open it again.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onDecline();
      }}
      onClose={() => {
        if (!dialog.current?.open) onDecline();
      }}
      onKeyDown={keepFocusInside}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-question`}>{question}</p>
      <Form method="post" action={action} noValidate className="dialog__form" {...form}>
        <input type="hidden" name="intent" value={intent} />
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {props.children}
        <div className="dialog__foot">
          <Button onClick={onDecline}>{props.decline}</Button>
          <Button type="submit" className="btn--danger" busy={busy}>
            {props.confirm}
          </Button>
        </div>
      </Form>
    </dialog>
  );
}
