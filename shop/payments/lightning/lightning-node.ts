import type { Network } from "../wallet/address.ts";

/** A Lightning node that makes invoices and tells what became of them. It holds no key of this shop that can pay. */
export interface LightningNode {
  kind: "phoenixd" | "lnd" | "core-lightning";
  /**
   * Makes an invoice and returns it once its text was checked against what was asked for. Throws `NodeUnavailable` when
   * the node does not answer, refuses, answers with another invoice or says that the payment could not reach it.
   */
  create: (request: InvoiceRequest) => Promise<NodeInvoice>;
  /** Returns what became of an invoice. Throws `NodeUnavailable`. */
  lookUp: (paymentHash: string) => Promise<InvoiceState>;
  /**
   * Calls `onSettled` with the payment hash of each invoice that is paid from now on, and of those with a settle index
   * above `after` where the node counts them. Returns when the connection ends, throws `NodeUnavailable` when it cannot
   * be opened. Only a wake-up: what counts is the answer of `lookUp`.
   */
  listen: (options: {
    after: number;
    onOpen: () => void;
    onSettled: (paymentHash: string) => void;
    signal: AbortSignal;
  }) => Promise<void>;
  /** Returns the state of the node. Throws `NodeUnavailable`. */
  state: () => Promise<NodeState>;
  /**
   * Asks the node whether the credentials could pay, where that cannot be read from them; null when the node does not
   * say. Moves nothing. Throws `NodeUnavailable`.
   */
  canSpend?: () => Promise<boolean | null>;
}

/** The names of the kinds of nodes. */
export const nodeNames: Record<LightningNode["kind"], string> = {
  phoenixd: "phoenixd",
  lnd: "LND",
  "core-lightning": "Core Lightning",
};

export interface InvoiceRequest {
  sats: number;
  /** Public: everybody who sees the invoice can read it. At most 128 characters. */
  memo: string;
  expirySeconds: number;
}

export interface NodeInvoice {
  /** Hex, in lower case. */
  paymentHash: string;
  bolt11: string;
  expiresAt: Date;
  /** The public key of the node, by which the invoice is signed. */
  nodeId: string;
}

/**
 * What became of an invoice: `open`, `settled` for good, `ended` unpaid for good, `on-chain` if it was paid by an output
 * of a transaction, which no node calls final, or `unknown` to this node. Only the state decides whether it is paid;
 * `paidMsat` is what the payer sent, as far as the node says.
 */
export type InvoiceState =
  | { status: "open" | "ended" | "on-chain" | "unknown" }
  | {
      status: "settled";
      at: Date;
      paidMsat: number;
      /** Counts the settled invoices of LND and Core Lightning; null for phoenixd. */
      settleIndex: number | null;
    };

export interface NodeState {
  /** The public key of the node; null when the credentials do not permit to read it. */
  nodeId: string | null;
  /** Null when the credentials do not permit to read it. */
  network: Network | null;
  alias: string | null;
  version: string | null;
  /** Satoshis that it can receive over its channels now; null when the credentials do not permit to read it. */
  receivableSats: number | null;
  /** For phoenixd: satoshis that pay for a future channel and cannot be withdrawn; else null. */
  feeCreditSats: number | null;
  /** For phoenixd: it opens a channel by itself when one is needed, for a fee. */
  opensChannels: boolean;
  /** Why it can receive nothing now, as a sentence for the owner; null when it can. */
  obstacle: string | null;
}

/** The node does not answer, or not as it should. The message is for the owner and holds no secret. */
export class NodeUnavailable extends Error {
  override name = "NodeUnavailable";
}

/** The node made an invoice that must not be shown. It would do so again, from this amount on. */
export class InvoiceRefused extends NodeUnavailable {
  readonly fromSats: number;

  constructor(message: string, fromSats: number) {
    super(message);
    this.fromSats = fromSats;
  }
}

/** How long a refusal is repeated. */
const REFUSED_MS = 60_000;

/** Returns `create` with each refusal repeated for a minute, so that not every try leaves an invoice on the node. */
export function repeatRefusals(create: LightningNode["create"]): LightningNode["create"] {
  let last: { error: InvoiceRefused; until: number } | null = null;
  return async (request) => {
    if (last && Date.now() < last.until && request.sats >= last.error.fromSats) throw last.error;
    try {
      return await create(request);
    } catch (error) {
      if (error instanceof InvoiceRefused) last = { error, until: Date.now() + REFUSED_MS };
      throw error;
    }
  };
}
