import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { SECOND_MS } from "#lib/time.ts";
import type { PaymentPolicy } from "../model/payment.ts";
import { lightningInvoices } from "./tables.ts";
import type { Network } from "../wallet/address.ts";
import {
  lastSettleIndex,
  recordCanceled,
  recordPaidOnChain,
  recordSettled,
  recordUnknown,
  recordUnpaid,
} from "./invoice-states.server.ts";
import { claimDue, type DueInvoice, LOOK_UPS_PER_CLAIM, spreadOverdue } from "./look-ups.server.ts";
import { type LightningNode, type NodeState, NodeUnavailable } from "./lightning-node.ts";

/** What the back office shows of the node. */
export interface LightningStatus {
  kind: LightningNode["kind"];
  /** Null before the first answer. */
  state: NodeState | null;
  /** Why Lightning is not offered, as a sentence for the owner; null when it is. */
  problem: string | null;
}

/** The Lightning node of the shop, and the jobs that watch its invoices. */
export interface Lightning {
  node: LightningNode;
  status: () => LightningStatus;
  /** Returns whether checkout offers Lightning for this amount now. */
  mayReceive: (sats: number) => boolean;
}

const TICK_MS = 100;
/** How many look-ups run at the same time. */
const CONCURRENT = 16;
const STATE_MS = 10 * SECOND_MS;
/** While the node is down, its state is read more often, so that Lightning returns soon. */
const DOWN_STATE_MS = 2 * SECOND_MS;
const RECONNECT_MS = 2 * SECOND_MS;

/**
 * Returns the shop's Lightning. `start` begins to watch the node and its invoices; until the node has answered, checkout
 * does not offer Lightning.
 */
export function openLightning(
  db: Db,
  options: { node: LightningNode; network: Network; policy: PaymentPolicy; log: Log },
): Lightning & { start: () => void; stop: () => Promise<void> } {
  const { node, network, policy, log } = options;
  let state: NodeState | null = null;
  /** Why the node cannot be used; null while it answers. */
  let down: string | null = "The node has not answered yet.";

  /** What went wrong with a look-up last, so that it is logged once. */
  let told: string | null = null;

  /** Ends the listening when another node answers: its settle index is its own. */
  let listening = new AbortController();

  let states: Loop | null = null;
  const loops: Loop[] = [];

  const failed = (error: unknown) => log("lightning", error);

  /** The invoice is due again after the usual interval. Whether the node is down, only its state says. */
  const lookUpFailed = (error: unknown) => {
    if (!(error instanceof NodeUnavailable)) {
      failed(error);
      return;
    }
    if (told === error.message) return;
    told = error.message;
    log("a Lightning invoice cannot be looked up", error);
    states?.wake();
  };

  const readState = async () => {
    try {
      const known = state?.nodeId;
      state = await node.state();
      if (known !== state.nodeId) listening.abort();
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error;
      if (down !== error.message) log("the Lightning node cannot be used", error);
      down = error.message;
      return;
    }
    if (down === null) return;
    down = null;
    told = null;
    log("the Lightning node answers");
    await spreadOverdue(db, new Date());
  };

  const check = async (invoice: DueInvoice): Promise<number | null> => {
    const found = await node.lookUp(invoice.paymentHash);
    const now = new Date();
    const isCanceled = found.status === "ended" && invoice.expiresAt > now;
    if (found.status === "settled") await recordSettled(db, invoice, found, { policy, now });
    else if (found.status === "unknown") await recordUnknown(db, invoice.id, now);
    else if (found.status === "on-chain") await recordPaidOnChain(db, invoice.id, now);
    else if (isCanceled) await recordCanceled(db, invoice.id, now);
    else return invoice.id;
    return null;
  };

  const tick = async (stopping: AbortSignal) => {
    if (down !== null) return TICK_MS;
    const due = await claimDue(db, new Date());
    for (let first = 0; first < due.length && !stopping.aborted; first += CONCURRENT) {
      const checks = due.slice(first, first + CONCURRENT).map((invoice) =>
        check(invoice).catch((error: unknown) => {
          lookUpFailed(error);
          return null;
        }),
      );
      const unpaid = (await Promise.all(checks)).filter((id) => id !== null);
      await recordUnpaid(db, unpaid, new Date());
    }
    return due.length === LOOK_UPS_PER_CLAIM ? 0 : TICK_MS;
  };

  /** The node says that an invoice is paid: it is looked up at once. Others of the node are none of ours. */
  const checkByHash = async (paymentHash: string) => {
    const [invoice] = await db
      .select({
        id: lightningInvoices.id,
        checkoutId: lightningInvoices.checkoutId,
        paymentHash: lightningInvoices.paymentHash,
        expiresAt: lightningInvoices.expiresAt,
      })
      .from(lightningInvoices)
      .where(
        and(eq(lightningInvoices.paymentHash, paymentHash), isNull(lightningInvoices.settledAt)),
      );
    if (!invoice) return;
    const unpaid = await check(invoice);
    if (unpaid !== null) await recordUnpaid(db, [unpaid], new Date());
  };

  const listen = async (stopping: AbortSignal) => {
    if (!state) return;
    listening = new AbortController();
    await node.listen({
      after: await lastSettleIndex(db, state.nodeId),
      onOpen: () => undefined,
      onSettled: (paymentHash) => void checkByHash(paymentHash).catch(lookUpFailed),
      signal: AbortSignal.any([stopping, listening.signal]),
    });
  };

  const start = () => {
    states = startLoop(
      async () => {
        await readState();
        return down === null ? STATE_MS : DOWN_STATE_MS;
      },
      { pauseMs: STATE_MS, failed },
    );
    const checks = startLoop(tick, { pauseMs: TICK_MS, failed });
    const listening = startLoop(listen, {
      pauseMs: RECONNECT_MS,
      // An outage is logged where the state is read.
      failed: (error) => {
        if (!(error instanceof NodeUnavailable)) failed(error);
      },
    });
    loops.push(states, checks, listening);
  };

  const problem = () =>
    down ??
    (state?.network && state.network !== network
      ? `The node is on the network "${state.network}", the shop on "${network}".`
      : (state?.obstacle ?? null));
  return {
    node,
    status: () => ({ kind: node.kind, state, problem: problem() }),
    mayReceive: (sats) => {
      if (problem() !== null || !state) return false;
      const { receivableSats, opensChannels } = state;
      return receivableSats === null || opensChannels || receivableSats >= sats;
    },
    start,
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
