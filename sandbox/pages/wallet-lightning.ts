import { html } from "hono/html";
import { RequestError } from "../errors.ts";
import { statusOf } from "../lightning/invoices.ts";
import { LightningUnavailable } from "../lightning/ldk.ts";
import type { Lightning } from "../lightning/lightning.ts";
import { count, formatSats, moment, noteBox, rows } from "./layout.ts";
import type { Html } from "./layout.ts";

const LATEST = 10;
/** The amounts that the buttons of the form stand for, in percent; an invoice cannot be paid short. */
const PERCENT = { exact: 100, over: 110 };

/** Pays an invoice with the amount of the form, or its own. Returns the payment hash; throws RequestError. */
export async function payInvoice(
  lightning: Lightning,
  invoice: string,
  { sats, pay }: { sats: string; pay?: "exact" | "short" | "over" },
): Promise<string> {
  if (pay === "short") throw new RequestError("A Lightning invoice is paid in full or not at all");
  const { msat } = await lightning.read(invoice);
  const due = sats === "" ? msat : Number(sats) * 1000;
  if (due === null) throw new RequestError("The invoice has no amount: give one in sats");
  // Without an amount of its own, the payment is that of the invoice.
  const isOther = sats !== "" || pay === "over";
  const amount = Math.ceil((due * PERCENT[pay ?? "exact"]) / 100);
  return (await lightning.pay(invoice, isOther ? amount : undefined)).hash;
}

/** Says what an invoice asks for, or why it cannot be paid. */
export async function invoiceText(lightning: Lightning, invoice: string): Promise<string> {
  try {
    const { msat, memo } = await lightning.read(invoice);
    const about = memo === "" ? "" : ` for ${memo}`;
    if (msat === null) return `A Lightning invoice without an amount${about}: give it below.`;
    return `Asks for ${formatSats(msat / 1000)} by Lightning${about}.`;
  } catch (error) {
    if (isExpected(error)) return error.message;
    throw error;
  }
}

/** Says what became of the payment of an invoice. */
export function sentNote({ store }: Lightning, hash: string): Html | "" {
  const invoice = store.get(hash);
  if (invoice === undefined) return "";
  const { settled, memo } = invoice;
  if (settled === null) {
    return noteBox("status", "The payment is on its way: the payee's node holds it.");
  }
  return html`<p class="card status" role="status">
    Paid ${formatSats(settled.msat / 1000)} by Lightning${memo === "" ? "" : ` for ${memo}`}.
    Payment hash <code>${hash}</code>
  </p>`;
}

/** Lists the latest invoices of the shop's node. */
export function latestInvoices({ store }: Lightning): Html {
  const latest = store.list().slice(-LATEST).toReversed();
  return rows(
    latest.map((invoice) => {
      const { msat, settled, createdAt, memo } = invoice;
      return html`<div class="row">
          <span>${memo}</span>
          <strong class="num">${formatSats((settled?.msat ?? msat ?? 0) / 1000)}</strong>
        </div>
        <div class="row small muted">
          <span>${moment(new Date(createdAt).toISOString())}</span>
          <span>${settled ? "paid" : statusOf(invoice)}</span>
        </div>`;
    }),
    "The shop has made no invoice yet.",
  );
}

/** The state of Lightning in a few words. */
export function lightningState({ store, network }: Lightning): string {
  if (network === null) return "starts with the first invoice";
  const channels = count(network.channels().length, "channel");
  return `${channels}, ${count(store.settled().length, "payment")}`;
}

/** Whether an error is to be shown to the user. */
export function isExpected(error: unknown): error is Error {
  return error instanceof RequestError || error instanceof LightningUnavailable;
}
