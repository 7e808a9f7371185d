import { Hono } from "hono";
import { html } from "hono/html";
import { RequestError } from "../errors.ts";
import type { Mailbox, Message } from "../mail/mailbox.ts";
import { count, moment, rows, sendPage } from "./layout.ts";
import type { Html } from "./layout.ts";

// A mail may be displayed and its links followed; scripts, forms and external resources are blocked.
const FRAME_RIGHTS =
  "allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox";
const MAIL_SECURITY_POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox ${FRAME_RIGHTS}`;

/** The mailbox's pages under /mail: the list, a mail, and its HTML part by itself. */
export function mailPages(mailbox: Mailbox): Hono {
  const app = new Hono();

  app.get("/mail", (c) => {
    const messages = mailbox.list();
    const list = messages.map(
      ({ id, subject, to, date }) =>
        html`<div class="row">
            <a href="/sandbox/mail/${id}">${subject || "(no subject)"}</a>
            <span class="small muted">${moment(date)}</span>
          </div>
          <div class="small muted">to ${to}</div>`,
    );
    const emptyForm = html`<form method="post" action="/sandbox/mail">
      <div class="buttons"><button name="empty" value="yes">Empty the mailbox</button></div>
    </form>`;
    const body = html`<p class="muted">
        All mail that the shop sends arrives here: ${count(messages.length, "message")}.
      </p>
      <section class="card" aria-label="Messages">${rows(list, "No mail yet.")}</section>
      ${messages.length > 0 ? emptyForm : ""}`;
    return sendPage(c, { title: "Mailbox", body });
  });

  app.post("/mail", (c) => {
    mailbox.clear();
    return c.redirect("/sandbox/mail", 303);
  });

  app.get("/mail/:id", (c) => {
    const message = find(c.req.param("id"));
    return sendPage(c, { title: message.subject || "(no subject)", body: messageBody(message) });
  });

  app.get("/mail/:id/html", (c) => {
    const message = find(c.req.param("id"));
    c.header("content-security-policy", MAIL_SECURITY_POLICY);
    c.header("x-content-type-options", "nosniff");
    return c.html(withLinksOnTop(message.html));
  });
  return app;

  function find(id: string): Message {
    const message = mailbox.find(id);
    if (message === undefined) throw new RequestError("No such mail", 404);
    return message;
  }
}

function messageBody(message: Message): Html {
  const attachments = message.attachments.map(
    ({ filename, mimeType, bytes }) => `${filename} (${mimeType}, ${count(bytes, "byte")})`,
  );
  return html`<section class="card" aria-label="Envelope">
      <dl>
        <dt>From</dt>
        <dd>${message.from}</dd>
        <dt>To</dt>
        <dd>${message.to}</dd>
        <dt>Date</dt>
        <dd>${moment(message.date)}</dd>
        ${
          attachments.length > 0
            ? html`<dt>Attached</dt>
                <dd>${attachments.join(", ")}</dd>`
            : ""
        }
      </dl>
    </section>
    ${message.html === "" ? "" : htmlPart(message)}
    <section class="card" aria-labelledby="text-part">
      <h2 id="text-part">Text part</h2>
      ${
        message.text === ""
          ? html`<p class="muted">This mail has no text part.</p>`
          : html`<pre>${linked(message.text)}</pre>`
      }
    </section>
    <p><a href="/sandbox/mail">Back to the mailbox</a></p>`;
}

function htmlPart({ id }: Message): Html {
  return html`<section class="card" aria-labelledby="html-part">
    <h2 id="html-part">HTML part</h2>
    <iframe src="/sandbox/mail/${id}/html" title="The mail as HTML" sandbox="${FRAME_RIGHTS}">
    </iframe>
  </section>`;
}

/** Plain text with its web addresses made into links. */
function linked(text: string): (string | Html)[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part));
}

/** Makes the links of an HTML mail open in the whole window, not in the frame it is shown in. */
function withLinksOnTop(mail: string): string {
  const base = '<base target="_top">';
  // After the doctype: before it, the mail would be rendered in quirks mode.
  const start = /^\s*(?:<!doctype[^>]*>)?\s*(?:<html[^>]*>)?\s*(?:<head[^>]*>)?/i.exec(mail);
  const at = start?.[0].length ?? 0;
  return mail.slice(0, at) + base + mail.slice(at);
}
