import { Form, useNavigate } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { HiddenFields } from "#app/ui/hidden-fields.tsx";
import "./office.css";

interface AskedActProps {
  title: string;
  question: string;
  confirm: string;
  decline: string;
  /** The form's action, which is also the page without the question; its `intent` and further hidden values. */
  action: string;
  intent: string;
  values: Readonly<Record<string, string>>;
}

/** Asks before what cannot be undone, on a page whose URL is the question: in a dialog; without JavaScript, in the page. */
export function AskedAct(props: AskedActProps) {
  const { title, question, confirm, decline, action, intent, values } = props;
  const navigate = useNavigate();
  return (
    <>
      <noscript>
        <Form method="post" action={action} className="card asked-act">
          <HiddenFields values={{ ...values, intent }} />
          <h2>{title}</h2>
          <p>{question}</p>
          <div className="row">
            <Button type="submit" variant="danger-quiet">
              {confirm}
            </Button>
            <ButtonLink to={action}>{decline}</ButtonLink>
          </div>
        </Form>
      </noscript>
      <ConfirmDialog
        {...props}
        open
        onDecline={() => void navigate(action, { preventScrollReset: true, replace: true })}
      />
    </>
  );
}
