import { Form } from "react-router";
import { type Answer, answerTo, typedText } from "#app/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Textarea } from "#app/ui/field.tsx";
import { Messages } from "#app/ui/messages.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useIsSubmitting } from "#app/ui/submit-button.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { rich, t } from "#messages/translate.ts";
import type { BuyerConversation } from "#shop/orders/conversation.server.ts";
import { MESSAGE_MAX } from "#shop/settings/message-template.ts";

export interface ConversationProps {
  orderId: string;
  conversation: BuyerConversation;
  shopName: string;
  supportEmail: string;
  answer: Answer | null;
}

/** The conversation of an order's buyer with the shop. */
export function Conversation(props: ConversationProps) {
  const { conversation, shopName, supportEmail, answer } = props;
  const { state, messages } = conversation;
  const isEmpty = messages.length === 0;
  if (state === "closed" && isEmpty) return null;
  return (
    <section id="messages" className="card track__messages" aria-label={t("order.messagesOfOrder")}>
      {!isEmpty && (
        <>
          <h2>{t("order.messages")}</h2>
          <Messages
            messages={messages.map(({ side, ...message }) => ({
              ...message,
              own: side === "buyer",
              from: side === "buyer" ? t("order.you") : shopName,
            }))}
          />
        </>
      )}
      {state === "open" ? (
        <Disclosure
          title={isEmpty ? t("order.writeFirst") : t("order.write")}
          open={!isEmpty || answerTo(answer, "message") !== null}
        >
          <MessageForm
            // Empty again once the message is sent; a message of the other side leaves the draft.
            key={messages.filter(({ side }) => side === "buyer").length}
            {...props}
          />
        </Disclosure>
      ) : (
        <p className="xs muted">{t("order.conversationClosed", { supportEmail })}</p>
      )}
    </section>
  );
}

function MessageForm({ orderId, answer }: ConversationProps) {
  const given = answerTo(answer, "message");
  const { errors, form } = useFormErrors(given?.errors);
  return (
    // Posts to the current URL, which has the order ID: the page with an error shows the order as well.
    <Form method="post" noValidate preventScrollReset className="messages__form" {...form}>
      <input type="hidden" name="intent" value="message" />
      <input type="hidden" name="orderId" value={orderId} />
      {given?.message && (
        <Notice tone="pending" role="alert">
          {given.message}
        </Notice>
      )}
      <Textarea
        label={t("order.message")}
        name="text"
        rows={4}
        maxLength={MESSAGE_MAX}
        defaultValue={typedText(given, "text")}
        error={errors.text}
        hint={t("order.messageHint")}
        required
      />
      <Button type="submit" busy={useIsSubmitting("message")}>
        {t("order.messageSend")}
      </Button>
    </Form>
  );
}

/** Links a buyer to an unanswered question of the shop. */
export function AskedNotice() {
  return (
    <Notice tone="pending" className="order__notice">
      {rich("order.asked", {
        link: <a className="link" href="#messages" />,
      })}
    </Notice>
  );
}
