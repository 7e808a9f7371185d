import { type Invoice, statusOf } from "../invoices.ts";

/** An entry of `listinvoices` (ElementsProject/lightning: doc/schemas/listinvoices.json). */
export function clnInvoice(invoice: Invoice) {
  const { label, bolt11, hash, memo, msat, settled, expiresAt, addIndex } = invoice;
  const status = statusOf(invoice);
  const common = {
    label,
    bolt11,
    payment_hash: hash,
    ...(msat !== null && { amount_msat: msat }),
    description: memo,
    expires_at: toSeconds(expiresAt),
    created_index: addIndex,
  };
  if (!settled) {
    const isOver = status === "expired" || status === "canceled";
    return { ...common, status: isOver ? "expired" : "unpaid" };
  }
  return {
    ...common,
    status: "paid",
    updated_index: settled.index,
    pay_index: settled.index,
    amount_received_msat: settled.msat,
    paid_at: toSeconds(settled.at),
    payment_preimage: invoice.preimage,
  };
}

export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}
