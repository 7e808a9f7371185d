import { type Invoice, type InvoiceStatus, statusOf } from "../invoices.ts";

const STATES: Record<InvoiceStatus, string> = {
  open: "OPEN",
  held: "ACCEPTED",
  settled: "SETTLED",
  canceled: "CANCELED",
  // LND cancels an invoice when it expires (invoices/invoice_expiry_watcher.go).
  expired: "CANCELED",
};
const MIN_FINAL_CLTV = 24;

/**
 * lnrpc.Invoice in JSON (lightningnetwork/lnd: lnrpc/lightning.proto): names in snake case, 64-bit numbers as text,
 * bytes in base64, and fields that are not set with their zero value.
 */
export function lndInvoice(invoice: Invoice) {
  const { settled, msat, createdAt, expiresAt } = invoice;
  const paid = settled?.msat ?? 0;
  const status = statusOf(invoice);
  return {
    memo: invoice.memo,
    r_preimage: base64(invoice.preimage),
    r_hash: base64(invoice.hash),
    value: toSats(msat ?? 0),
    value_msat: String(msat ?? 0),
    settled: status === "settled",
    creation_date: toSeconds(createdAt),
    settle_date: toSeconds(settled?.at ?? 0),
    payment_request: invoice.bolt11,
    description_hash: "",
    expiry: toSeconds(expiresAt - createdAt),
    fallback_addr: "",
    cltv_expiry: String(MIN_FINAL_CLTV),
    route_hints: [],
    private: true,
    add_index: String(invoice.addIndex),
    settle_index: String(settled?.index ?? 0),
    amt_paid: String(paid),
    amt_paid_sat: toSats(paid),
    amt_paid_msat: String(paid),
    state: STATES[status],
    htlcs: [],
    features: {},
    is_keysend: false,
    payment_addr: base64(invoice.secret),
    is_amp: false,
    amp_invoice_state: {},
    is_blinded: false,
    blinded_path_config: null,
  };
}

export function base64(hex: string): string {
  return Buffer.from(hex, "hex").toString("base64");
}

function toSats(msat: number): string {
  return String(Math.floor(msat / 1000));
}

function toSeconds(ms: number): string {
  return String(Math.floor(ms / 1000));
}
