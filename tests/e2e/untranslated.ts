import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** The text that every traced message begins with; a soft hyphen ends it (`SANDBOX_TEXTS=traced`). */
const BEGIN = "\u200b";

/** Names that no language changes, initials, and what a browser calls itself. */
const names =
  /^(?:(?:placeholder: )?you@example\.com|Satchel|TikTok|Bitcoin|Lightning|PayPal|Stripe|Google|Facebook|BTC|USD|x|[A-Z]{2,3}|title: Mozilla\/.*)$/;

/** Returns whether this page's texts are traced. The back office, the sandbox and the API's reference have no languages. */
export async function isTraced(page: Page): Promise<boolean> {
  const { pathname } = new URL(page.url());
  if (/^\/(?:admin|sandbox|api)(?:\/|$)/.test(pathname)) return false;
  return (await page.locator("body").evaluate((body) => body.textContent)).includes(BEGIN);
}

/** Checks that each text which this screen shows is a message. Reports the others under the name of the state. */
export async function checkTraced(page: Page, state: string): Promise<void> {
  const found = (await page.evaluate(untracedTexts)).filter((text) => !names.test(text));
  const title = await page.title();
  if (!title.includes(BEGIN) && !names.test(title)) found.push(`title: ${title}`);
  expect.soft(found, `${state} (${page.url()})`).toEqual([]);
}

/**
 * Returns visible words and attributes that are no part of a message. Values are in elements of their own: names and
 * addresses in `<bdi>`, dates in `<time>`, code. Runs in the page.
 */
function untracedTexts(): string[] {
  const values =
    "bdi, time, code, pre, textarea, .mono, [translate=no], [lang]:not(html), [data-owner-text]";
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let depth = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest("script, style, template, noscript")) continue;
    let outside = "";
    for (const char of node.textContent ?? "") {
      if (char === "\u200b") depth += 1;
      else if (char === "\u00ad") depth -= 1;
      else if (depth === 0) outside += char;
    }
    if (/\p{L}{2,}/u.test(outside) && !parent.closest(values) && parent.checkVisibility())
      found.push(outside.trim());
  }
  if (depth !== 0) found.push(`${depth} messages without an end`);
  for (const element of document.querySelectorAll("body *"))
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      const text = element.getAttribute(name) ?? "";
      if (/\p{L}{2,}/u.test(text) && !text.includes("\u200b") && !element.closest(values))
        found.push(`${name}: ${text}`);
    }
  return found;
}
