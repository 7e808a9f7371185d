import { Form, useNavigate } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import type { Endpoint } from "#shop/webhooks/webhook.ts";
import { webhookPath } from "../webhooks/webhook-paths.ts";

const texts = {
  delete: {
    title: "Delete this webhook?",
    question:
      "Nothing more is sent to it, including waiting deliveries. The list of deliveries is deleted, too.",
    confirm: "Delete webhook",
    decline: "Keep webhook",
  },
  roll: {
    title: "Roll the secret?",
    question:
      "The next message is signed with a new secret. Messages the receiver rejects until it knows the new secret are retried.",
    confirm: "Roll secret",
    decline: "Keep secret",
  },
} as const;

interface WebhookDialogProps {
  endpoint: Endpoint;
  dialog: "delete" | "roll";
}

/** Confirms deleting the endpoint or rolling its secret: in a dialog, or in the page without JavaScript. */
export function WebhookDialog({ endpoint: { id, version }, dialog }: WebhookDialogProps) {
  const navigate = useNavigate();
  const here = webhookPath(id);
  const { title, question, confirm, decline } = texts[dialog];
  return (
    <>
      <noscript>
        <Form method="post" action={here} className="card webhook-question">
          <input type="hidden" name="intent" value={dialog} />
          <input type="hidden" name="version" value={version} />
          <h2>{title}</h2>
          <p>{question}</p>
          <div className="row">
            <Button type="submit" variant="danger-quiet">
              {confirm}
            </Button>
            <ButtonLink to={here}>{decline}</ButtonLink>
          </div>
        </Form>
      </noscript>
      <ConfirmDialog
        open
        {...texts[dialog]}
        action={here}
        intent={dialog}
        values={{ version: String(version) }}
        onDecline={() => void navigate(here, { preventScrollReset: true, replace: true })}
      />
    </>
  );
}
