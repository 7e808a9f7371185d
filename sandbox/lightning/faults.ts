/**
 * What can go wrong with a Lightning node and its interface, beside the faults that every HTTP service has. Some concern
 * one of the three interfaces and leave the others alone.
 */
export const lightningFaults = [
  // The connection is closed without an answer, and so is every stream.
  "node-down",
  // LND's answer before `lncli unlock`; the other two do not listen before they have their key.
  "wallet-locked",
  "unauthorized",
  // Invoices and node are of Bitcoin's main network.
  "wrong-network",
  // The invoice exists, but the connection is closed without an answer.
  "create-answer-lost",
  // The answer comes 11 seconds after the invoice was made.
  "create-slow",
  // Streams end as soon as they are open.
  "stream-cut",
  // Streams stay open, but nothing comes any more, no ping and no event.
  "stream-half-open",
  "event-twice",
  "event-lost",
  "lookup-not-found",
  // phoenixd: the opening of a channel was deducted from what was received.
  "received-less",
  "received-negative",
  // phoenixd: the payment is too small for a channel, and was added to the fee credit.
  "fee-credit-added",
  // phoenixd: the payment opened a channel, for which the fee credit paid a part.
  "fee-credit-used",
  // The buyer's wallet pays twice the amount.
  "paid-double",
  // A payment is held until 20 seconds after the invoice has expired.
  "settled-late",
  // The node was restored from a backup: what was there when the fault was switched on is unknown.
  "invoices-forgotten",
  // LND with gc-canceled-invoices-on-the-fly: an invoice that was canceled or has expired is unknown.
  "deletes-canceled",
  // Core Lightning's autoclean: expired and paid invoices are unknown.
  "autoclean",
  // The node is not connected to its peer: its channels are inactive.
  "peer-offline",
  // LND and Core Lightning have not seen the newest blocks.
  "not-synced",
  // Core Lightning with invoices-onchain-fallback: paid invoices were paid by an output of a transaction.
  "paid-on-chain",
  // A look-up answers with another invoice, or with a preimage that is not the invoice's.
  "wrong-invoice",
  "wrong-preimage",
  // A paid invoice has a time that cannot be.
  "wrong-time",
  // There is no incoming capacity, and Core Lightning says so when it makes an invoice.
  "capacity-warning",
] as const;

export type LightningFault = (typeof lightningFaults)[number];
