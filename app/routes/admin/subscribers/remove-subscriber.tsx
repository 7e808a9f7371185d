import { Form, useNavigate } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import type { Subscriber } from "#shop/newsletter/subscriber.ts";

interface RemoveSubscriberProps {
  subscriber: Pick<Subscriber, "id" | "email">;
  /** Path of the list, which declining leads to. */
  here: string;
}

/** Confirms removing a subscriber: in a dialog, or in the page without JavaScript. */
export function RemoveSubscriber({ subscriber: { id, email }, here }: RemoveSubscriberProps) {
  const navigate = useNavigate();
  const title = "Remove this subscriber?";
  const question = `${email} gets no more newsletters and is removed from the list. They can subscribe again.`;
  return (
    <>
      <noscript>
        <Form method="post" action={here} className="card newsletter-question">
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="id" value={id} />
          <h2>{title}</h2>
          <p>{question}</p>
          <div className="row">
            <Button type="submit" variant="danger-quiet">
              Remove
            </Button>
            <ButtonLink to={here}>Keep</ButtonLink>
          </div>
        </Form>
      </noscript>
      <ConfirmDialog
        open
        title={title}
        question={question}
        confirm="Remove"
        decline="Keep"
        action={here}
        intent="remove"
        values={{ id }}
        onDecline={() => void navigate(here, { preventScrollReset: true, replace: true })}
      />
    </>
  );
}
