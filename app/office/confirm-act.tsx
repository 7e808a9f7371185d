import { type ReactNode, useState } from "react";
import { Form, useLocation } from "react-router";
import { Button, type ButtonLook } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import "./office.css";

interface ConfirmActProps extends Pick<ButtonLook, "variant" | "size" | "iconOnly"> {
  /** The content of the button that asks. */
  children: ReactNode;
  /** Its name for screen readers, where the content says too little. */
  name?: string;
  title: string;
  question: ReactNode;
  confirm: string;
  decline?: string;
  /** The form's action, its `intent` and further hidden values. */
  action: string;
  intent: string;
  values: Readonly<Record<string, string>>;
}

/** A button for what cannot be undone: it asks in a dialog; without JavaScript, below itself. */
export function ConfirmAct(props: ConfirmActProps) {
  const { children, name, decline = "Cancel", ...dialog } = props;
  const { variant = "danger-quiet", size, iconOnly } = props;
  const { title, question, confirm, action, intent, values } = dialog;
  // A response has a new location key, which closes the dialog; the page behind it shows any error.
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  return (
    <>
      <Button
        {...{ variant, size, iconOnly }}
        className="needs-script"
        aria-label={name}
        onClick={() => setOpenedAt(key)}
      >
        {children}
      </Button>
      <noscript>
        <details className="confirm-act">
          <summary aria-label={name}>{children}</summary>
          <Form method="post" action={action}>
            <HiddenFields values={{ ...values, intent }} />
            <b>{title}</b>
            <p>{question}</p>
            <Button type="submit" variant="danger-quiet" size={size}>
              {confirm}
            </Button>
          </Form>
        </details>
      </noscript>
      <ConfirmDialog
        {...dialog}
        decline={decline}
        open={openedAt === key}
        onDecline={() => setOpenedAt(null)}
      />
    </>
  );
}
