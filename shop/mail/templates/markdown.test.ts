import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { renderMail } from "../render.server.tsx";
import { Markdown, plainBeginning } from "./markdown.tsx";
import { runs } from "../../../tests/runs.ts";

function htmlOf(markdown: string): string {
  return renderToStaticMarkup(createElement(Markdown, null, markdown));
}

/** Returns the text part of a newsletter. */
function textOf(markdown: string): string {
  const message = { subject: "", markdown, unsubscribePath: null };
  const shop = {
    shopName: "Coins",
    supportEmail: "help@shop.example",
    appUrl: "https://shop.example",
  };
  return renderMail({ template: "newsletter", ...message }, shop).text;
}

/** Returns the names and attributes of all tags in HTML. */
function tagsIn(html: string) {
  return [...html.matchAll(/<(\/?[a-z][a-z0-9]*)([^<>]*)>/gi)].map(([, name = "", rest = ""]) => ({
    name: name.replace("/", "").toLowerCase(),
    // Without the values, since a URL can contain an equals sign.
    attributes: [...rest.replaceAll(/"[^"]*"/g, "").matchAll(/([\w-]+)=/g)].map(
      ([, attribute = ""]) => attribute,
    ),
  }));
}

const allowedTags = new Set([
  ...["a", "p", "h2", "strong", "em", "del", "code", "br", "hr", "ul", "ol", "li", "blockquote"],
]);
const allowedAttributes = new Set(["style", "class", "href", "target", "start"]);

describe("Markdown in mails", () => {
  test("headings, emphasis, lists, quotes, code and lines", () => {
    const html = htmlOf(
      "# News\n\nHello **bold** and *slanted*, ~~gone~~ `code`\n\n- one\n- two\n\n3. three\n\n> said\n\n---\n\n    let x = 1 < 2;",
    );
    for (const [tag, inside] of [
      ["h2", "News"],
      ["strong", "bold"],
      ["em", "slanted"],
      ["del", "gone"],
      ["code", "code"],
      ["li", "one"],
    ])
      expect(html).toMatch(new RegExp(`<${tag}[^>]*>${inside}</${tag}>`));
    expect(html).toMatch(/<ol[^>]*start="3"/);
    expect(html).toContain("<blockquote");
    expect(html).toContain("<hr");
    expect(html).toContain("let x = 1 &lt; 2;");
  });

  test("links lead to http, https and mail addresses only", () => {
    const html = htmlOf(
      "[a](https://a.example/?x=1&y=2) [b](http://b.example) [c](mailto:c@example.com) https://d.example",
    );
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "https://a.example/?x=1&amp;y=2",
      "http://b.example",
      "mailto:c@example.com",
      "https://d.example",
    ]);
    for (const href of [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "java\tscript:alert(1)",
      "data:text/html,<script>alert(1)</script>",
      "vbscript:x",
      "//evil.example",
      "/admin",
      "&#106;avascript:alert(1)",
    ]) {
      const unsafe = htmlOf(`[press me](<${href}>)`);
      expect(unsafe, href).not.toContain("href=");
      expect(unsafe, href).toContain("press me");
    }
  });

  test("HTML is shown as it was written, pictures by their words", () => {
    const html = htmlOf(
      '<script>alert(1)</script>\n\nHi <img src=x onerror="alert(1)"> there\n\n![a picture](https://x.example/p.png)',
    );
    expect(html).not.toMatch(/<(script|img)/);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).toContain("&lt;img src=x");
    expect(html).toContain("a picture");
  });

  test("the text part says the same, with where its links lead", () => {
    const text = textOf("## News\n\nHello **there**\n\n- one\n- two\n\n[Look](https://a.example)");
    expect(text).toContain("Hello there");
    expect(text).toContain("* one");
    expect(text).toContain("Look https://a.example");
    expect(text).not.toContain("**");
  });

  test("the beginning, for the list of a mail program, has no marks", () => {
    expect(
      plainBeginning("# News\n\nHello **there**,\nyou [all](https://a.example)\n\n- one"),
    ).toBe("News Hello there, you all one");
  });

  test("whatever is written, no element or attribute comes out that is not ours", () => {
    const bits = fc.constantFrom(
      ..."<>&\"'`*_[]()!#-+|\\:/=\n\t ".split(""),
      ...[
        "<script>",
        "</script>",
        "<img src=x onerror=alert(1)>",
        "<a href=",
        "javascript:",
        "-->",
      ],
      ...[
        "data:text/html,",
        "[x](",
        "![x](",
        "<!--",
        "&lt;script&gt;",
        "&#60;",
        "onclick=",
        "http://",
      ],
      ...["\n\n", "    ", "```", "> ", "1. ", "<svg/onload=alert(1)>", "<style>", "[x]: ", "|-|-|"],
    );
    const written = fc.oneof(
      fc
        .array(fc.oneof(bits, fc.string({ maxLength: 5 })), { maxLength: 30 })
        .map((all) => all.join("")),
      fc.string({ unit: "binary", maxLength: 80 }),
    );
    fc.assert(
      fc.property(written, (markdown) => {
        const html = htmlOf(markdown);
        for (const { name, attributes } of tagsIn(html)) {
          expect(allowedTags).toContain(name);
          for (const attribute of attributes) expect(allowedAttributes).toContain(attribute);
        }
        for (const [, href = ""] of html.matchAll(/href="([^"]*)"/g))
          expect(href).toMatch(/^(https?|mailto):/i);
      }),
      { numRuns: runs(300) },
    );
  });
});
