import { Hono } from "hono";
import type { Context } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import type { Chain } from "../chain/chain.ts";
import { describeScript } from "../chain/network.ts";
import { MAX_SATS } from "../chain/tx.ts";
import type { Tx } from "../chain/tx.ts";
import { RequestError } from "../errors.ts";
import { formBody } from "../http/input.ts";
import type { Lightning } from "../lightning/lightning.ts";
import { latestPayments } from "./latest.ts";
import { count, formatSats, noteBox, rows, sendPage, short } from "./layout.ts";
import type { Html } from "./layout.ts";
import { paymentUri, readInvoice, readPaymentRequest, satsToBtc } from "./payment-uri.ts";
import {
  invoiceText,
  isExpected,
  latestInvoices,
  payInvoice,
  sentNote,
} from "./wallet-lightning.ts";

const LATEST = 20;
/** Share of the amount due that each of the payment buttons pays, in percent. */
const PERCENT = { exact: 100, short: 90, over: 110 };

const formSchema = z.object({
  target: z.string().default(""),
  sats: z
    .string()
    .trim()
    .regex(/^\d{0,16}$/, "must be a whole number of sats")
    .default(""),
  confirm: z.enum(["0", "1", "2"]).default("0"),
  pay: z.enum(["exact", "short", "over"]).optional(),
  mine: z.enum(["1", "6"]).optional(),
});
type Form = z.infer<typeof formSchema>;

/** The wallet's page under /wallet: paying an order, on the chain or by Lightning, and mining with plain HTML forms. */
export function walletPage(chain: Chain, lightning: Lightning): Hono {
  const app = new Hono();

  app.get("/wallet", (c) => show(c, { form: prefill(c), note: resultNote(c) }));

  app.post("/wallet", async (c) => {
    const form = await formBody(c, formSchema);
    try {
      const done = await submit(form);
      // So that the next button works on the same order.
      if (form.target.trim() !== "") done.set("uri", form.target.trim());
      return c.redirect(`/sandbox/wallet?${done}`, 303);
    } catch (error) {
      if (!isExpected(error)) throw error;
      return show(c, { form, note: noteBox("error", error.message), status: 400 });
    }
  });
  return app;

  async function submit(form: Form): Promise<URLSearchParams> {
    if (form.mine !== undefined) {
      chain.mine(Number(form.mine));
      return new URLSearchParams({ mined: form.mine });
    }
    const invoice = readInvoice(form.target);
    if (invoice !== null) {
      return new URLSearchParams({ sent: await payInvoice(lightning, invoice, form) });
    }
    const { address, sats: requested } = readPaymentRequest(form.target);
    const due = form.sats === "" ? requested : Number(form.sats);
    if (due === undefined) throw new RequestError("The address has no amount: give one in sats");
    if (due < 1 || due > MAX_SATS) throw new RequestError("The amount must be at least 1 sat");
    const part = (due * PERCENT[form.pay ?? "exact"]) / 100;
    // Rounded away from the amount due, so that an underpayment stays one, and an overpayment too.
    const sats = Math.max(1, part < due ? Math.floor(part) : Math.ceil(part));
    const txid = chain.pay([{ address, sats }]);
    chain.mine(Number(form.confirm));
    return new URLSearchParams({ paid: txid });
  }

  function resultNote(c: Context): Html | "" {
    const mined = c.req.query("mined");
    if (mined !== undefined && /^\d{1,4}$/.test(mined)) {
      const { height } = chain.ledger.tip;
      return noteBox("status", `Mined ${count(Number(mined), "block")}: height ${height}.`);
    }
    const sent = c.req.query("sent");
    if (sent !== undefined) return sentNote(lightning, sent);
    const tx = chain.ledger.tx(c.req.query("paid") ?? "");
    const output = tx?.outputs[0];
    if (tx === undefined || output === undefined) return "";
    const depth = confirmations(tx);
    return html`<p class="card status" role="status">
      Paid ${formatSats(output.value)} to
      <code>${describeScript(output.script).address ?? "?"}</code>, with
      ${depth === 0 ? "no confirmations yet" : count(depth, "confirmation")}. Transaction
      <code>${tx.txid}</code>
    </p>`;
  }

  function confirmations(tx: Tx): number {
    const place = chain.ledger.place(tx.txid);
    return place === undefined ? 0 : chain.ledger.tip.height - place.height + 1;
  }

  async function show(
    c: Context,
    { form, note, status = 200 }: { form: Form; note: Html | ""; status?: 200 | 400 },
  ) {
    const latest = latestPayments(chain, LATEST).map(({ tx, output }) => {
      const depth = confirmations(tx);
      return html`<div class="row">
          <span>${short(tx.txid)}</span>
          <strong class="num">${formatSats(output.value)}</strong>
        </div>
        <div class="row small muted">
          <span>to ${short(describeScript(output.script).address ?? "no address")}</span>
          <span>${depth === 0 ? "unconfirmed" : count(depth, "confirmation")}</span>
        </div>`;
    });
    const body = html`${note}
      <section class="card" aria-labelledby="pay">
        <h2 id="pay">Pay an order</h2>
        ${payForm(form, await dueText(form.target))}
      </section>
      <section class="card" aria-labelledby="mine">
        <h2 id="mine">Mine</h2>
        <form method="post" action="/sandbox/wallet">
          <p class="muted small">
            The chain is at height ${chain.ledger.tip.height}, with
            ${count(chain.ledger.mempool().length, "payment")} waiting for a block.
          </p>
          <input type="hidden" name="target" value="${form.target}" />
          <div class="buttons">
            <button name="mine" value="1">Mine 1 block</button>
            <button name="mine" value="6">Mine 6 blocks</button>
          </div>
        </form>
      </section>
      <section class="card" aria-labelledby="latest">
        <h2 id="latest">Latest transactions</h2>
        ${rows(latest, "Nothing has been paid yet.")}
      </section>
      <section class="card" aria-labelledby="lightning">
        <h2 id="lightning">Latest Lightning invoices</h2>
        ${latestInvoices(lightning)}
      </section>`;
    return sendPage(c, { title: "Wallet", body, status });
  }

  async function dueText(target: string): Promise<string> {
    if (target === "") return "The address alone, the whole link with its amount, or an invoice.";
    const invoice = readInvoice(target);
    if (invoice !== null) return invoiceText(lightning, invoice);
    try {
      const { sats, label } = readPaymentRequest(target);
      if (sats === undefined) return "An address without an amount: give the amount below.";
      return `Asks for ${formatSats(sats)} (${satsToBtc(sats)} BTC)${label ? ` for ${label}` : ""}.`;
    } catch (error) {
      return error instanceof RequestError ? error.message : "This cannot be paid.";
    }
  }
}

