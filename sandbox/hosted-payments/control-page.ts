import { Hono } from "hono";
import type { Context } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { RequestError } from "../errors.ts";
import { formBody, validate } from "../http/input.ts";
import { count, moment, noteBox, rows, sendPage } from "../pages/layout.ts";
import type { Html } from "../pages/layout.ts";
import { paymentActionSchema, applyAction } from "./actions.ts";
import type { PaymentSession } from "./session.ts";
import type { PaymentProviders } from "./payment-providers.ts";
import { formatSum } from "./formats.ts";
import { refundableCents, openDispute, refundedCents } from "./payment-sessions.ts";

const SHOWN = 50;
const NAMES = { stripe: "Stripe", paypal: "PayPal" } as const;

const formSchema = z.object({
  id: z.string().optional(),
  act: z.string().optional(),
  sum: z
    .string()
    .trim()
    .regex(/^(?:\d{1,6}(?:\.\d\d)?)?$/, "must be an amount such as 14.99")
    .default(""),
  messages: z.enum(["again", "hold", "release", "reverse"]).optional(),
});
type Form = z.infer<typeof formSchema>;

/** Serves the page under /hosted-payments: all payments with the possible actions, and the webhooks to the shop. */
export function controlPage({ sessions, webhooks }: PaymentProviders): Hono {
  const app = new Hono();

  app.get("/hosted-payments", (c) =>
    show(c, c.req.query("done") === "" ? noteBox("status", "Done.") : ""),
  );

  app.post("/hosted-payments", async (c) => {
    const form = await formBody(c, formSchema);
    try {
      await submit(form);
      return c.redirect("/sandbox/hosted-payments?done", 303);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return show(c, noteBox("error", error.message), 400);
    }
  });
  return app;

  async function submit({ id, act, sum, messages }: Form): Promise<void> {
    if (messages === "again") return webhooks.resend(5);
    if (messages === "hold") return webhooks.hold();
    if (messages) return webhooks.release(messages === "reverse" ? "reverse" : "as-sent");
    if (id === undefined) throw new RequestError("No payment was selected");
    // The input has two decimals or none.
    const cents = Number(sum.includes(".") ? sum.replace(".", "") : `${sum}00`);
    const withSum = sum !== "" && (act === "pay" || act === "refund");
    applyAction(sessions, id, validate({ act, ...(withSum && { cents }) }, paymentActionSchema));
  }

  function show(c: Context, note: Html | "", status: 200 | 400 = 200) {
    const list = sessions.list().slice(0, SHOWN).map(row);
    const waiting = webhooks.list().filter(({ delivered }) => !delivered).length;
    const body = html`${note}
      <section class="card" aria-labelledby="messages">
        <h2 id="messages">Webhooks to the shop</h2>
        <form method="post" action="/sandbox/hosted-payments">
          <p class="muted small">
            ${count(webhooks.list().length, "webhook")}, of which ${waiting} not delivered.
            ${webhooks.isHolding ? "They are held back." : "They are sent at once."}
          </p>
          <div class="buttons">
            <button name="messages" value="again">Send the last 5 again</button>
            ${
              webhooks.isHolding
                ? html`<button name="messages" value="release">Release</button>
                    <button name="messages" value="reverse">Release, newest first</button>`
                : html`<button name="messages" value="hold">Hold back</button>`
            }
          </div>
        </form>
      </section>
      <section class="card" aria-labelledby="payments">
        <h2 id="payments">Payments</h2>
        ${rows(list, "No payments with Stripe or PayPal yet.")}
      </section>`;
    return sendPage(c, { title: "Stripe and PayPal", body, status });
  }
}

function row(session: PaymentSession): Html {
  const { id, service, title, createdAt, money } = session;
  const acts = actsOn(session);
  const hasSum = acts.some(([act]) => act === "pay" || act === "refund");
  const returned = money ? refundedCents(money) : 0;
  return html`<div class="row">
      <span><strong>${NAMES[service]}</strong> ${title}</span>
      <strong class="num">${formatSum(money ?? session)}</strong>
    </div>
    <div class="row small muted">
      <span>${moment(createdAt)} <code>${id}</code></span>
      <span
        >${stateOf(session)}${returned > 0 && money ? `, ${formatSum({ ...money, cents: returned })} sent back` : ""}</span
      >
    </div>
    ${
      acts.length === 0
        ? ""
        : html`<form method="post" action="/sandbox/hosted-payments">
            <input type="hidden" name="id" value="${id}" />
            ${
              hasSum
                ? html`<div class="field short">
                    <label for="sum-${id}">Different amount (optional)</label>
                    <input
                      type="text"
                      id="sum-${id}"
                      name="sum"
                      inputmode="decimal"
                      autocomplete="off"
                    />
                  </div>`
                : ""
            }
            <div class="buttons">
              ${acts.map(([act, text]) => html`<button name="act" value="${act}">${text}</button>`)}
            </div>
          </form>`
    }`;
}

function actsOn({ state, money }: PaymentSession): [act: string, text: string][] {
  if (state === "open")
    return [
      ["pay", "Pay without returning to the shop"],
      ["expire", "Expire"],
    ];
  if (!money) return [];
  if (money.state === "pending")
    return [
      ["settle", "The payment succeeds"],
      ["fail", "The payment fails"],
    ];
  if (money.state === "failed") return [];
  const refunds: [act: string, text: string][] = [];
  if (refundableCents(money) > 0) refunds.push(["refund", "Refund"]);
  if (refundedCents(money) > 0) refunds.push(["refund-fails", "The refund fails"]);
  if (!openDispute(money)) return [...refunds, ["dispute", "Open a dispute"]];
  return [...refunds, ["win", "The shop wins the dispute"], ["lose", "The shop loses the dispute"]];
}

function stateOf({ state, money }: PaymentSession): string {
  if (!money) return state;
  const dispute = money.disputes.at(-1);
  const paid = { pending: "on its way", received: "paid", failed: "failed" }[money.state];
  return dispute ? `${paid}, dispute ${dispute.state}` : paid;
}
