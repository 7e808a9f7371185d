import { useRef } from "react";
import { Form, useSearchParams } from "react-router";
import { type Answer, answerTo, typedText } from "#app/answer.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { DrawerSection } from "#app/ui/drawer.tsx";
import { Textarea } from "#app/ui/field.tsx";
import { Messages } from "#app/ui/messages.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton, useIsSubmitting } from "#app/ui/submit-button.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { Message } from "#shop/orders/message.ts";
import { MESSAGE_MAX } from "#shop/settings/message-template.ts";
import type { PanelOrder } from "./panel-order.ts";

/** The conversation as the panel shows it. */
export interface PanelConversation {
  /** The administrator's own email. */
  self: string;
  messages: readonly Message[];
  /** The ready answers of the settings, with the values of this order. */
  answers: readonly string[];
}

export interface ConversationSectionProps {
  order: Pick<PanelOrder, "tiktokUsername" | "awaitedFrom">;
  conversation: PanelConversation;
  action: string;
  answer: Answer<unknown> | null;
}

/** The conversation with the buyer of an order, and a form that answers. */
export function ConversationSection(props: ConversationSectionProps) {
  const { order, conversation, action, answer } = props;
  const { self, messages } = conversation;
  const isEmpty = messages.length === 0;
  return (
    <DrawerSection title="Messages">
      <div className="panel__messages">
        {!isEmpty && (
          <Messages
            messages={messages.map(({ side, writtenBy, ...message }) => ({
              ...message,
              own: side === "shop",
              from:
                side === "buyer"
                  ? order.tiktokUsername
                    ? `@${order.tiktokUsername}`
                    : "The buyer"
                  : (writtenBy ?? "Administrator"),
            }))}
          />
        )}
        {order.awaitedFrom && <AwaitedForm from={order.awaitedFrom} action={action} />}
        <Disclosure
          title="Write to the buyer"
          open={!isEmpty || answerTo(answer, "message") !== null}
        >
          <ReplyForm
            // Empty again once the message is sent; the messages of others leave the draft.
            key={messages.filter(({ writtenBy }) => writtenBy === self).length}
            {...props}
          />
        </Disclosure>
      </div>
    </DrawerSection>
  );
}

/** Says whose message is awaited, and ends that by hand. */
function AwaitedForm({ from, action }: { from: "buyer" | "shop"; action: string }) {
  return (
    <Notice tone="pending">
      {from === "shop"
        ? "The buyer waits for an answer."
        : "Set aside: not under Deliver until the buyer answers."}
      <Form method="post" action={action} replace preventScrollReset className="panel__awaited">
        <SubmitButton intent="message-done" size="sm" name="intent" value="message-done">
          {from === "shop" ? "No answer needed" : "Deliver without an answer"}
        </SubmitButton>
      </Form>
    </Notice>
  );
}

function ReplyForm({ conversation, action, answer }: ConversationSectionProps) {
  const text = useRef<HTMLTextAreaElement>(null);
  const given = answerTo(answer, "message");
  const { errors, form } = useFormErrors(given?.errors);
  const [params] = useSearchParams();
  const { answers } = conversation;
  const picked = answers[Number(params.get("answer") ?? Number.NaN)];
  return (
    <Form
      method="post"
      action={action}
      replace
      noValidate
      preventScrollReset
      className="messages__form"
      {...form}
    >
      <input type="hidden" name="intent" value="message" />
      <Textarea
        ref={text}
        label="Message to the buyer"
        name="text"
        rows={4}
        maxLength={MESSAGE_MAX}
        defaultValue={typedText(given, "text") ?? picked}
        error={errors.text}
        hint="The buyer reads it on the order’s page, and gets an email with a link to it."
        required
      />
      {answers.length > 0 && (
        <Disclosure title="Ready answers">
          <ul className="panel__answers">
            {answers.map((answer, index) => (
              <li key={answer}>
                <ButtonLink
                  to={`${action}${action.includes("?") ? "&" : "?"}answer=${index}`}
                  size="sm"
                  replace
                  preventScrollReset
                  onClick={(event) => {
                    event.preventDefault();
                    if (!text.current) return;
                    text.current.value = answer;
                    text.current.focus();
                  }}
                >
                  <span>{answer}</span>
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      <Button type="submit" size="sm" busy={useIsSubmitting("message")}>
        Send message
      </Button>
    </Form>
  );
}
