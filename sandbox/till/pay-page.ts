import { Hono } from "hono";
import type { Context } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { formBody } from "../http/input.ts";
import { noteBox, sendPage } from "../pages/layout.ts";
import type { Html } from "../pages/layout.ts";
import { type Bill, type Service } from "./bill.ts";
import { paypalId } from "./ids.ts";
import { sumText } from "./money-text.ts";
import type { Till } from "./till.ts";

const NAMES = { stripe: "Stripe", paypal: "PayPal" } as const;

const formSchema = z.object({ how: z.enum(["pay", "decline", "later", "stay"]) });

/** The pages on which a buyer pays, under /sandbox: at the paths that both services have them at, or nearly. */
export function payPages(till: Till): Hono {
  const app = new Hono({ strict: false });
  app.get("/stripe/pay/:id", (c) => show(c, "stripe", c.req.param("id")));
  app.post("/stripe/pay/:id", (c) => submit(c, "stripe", c.req.param("id")));
  app.get("/paypal/checkoutnow", (c) => show(c, "paypal", c.req.query("token") ?? ""));
  app.post("/paypal/checkoutnow", (c) => submit(c, "paypal", c.req.query("token") ?? ""));
  return app;

  async function submit(c: Context, service: Service, id: string) {
    const { how } = await formBody(c, formSchema);
    const bill = find(service, id);
    if (bill?.state !== "open") return show(c, service, id);
    if (how === "decline") {
      const note = noteBox(
        "error",
        "This card was declined. Nothing was paid: choose another one.",
      );
      return show(c, service, id, note, 400);
    }
    till.pay(id, { later: how === "later" });
    return how === "stay" ? show(c, service, id) : c.redirect(wayBack(bill), 303);
  }

  function find(service: Service, id: string): Bill | undefined {
    const bill = till.find(id);
    return bill?.service === service && bill.id === id ? bill : undefined;
  }

  function show(
    c: Context,
    service: Service,
    id: string,
    note: Html | "" = "",
    status: 200 | 400 = 200,
  ) {
    const title = `Pay with ${NAMES[service]} (sandbox)`;
    const bill = find(service, id);
    if (!bill) {
      const body = noteBox("error", `There is no such page at ${NAMES[service]}.`);
      return sendPage(c, { title, body, status: 404 });
    }
    const body = html`${note}
      <p class="muted">
        This stands in for ${NAMES[service]}'s own page. No real money moves, and no card is asked
        for.
      </p>
      <section class="card" aria-label="What is paid">
        <dl>
          <dt>For</dt>
          <dd>${bill.title}</dd>
          <dt>Amount</dt>
          <dd class="num"><strong>${sumText(bill)}</strong></dd>
          ${
            bill.email === ""
              ? ""
              : html`<dt>Email</dt>
                  <dd>${bill.email}</dd>`
          }
        </dl>
      </section>
      ${bill.state === "open" ? choices(c, bill) : ended(bill)}`;
    return sendPage(c, { title, body, status });
  }
}

function choices(c: Context, bill: Bill): Html {
  const { pathname, search } = new URL(c.req.url);
  return html`<section class="card" aria-label="How to pay">
    <form method="post" action="${pathname + search}">
      <div class="buttons">
        <button class="main" name="how" value="pay">Pay ${sumText(bill)}</button>
        <button name="how" value="decline">Pay with a card that is declined</button>
        <button name="how" value="later">Pay in a way that takes days</button>
        <button name="how" value="stay">Pay, and close the window</button>
      </div>
    </form>
    <p><a href="${wayOut(bill)}">Back to the shop without paying</a></p>
  </section>`;
}

function ended(bill: Bill): Html {
  if (bill.state === "expired")
    return html`${noteBox("error", "This page has expired. Nothing can be paid here any more.")}
      <p><a href="${wayOut(bill)}">Back to the shop</a></p>`;
  return html`${noteBox("status", "Paid. The shop does not know it from you: it was not returned to.")}
    <p><a href="${wayBack(bill)}">Back to the shop, having paid</a></p>`;
}

/** Where somebody goes who has paid: Stripe fills in a place that the shop may leave for it, PayPal adds two names. */
function wayBack({ service, id, successUrl }: Bill): string {
  if (service === "stripe") return successUrl.replaceAll("{CHECKOUT_SESSION_ID}", id);
  const url = new URL(successUrl);
  url.searchParams.set("token", id);
  url.searchParams.set("PayerID", paypalId().slice(0, 13));
  return url.href;
}

function wayOut({ service, id, cancelUrl }: Bill): string {
  if (service === "stripe") return cancelUrl;
  const url = new URL(cancelUrl);
  url.searchParams.set("token", id);
  return url.href;
}
