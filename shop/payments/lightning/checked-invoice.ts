import { type Result, err, ok } from "#lib/result.ts";
import type { Network } from "../wallet/address.ts";
import { readBolt11 } from "./bolt11.ts";
import type { InvoiceRequest, NodeInvoice } from "./lightning-node.ts";

/** What a new invoice has to be. */
export interface ExpectedInvoice extends InvoiceRequest {
  network: Network;
  /** The payment hash that the node stated beside the invoice, in hex. */
  paymentHash: string;
  /** When the invoice was requested. */
  since: Date;
}

/** By how much the clocks of node and shop may differ. */
const CLOCK_DIFFERENCE_MS = 60_000;

/**
 * Returns the invoice when its text has a valid signature and is what was requested: a buyer who pays another one would
 * have paid without an order. The error is in words for the owner.
 */
export function checkInvoice(
  bolt11: string,
  { network, sats, expirySeconds, paymentHash, since }: ExpectedInvoice,
  now: Date = new Date(),
): Result<NodeInvoice, string> {
  const read = readBolt11(bolt11);
  if (!read.ok) return err(`made an invoice that cannot be read: ${read.error}`);
  const invoice = read.value;
  if (invoice.network !== network)
    return err(`is on the network "${invoice.network}", the shop on "${network}"`);
  if (invoice.paymentHash !== paymentHash) return err("made an invoice with another payment hash");
  if (invoice.msat !== sats * 1000)
    return err(`made an invoice of ${invoice.msat ?? "any"} msat instead of ${sats * 1000}`);
  const expiresAt = (invoice.timestamp + invoice.expirySeconds) * 1000;
  const earliest = since.getTime() + expirySeconds * 1000 - CLOCK_DIFFERENCE_MS;
  const latest = now.getTime() + expirySeconds * 1000 + CLOCK_DIFFERENCE_MS;
  if (expiresAt < earliest || expiresAt > latest)
    return err("made an invoice with another expiry: compare its clock with the shop's");
  if (invoice.hasFallback)
    return err(
      "made an invoice that can be paid on-chain, too: switch off invoices-onchain-fallback",
    );
  return ok({
    paymentHash,
    bolt11: bolt11.toLowerCase(),
    expiresAt: new Date(expiresAt),
    nodeId: invoice.payee,
  });
}
