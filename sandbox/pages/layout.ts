import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import { stylesheet } from "./style.ts";

/** A piece of escaped HTML. */
export type Html = ReturnType<typeof html>;

const styleHash = createHash("sha256").update(stylesheet).digest("base64");
// Built outside the templates: white space added by a formatter would change the hash.
const styleElement = raw(`<style>${stylesheet}</style>`);
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "img-src data:",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");

const SECTIONS = [
  ["/sandbox", "Sandbox"],
  ["/sandbox/wallet", "Wallet"],
  ["/sandbox/mail", "Mailbox"],
  ["/sandbox/chain", "Chain"],
  ["/sandbox/hosted-payments", "Stripe and PayPal"],
  // The shop proxies /sandbox, so its own pages are on the same host.
  ["/", "Shop"],
] as const;

/** Answers with a whole page: `title` names it and is its heading, `body` goes below. */
export function sendPage(
  c: Context,
  { title, body, status = 200 }: { title: string; body: Html; status?: 200 | 400 | 404 },
): Response | Promise<Response> {
  c.header("content-security-policy", CONTENT_SECURITY_POLICY);
  c.header("cache-control", "no-store");
  const links = SECTIONS.map(
    ([href, name]) =>
      html`<li>
        <a href="${href}" ${c.req.path === href ? raw('aria-current="page"') : ""}>${name}</a>
      </li>`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title === "Sandbox" ? title : `${title} · Sandbox`}</title>
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        <header>
          <div class="notice"><p class="wrap">Sandbox: nothing here is real money</p></div>
          <nav class="wrap" aria-label="Sandbox">
            <ul>
              ${links}
            </ul>
          </nav>
        </header>
        <main class="wrap">
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
  return c.html(page, status);
}

/** A list of rows, or the note when there are none. */
export function rows(items: readonly Html[], none: string): Html {
  if (items.length === 0) return html`<p class="muted">${none}</p>`;
  return html`<ul class="rows">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`;
}

/** Renders a box with the result of an action, or its error. */
export function noteBox(kind: "status" | "error", text: string): Html {
  const role = kind === "error" ? "alert" : "status";
  return html`<p class="card ${kind}" role="${role}">${text}</p>`;
}

/** A long hash or address: its two ends, with all of it as a tooltip. */
export function short(text: string): Html {
  const shown = text.length > 20 ? `${text.slice(0, 10)}…${text.slice(-6)}` : text;
  return html`<code title="${text}">${shown}</code>`;
}

/** An amount as "12,345 sats". */
export function formatSats(sats: number): string {
  return `${sats.toLocaleString("en-US")} ${sats === 1 ? "sat" : "sats"}`;
}

/** A count with its noun: "1 block", "2 blocks". */
export function count(n: number, noun: string): string {
  return `${n.toLocaleString("en-US")} ${noun}${n === 1 ? "" : "s"}`;
}

/** A moment (ISO text) as a <time> element in UTC. */
export function moment(iso: string): Html {
  const shown = `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
  return html`<time datetime="${iso}" class="num">${shown}</time>`;
}
