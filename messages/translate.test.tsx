import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { rich } from "./translate.ts";

test("an element in a text gets the content of its tag, and keeps its own where that is empty", () => {
  const text = rich("order.withdrawn", {
    b: <b />,
    time: <time>20 Nov</time>,
    email: "mira@example.com",
  });
  expect(renderToStaticMarkup(text)).toBe(
    "<b>We received your withdrawal from this contract on <time>20 Nov</time></b> and confirmed it to mira@example.com.",
  );
});

test("a function in a text gets the content of its tag", () => {
  const text = rich("order.mailSignIn", { link: (content) => <i key="link">{content}</i> });
  expect(renderToStaticMarkup(text)).toBe("To correct the address, <i>sign in</i>.");
});
