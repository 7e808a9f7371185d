import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { Conversation, type ConversationProps } from "./conversation.tsx";

test("messages are a list inside the log, which would have no list items by itself", () => {
  const at = new Date("2026-11-27T12:00:00Z");
  const messages = [{ id: 1, side: "shop" as const, writtenBy: null, text: "Is it right?", at }];
  const html = render({ conversation: { state: "closed", messages, asked: false } });
  expect(html).toMatch(/<div role="log" aria-label="Messages"><ol class="messages"><li>/);
});

function render(props: Pick<ConversationProps, "conversation"> & Partial<ConversationProps>) {
  const shop = { orderId: "7KQ2M9X", shopName: "Coins", supportEmail: "help@example.com" };
  const Page = () => <Conversation {...shop} answer={null} {...props} />;
  const Stub = createRoutesStub([{ path: "/", Component: Page }]);
  return renderToStaticMarkup(<Stub />);
}
