import { useState } from "react";
import { Form, href, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";

/** Asks in a dialog; where no script runs, it is done at once. */
export function RevokeKey({ id, name }: { id: string; name: string }) {
  // Each answer has a new location key: refused, the page behind it says why.
  const { key } = useLocation();
  const [askedAt, setAskedAt] = useState<string | null>(null);
  const action = href("/admin/api-keys");
  const label = `Revoke the key ${name}`;
  return (
    <>
      <Button
        variant="danger-quiet"
        size="sm"
        className="needs-script"
        aria-label={label}
        onClick={() => setAskedAt(key)}
      >
        Revoke
      </Button>
      <noscript>
        <Form method="post" action={action}>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="intent" value="revoke" />
          <SubmitButton intent="revoke" size="sm" variant="danger-quiet" aria-label={label}>
            Revoke
          </SubmitButton>
        </Form>
      </noscript>
      <ConfirmDialog
        title={`Revoke the key “${name}”?`}
        question="The next request of the program that uses it is refused. This cannot be taken back: a new key is another one."
        confirm="Revoke"
        decline="Cancel"
        action={action}
        intent="revoke"
        values={{ id }}
        open={askedAt === key}
        onDecline={() => setAskedAt(null)}
      />
    </>
  );
}
