import { Form, useNavigate } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import type { Endpoint } from "#shop/webhooks/webhook.ts";
import { webhookPath } from "../webhooks/webhook-paths.ts";

const words = {
  delete: {
    title: "Delete this webhook?",
    question:
      "Nothing is sent to it any more, also not what waits. The list of what was sent goes with it.",
    confirm: "Delete webhook",
    decline: "Keep webhook",
  },
  roll: {
    title: "Roll the secret?",
    question:
      "The next message is signed with a new secret. What the receiver refuses until it knows it is tried again.",
    confirm: "Roll secret",
    decline: "Keep secret",
  },
} as const;

interface WebhookQuestionProps {
  endpoint: Endpoint;
  asking: "delete" | "roll";
}

/** Asks before it is deleted, or its secret rolled: in a dialog, and in the page where no script runs. */
export function WebhookQuestion({ endpoint: { id, version }, asking }: WebhookQuestionProps) {
  const navigate = useNavigate();
  const here = webhookPath(id);
  const { title, question, confirm, decline } = words[asking];
  return (
    <>
      <noscript>
        <Form method="post" action={here} className="card webhook-question">
          <input type="hidden" name="intent" value={asking} />
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
        {...words[asking]}
        action={here}
        intent={asking}
        values={{ version: String(version) }}
        onDecline={() => void navigate(here, { preventScrollReset: true, replace: true })}
      />
    </>
  );
}
