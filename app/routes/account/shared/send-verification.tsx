import { Form } from "react-router";
import { SubmitButton } from "#app/ui/submit-button.tsx";

/** Sends the mail that verifies the account's email once more; `next` is where one stands. */
export function SendVerification({ next }: { next: string }) {
  return (
    <Form method="post" action="/account">
      <input type="hidden" name="intent" value="send-verification" />
      <input type="hidden" name="next" value={next} />
      <SubmitButton intent="send-verification" size="sm">
        Send the mail again
      </SubmitButton>
    </Form>
  );
}
