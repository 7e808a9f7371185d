import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { t } from "#messages/translate.ts";
import { Conversation, type ConversationProps, writeProblems } from "./conversation.tsx";

test("messages are a list inside the log, which would have no list items by itself", () => {
  const at = new Date("2026-11-27T12:00:00Z");
  const messages = [{ id: 1, side: "shop" as const, writtenBy: null, text: "Is it right?", at }];
  const html = render({ conversation: { state: "closed", messages, asked: false } });
  expect(html).toMatch(/<div role="log" aria-label="Messages"><ol class="messages"><li>/);
});

test("a refused message is told outside of the paragraph", () => {
  const html = render({
    conversation: { state: "unproven", messages: [], asked: false },
    actionData: { typed: "Hello", message: t(writeProblems.unproven) },
  });
  expect(html).toContain(t(writeProblems.unproven));
  expect(html).not.toMatch(/<p[ >](?:(?!<\/p>).)*<div/s);
});

function render(props: Pick<ConversationProps, "conversation"> & Partial<ConversationProps>) {
  const shop = { orderId: "7KQ2M9X", shopName: "Coins", supportEmail: "help@example.com" };
  const Page = () => <Conversation {...shop} actionData={undefined} {...props} />;
  const Stub = createRoutesStub([{ path: "/", Component: Page }]);
  return renderToStaticMarkup(<Stub />);
}
