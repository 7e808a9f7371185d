import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import { collectLines } from "../tests/log.ts";
import { addTexts, currentCatalog, missingText } from "./current.browser.ts";
import { inLanguage, logMissingTexts } from "./current.server.ts";
import { rich, t } from "./translate.ts";

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

test("a text that no catalogue has is shown as its key, and logged once", () => {
  const lines: string[] = [];
  logMissingTexts(collectLines(lines));
  onTestFinished(() => logMissingTexts(() => {}));
  const gone: string = "home.gone";
  const show = () => inLanguage("de", () => t(gone as "ui.switchTheme"));
  expect([show(), show()]).toEqual(["home.gone", "home.gone"]);
  expect(lines).toEqual(["text missing de home.gone"]);
});

test("texts of a newer version leave a document those that its scripts know", () => {
  addTexts({ language: "en", messages: { ui: { close: "Close", old: "Old" } } });
  addTexts({ language: "en", messages: { ui: { close: "Shut" }, home: { title: "Coins" } } });
  expect(currentCatalog().messages).toEqual({
    ui: { close: "Shut", old: "Old" },
    home: { title: "Coins" },
  });
  expect(missingText("home", "gone")).toBe("home.gone");
});
