import { t } from "#messages/translate.ts";
import { Time } from "./time.tsx";
import "./messages.css";

export interface ShownMessage {
  id: number;
  /** The side that reads it now has written it. */
  own: boolean;
  from: string;
  text: string;
  at: Date;
}

/** The messages of a conversation, oldest first, as plain text: addresses in it are no links. New ones are announced. */
export function Messages({ messages }: { messages: readonly ShownMessage[] }) {
  return (
    <div role="log" aria-label={t("ui.messages")}>
      <ol className="messages">
        {messages.map(({ id, own, from, text, at }) => (
          <li key={id} className={own ? "messages__own" : undefined}>
            <span className="messages__from">
              <bdi>{from}</bdi>
              <Time value={at} format="short" />
            </span>
            <p className="messages__text" dir="auto" translate={own ? "no" : undefined}>
              {text}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
