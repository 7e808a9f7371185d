import { randomBytes } from "node:crypto";
import type { InvoiceState } from "#shop/payments/lightning/lightning-node.ts";
import { type LightningNode, NodeUnavailable } from "#shop/payments/lightning/lightning-node.ts";
import type { Lightning } from "#shop/payments/lightning/lightning.jobs.server.ts";
import { addSeconds } from "#lib/time.ts";

/** The public key of the node. */
export const SIMULATED_NODE = `02${"11".repeat(32)}`;

type Settled = Extract<InvoiceState, { status: "settled" }>;

/** A node in memory for stories of thousands of steps; that the adapters fit real ones is tested with LDK. */
export interface SimulatedNode {
  lightning: Lightning;
  isUp: boolean;
  /** Pays an invoice, and returns what the node says of it then; null if it was not made here or is paid already. */
  pay: (paymentHash: string, percent: number, at: Date) => Settled | null;
  /** Deletes an invoice, so that it can no longer be paid; returns false if it is paid already. */
  delete: (paymentHash: string) => boolean;
  isPaid: (paymentHash: string) => boolean;
  /** How many invoices it has made. */
  made: () => number;
  /** How often each invoice was looked up. */
  lookUps: Map<string, number>;
}

export function simulatedNode(clock = () => new Date()): SimulatedNode {
  const made = new Map<string, { sats: number; settled: Settled | null; endsAt: Date }>();
  const lookUps = new Map<string, number>();
  const checkUp = () => {
    if (!simulated.isUp) throw new NodeUnavailable("The node is down.");
  };
  const node: LightningNode = {
    kind: "lnd",
    create: ({ sats, expirySeconds }) => {
      checkUp();
      const paymentHash = randomBytes(32).toString("hex");
      const expiresAt = addSeconds(clock(), expirySeconds);
      made.set(paymentHash, { sats, settled: null, endsAt: expiresAt });
      const bolt11 = `lnbcrt${paymentHash}`;
      return Promise.resolve({ paymentHash, bolt11, expiresAt, nodeId: SIMULATED_NODE });
    },
    lookUp: (paymentHash) => {
      checkUp();
      lookUps.set(paymentHash, (lookUps.get(paymentHash) ?? 0) + 1);
      const invoice = made.get(paymentHash);
      if (!invoice) return Promise.resolve({ status: "unknown" });
      if (invoice.settled) return Promise.resolve(invoice.settled);
      return Promise.resolve({ status: invoice.endsAt > clock() ? "open" : "ended" });
    },
    listen: ({ signal }) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true })),
    state: () => {
      checkUp();
      return Promise.resolve({
        nodeId: SIMULATED_NODE,
        network: "regtest",
        alias: "simulated",
        version: null,
        receivableSats: 10_000_000,
        feeCreditSats: null,
        opensChannels: false,
        obstacle: null,
      });
    },
  };
  const simulated: SimulatedNode = {
    isUp: true,
    lookUps,
    lightning: {
      node,
      status: () => ({ kind: node.kind, state: null, problem: null }),
      mayReceive: () => simulated.isUp,
    },
    pay: (paymentHash, percent, at) => {
      const invoice = made.get(paymentHash);
      if (!invoice || invoice.settled) return null;
      invoice.settled = {
        status: "settled",
        at,
        paidMsat: invoice.sats * 10 * percent,
        settleIndex: [...made.values()].filter(({ settled }) => settled).length + 1,
      };
      return invoice.settled;
    },
    delete: (paymentHash) => !made.get(paymentHash)?.settled && made.delete(paymentHash),
    made: () => made.size,
    isPaid: (paymentHash) => Boolean(made.get(paymentHash)?.settled),
  };
  return simulated;
}
