import { Hono } from "hono";
import type { Context } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { formBody } from "../http/input.ts";
import { noteBox, sendPage } from "../pages/layout.ts";
import type { Html } from "../pages/layout.ts";
import { type PaymentSession, type Service } from "./session.ts";
import { paypalId } from "./formats.ts";
import { formatSum } from "./formats.ts";
import type { PaymentSessions } from "./payment-sessions.ts";

const NAMES = { stripe: "Stripe", paypal: "PayPal" } as const;

const formSchema = z.object({ how: z.enum(["pay", "decline", "later", "stay"]) });

/** Serves the hosted payment pages under /sandbox, at paths like those of both providers. */
export function checkoutPages(sessions: PaymentSessions): Hono {
  const app = new Hono({ strict: false });
  app.get("/stripe/pay/:id", (c) => show(c, "stripe", c.req.param("id")));
  app.post("/stripe/pay/:id", (c) => submit(c, "stripe", c.req.param("id")));
  app.get("/paypal/checkoutnow", (c) => show(c, "paypal", c.req.query("token") ?? ""));
  app.post("/paypal/checkoutnow", (c) => submit(c, "paypal", c.req.query("token") ?? ""));
  return app;

  async function submit(c: Context, service: Service, id: string) {
    const { how } = await formBody(c, formSchema);
    const session = find(service, id);
    if (session?.state !== "open") return show(c, service, id);
    if (how === "decline") {
      const note = noteBox(
        "error",
        "This card was declined. Nothing was paid: choose another one.",
      );
      return show(c, service, id, note, 400);
    }
    sessions.pay(id, { later: how === "later" });
    return how === "stay" ? show(c, service, id) : c.redirect(successUrlOf(session), 303);
  }

  function find(service: Service, id: string): PaymentSession | undefined {
    const session = sessions.find(id);
    return session?.service === service && session.id === id ? session : undefined;
  }

  function show(
    c: Context,
    service: Service,
    id: string,
    note: Html | "" = "",
    status: 200 | 400 = 200,
  ) {
    const title = `Pay with ${NAMES[service]} (sandbox)`;
    const session = find(service, id);
    if (!session) {
      const body = noteBox("error", `${NAMES[service]} has no such payment page.`);
      return sendPage(c, { title, body, status: 404 });
    }
    const body = html`${note}
      <p class="muted">
        This stands in for ${NAMES[service]}'s own page. No real money moves, and no card is needed.
      </p>
      <section class="card" aria-label="What is paid">
        <dl>
          <dt>For</dt>
          <dd>${session.title}</dd>
          <dt>Amount</dt>
          <dd class="num"><strong>${formatSum(session)}</strong></dd>
          ${
            session.email === ""
              ? ""
              : html`<dt>Email</dt>
                  <dd>${session.email}</dd>`
          }
        </dl>
      </section>
      ${session.state === "open" ? choices(c, session) : ended(session)}`;
    return sendPage(c, { title, body, status });
  }
}

function choices(c: Context, session: PaymentSession): Html {
  const { pathname, search } = new URL(c.req.url);
  return html`<section class="card" aria-label="How to pay">
    <form method="post" action="${pathname + search}">
      <div class="buttons">
        <button class="main" name="how" value="pay">Pay ${formatSum(session)}</button>
        <button name="how" value="decline">Pay with a card that is declined</button>
        <button name="how" value="later">Pay by a method that takes days</button>
        <button name="how" value="stay">Pay without returning to the shop</button>
      </div>
    </form>
    <p><a href="${cancelUrlOf(session)}">Back to the shop without paying</a></p>
  </section>`;
}

function ended(session: PaymentSession): Html {
  if (session.state === "expired")
    return html`${noteBox("error", "This page has expired and takes no more payments.")}
      <p><a href="${cancelUrlOf(session)}">Back to the shop</a></p>`;
  return html`${noteBox("status", "Paid. The browser has not returned to the shop.")}
    <p><a href="${successUrlOf(session)}">Back to the shop</a></p>`;
}

/** Returns the redirect after a payment: Stripe replaces a placeholder, PayPal adds two parameters. */
function successUrlOf({ service, id, successUrl }: PaymentSession): string {
  if (service === "stripe") return successUrl.replaceAll("{CHECKOUT_SESSION_ID}", id);
  const url = new URL(successUrl);
  url.searchParams.set("token", id);
  url.searchParams.set("PayerID", paypalId().slice(0, 13));
  return url.href;
}

function cancelUrlOf({ service, id, cancelUrl }: PaymentSession): string {
  if (service === "stripe") return cancelUrl;
  const url = new URL(cancelUrl);
  url.searchParams.set("token", id);
  return url.href;
}
