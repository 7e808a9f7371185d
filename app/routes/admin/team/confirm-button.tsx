import { useState } from "react";
import { Form, href, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";

interface ConfirmButtonProps {
  label: string;
  /** The name or address that the button concerns. */
  of: string;
  intent: string;
  values: Readonly<Record<string, string>>;
  title: string;
  question: string;
}

/** Confirms in a dialog; without JavaScript the form is submitted at once. */
export function ConfirmButton({ label, of, intent, values, title, question }: ConfirmButtonProps) {
  // A response has a new location key, which closes the dialog; the page behind it shows any error.
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const action = href("/admin/team");
  const fullLabel = `${label}: ${of}`;
  return (
    <>
      <Button
        variant="danger-quiet"
        size="sm"
        className="needs-script"
        aria-label={fullLabel}
        onClick={() => setOpenedAt(key)}
      >
        {label}
      </Button>
      <noscript>
        <Form method="post" action={action}>
          <input type="hidden" name="intent" value={intent} />
          {Object.entries(values).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton intent={intent} size="sm" variant="danger-quiet" aria-label={fullLabel}>
            {label}
          </SubmitButton>
        </Form>
      </noscript>
      <ConfirmDialog
        {...{ action, intent, values, title, question }}
        confirm={label}
        decline="Cancel"
        open={openedAt === key}
        onDecline={() => setOpenedAt(null)}
      />
    </>
  );
}
