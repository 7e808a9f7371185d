import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { parseMarkdown } from "#lib/parse-markdown.ts";
import { legalPages, type LegalPage } from "#shop/settings/legal/legal.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { onlyBitcoin } from "../../../../tests/make.ts";
import { legalPageText } from "./legal-facts.ts";
import { LegalText } from "./legal-text.tsx";

/** The HTML that visitors get of a text. */
function htmlOf(text: string): string {
  const element = createElement(LegalText, { nodes: parseMarkdown(text) });
  const router = createMemoryRouter([{ path: "*", element }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

const pageOf = (page: LegalPage, settings: Partial<typeof defaultSettings> = {}) =>
  legalPageText(page, { ...defaultSettings, ...settings }, "xpub", onlyBitcoin, null);

test("a text is cut into sections at its headings; lists, emphasis and smaller headings stay within", () => {
  expect(htmlOf("Before\n\n## One\n\nSaid **so**\n\n### Small\n\n- a\n- b\n\n# Two")).toBe(
    '<div class="terms__lead"><p>Before</p></div>' +
      '<section><h2>One</h2><div class="terms__text"><p>Said <strong>so</strong></p><h3>Small</h3>' +
      "<ul><li>a</li><li>b</li></ul></div></section>" +
      '<section><h2>Two</h2><div class="terms__text"></div></section>',
  );
});

test("HTML is shown as it was written, pictures by their words", () => {
  const html = htmlOf(
    '<script>alert(1)</script>\n\nHi <img src=x onerror="alert(1)"> there\n\n![a picture](https://x.example/p.png)\n\n## <b onclick=x>',
  );
  expect(html).not.toMatch(/<(script|img|b)\b/);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain("&lt;img src=x");
  expect(html).toContain("a picture");
});

test("links lead to http, https, mail addresses and pages of the shop", () => {
  const html = htmlOf(
    "[a](https://a.example/?x=1) [b](mailto:b@example.com) [c](/refunds) help@example.com",
  );
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
    "https://a.example/?x=1",
    "mailto:b@example.com",
    "/refunds",
    "mailto:help@example.com",
  ]);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "&#106;avascript:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
])("%j is no link, only its words", (to) => {
  const html = htmlOf(`[press me](<${to}>)`);
  expect(html).not.toContain("href=");
  expect(html).toContain("press me");
});

test("the default texts say what the settings do, and nothing of them is left to be filled in", () => {
  const settings = { shopName: "Münzen & <Co> *_1_*", lateGraceMinutes: 15, tolerancePercent: 2 };
  for (const page of Object.keys(legalPages) as LegalPage[]) {
    const html = htmlOf(pageOf(page, settings));
    expect(html).not.toMatch(/[{}]/);
    expect(html).toContain("Münzen &amp; &lt;Co&gt; *_1_*");
    expect(html).toContain('href="mailto:support@satchel.example"');
  }
  expect(pageOf("terms", settings)).toContain("in time or up to 15 minutes late");
  expect(pageOf("refunds", settings)).toContain("Up to 2% short");
  expect(pageOf("terms", { rejectUnpaid: false })).not.toContain("stays unpaid");
  expect(pageOf("terms")).toContain("not affiliated with TikTok");
});

test("VAT and the country are mentioned where the owner has switched them on", () => {
  const eu = { vatBasisPoints: 1900, vatByCountry: true };
  expect(pageOf("terms", eu)).toContain("US dollars. They include 19% VAT.");
  expect(pageOf("privacy", eu)).toContain("TikTok UID; the country you chose; the package");
  expect(pageOf("terms")).not.toContain("VAT");
  expect(pageOf("privacy")).not.toMatch(/country/i);
});

test("the right of withdrawal is mentioned where the owner has switched it on", () => {
  const eu = { withdrawalEnabled: true, withdrawalText: "You have 14 days." };
  expect(pageOf("terms", eu)).toContain("## Right of withdrawal\n\nYou have 14 days.");
  expect(pageOf("privacy", eu)).toContain("If you withdraw from the contract");
  for (const page of ["terms", "privacy"] as const) expect(pageOf(page)).not.toMatch(/withdraw/i);
});

test("where the amount identifies the order, the terms do not say to send the rest", () => {
  expect(legalPageText("terms", defaultSettings, "fixed", onlyBitcoin, null)).toContain(
    "send exactly that amount",
  );
  expect(legalPageText("terms", defaultSettings, "fixed", onlyBitcoin, null)).not.toContain(
    "send the rest",
  );
});

test("whatever the support email is, the whole of it is the link", () => {
  const html = htmlOf(pageOf("terms", { supportEmail: "o'neil_a*b+c@shop.example.com" }));
  expect(html).toContain('href="mailto:o&#x27;neil_a*b+c@shop.example.com"');
});

test("the owner's words stand in place of the default ones; an unknown placeholder stays", () => {
  expect(pageOf("refunds", { refundsText: "Ask {shop name} for {nothing}." })).toBe(
    "Ask Satchel for {nothing}.",
  );
});