function prefill(c: Context): Form {
  const { uri, address, sats } = c.req.query();
  const requested = Number(sats);
  const isAmount = Number.isInteger(requested) && requested >= 1 && requested <= MAX_SATS;
  const target = uri ?? (address && isAmount ? paymentUri(address, requested) : (address ?? ""));
  return { target, sats: "", confirm: "0" };
}

function payForm({ target, sats, confirm }: Form, hint: string): Html {
  const isInvoice = readInvoice(target) !== null;
  const choice = (value: string, text: string) =>
    html`<label
      ><input type="radio" name="confirm" value="${value}" ${value === confirm ? "checked" : ""} />
      ${text}</label
    >`;
  return html`<form method="post" action="/sandbox/wallet">
    <div class="field">
      <label for="target">Address, bitcoin: or lightning: link</label>
      <input
        type="text"
        id="target"
        name="target"
        value="${target}"
        required
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        aria-describedby="target-hint"
      />
      <span class="hint" id="target-hint">${hint}</span>
    </div>
    <div class="field short">
      <label for="sats">Amount in sats</label>
      <input
        type="text"
        id="sats"
        name="sats"
        value="${sats}"
        inputmode="numeric"
        pattern="[0-9]*"
        autocomplete="off"
        aria-describedby="sats-hint"
      />
      <span class="hint" id="sats-hint">Leave empty to go by the amount in the link.</span>
    </div>
    ${
      isInvoice
        ? ""
        : html`<fieldset>
            <legend>Confirmations</legend>
            <div class="choices">
              ${choice("0", "None yet")} ${choice("1", "1")} ${choice("2", "2")}
            </div>
          </fieldset>`
    }
    <div class="buttons">
      <button class="main" name="pay" value="exact">Pay exactly</button>
      ${isInvoice ? "" : html`<button name="pay" value="short">Pay short (90%)</button>`}
      <button name="pay" value="over">Pay over (110%)</button>
    </div>
  </form>`;
}
