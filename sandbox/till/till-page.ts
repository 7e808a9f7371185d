import { Hono } from "hono";
import type { Context } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { Refusal } from "../errors.ts";
import { check, formBody } from "../http/input.ts";
import { count, moment, noteBox, rows, sendPage } from "../pages/layout.ts";
import type { Html } from "../pages/layout.ts";
import { actSchema, doTo } from "./acts.ts";
import type { Bill } from "./bill.ts";
import type { Desk } from "./desk.ts";
import { sumText } from "./money-text.ts";
import { leftOf, openDispute, refundedOf } from "./till.ts";

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

/** The till's page under /till: all payments, what can be done to them, and the messages that tell the shop. */
export function tillPage({ till, post }: Desk): Hono {
  const app = new Hono();

  app.get("/till", (c) => show(c, c.req.query("done") === "" ? noteBox("status", "Done.") : ""));

  app.post("/till", async (c) => {
    const form = await formBody(c, formSchema);
    try {
      await submit(form);
      return c.redirect("/sandbox/till?done", 303);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return show(c, noteBox("error", error.message), 400);
    }
  });
  return app;

  async function submit({ id, act, sum, messages }: Form): Promise<void> {
    if (messages === "again") return post.again(5);
    if (messages === "hold") return post.hold();
    if (messages) return post.release(messages === "reverse" ? "reverse" : "as-sent");
    if (id === undefined) throw new Refusal("Nothing was chosen");
    // The field's text has two decimals or none.
    const cents = Number(sum.includes(".") ? sum.replace(".", "") : `${sum}00`);
    const withSum = sum !== "" && (act === "pay" || act === "refund");
    doTo(till, id, check({ act, ...(withSum && { cents }) }, actSchema));
  }

  function show(c: Context, note: Html | "", status: 200 | 400 = 200) {
    const bills = till.list().slice(0, SHOWN).map(row);
    const waiting = post.list().filter(({ delivered }) => !delivered).length;
    const body = html`${note}
      <section class="card" aria-labelledby="messages">
        <h2 id="messages">Messages to the shop</h2>
        <form method="post" action="/sandbox/till">
          <p class="muted small">
            ${count(post.list().length, "message")}, of which ${waiting} not delivered.
            ${post.isHolding ? "They are held back." : "They are sent at once."}
          </p>
          <div class="buttons">
            <button name="messages" value="again">Send the last 5 again</button>
            ${
              post.isHolding
                ? html`<button name="messages" value="release">Release</button>
                    <button name="messages" value="reverse">Release, newest first</button>`
                : html`<button name="messages" value="hold">Hold back</button>`
            }
          </div>
        </form>
      </section>
      <section class="card" aria-labelledby="payments">
        <h2 id="payments">Payments</h2>
        ${rows(bills, "Nobody was asked to pay with Stripe or PayPal yet.")}
      </section>`;
    return sendPage(c, { title: "Till", body, status });
  }
}

function row(bill: Bill): Html {
  const { id, service, title, createdAt, money } = bill;
  const acts = actsOn(bill);
  const hasSum = acts.some(([act]) => act === "pay" || act === "refund");
  const returned = money ? refundedOf(money) : 0;
  return html`<div class="row">
      <span><strong>${NAMES[service]}</strong> ${title}</span>
      <strong class="num">${sumText(money ?? bill)}</strong>
    </div>
    <div class="row small muted">
      <span>${moment(createdAt)} <code>${id}</code></span>
      <span
        >${stateOf(bill)}${returned > 0 && money ? `, ${sumText({ ...money, cents: returned })} sent back` : ""}</span
      >
    </div>
    ${
      acts.length === 0
        ? ""
        : html`<form method="post" action="/sandbox/till">
            <input type="hidden" name="id" value="${id}" />
            ${
              hasSum
                ? html`<div class="field short">
                    <label for="sum-${id}">Another amount than all of it</label>
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

function actsOn({ state, money }: Bill): [act: string, text: string][] {
  if (state === "open")
    return [
      ["pay", "Pay, and not return"],
      ["expire", "Let it expire"],
    ];
  if (!money) return [];
  if (money.state === "pending")
    return [
      ["settle", "The money comes"],
      ["fail", "It does not come"],
    ];
  if (money.state === "failed") return [];
  const refunds: [act: string, text: string][] = [];
  if (leftOf(money) > 0) refunds.push(["refund", "Send it back"]);
  if (refundedOf(money) > 0) refunds.push(["refund-fails", "It does not reach the buyer"]);
  if (!openDispute(money)) return [...refunds, ["dispute", "Open a dispute"]];
  return [...refunds, ["win", "The shop wins the dispute"], ["lose", "The shop loses it"]];
}

function stateOf({ state, money }: Bill): string {
  if (!money) return state;
  const dispute = money.disputes.at(-1);
  const paid = { pending: "on its way", received: "paid", failed: "failed" }[money.state];
  return dispute ? `${paid}, dispute ${dispute.state}` : paid;
}
