import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { err, ok, type Result } from "#lib/result.ts";
import { recordAudit } from "../audit/audit.server.ts";
import { lockCheckout } from "../checkouts/lock-checkout.server.ts";
import {
  addEvent,
  changedAt,
  notifyOrder,
  orderOfCheckout,
  type StoredOrder,
} from "../orders/orders.server.ts";
import { tellOfAct } from "../orders/act-mails.server.ts";
import { type Permit, stillPermits } from "../orders/permits.server.ts";
import { orders } from "../orders/tables.ts";
import { isSettled } from "../orders/payment-status.ts";
import { loadFacts, type StoredFacts } from "./facts.server.ts";
import {
  activeDecisions,
  activeQuotes,
  currentQuote,
  hasMoney,
  newestQuote,
  type PaymentPolicy,
} from "./model/payment.ts";
import { assessReceipts } from "./model/receipt.ts";
import { assessChain } from "./payments.server.ts";
import { refundAddressState, type RefundAddressState } from "./refund-address.ts";
import { paymentAddresses } from "./tables.ts";
import { type Network, parseAddress } from "./wallet/address.ts";

/** The address for a refund as its order's page shows it. */
export interface RefundAddressView {
  state: RefundAddressState;
  address: string | null;
}

export type RefundAddressError = "bad-address" | "own-address" | "closed";

/** Returns the refund address of an order, and whether its buyer can change it. */
export async function refundAddressView(
  db: Db,
  order: StoredOrder,
  { policy, now }: { policy: PaymentPolicy; now: Date },
): Promise<RefundAddressView> {
  const facts = await loadFacts(db, order.checkoutId);
  return { state: stateOf(facts, order, policy, now), address: order.refundAddress };
}

/**
 * Stores the address that the buyer wants a refund sent to. Accepts every address type of the network, also as a `bitcoin:` URI, but none that the shop has issued.
 */
export async function setRefundAddress(
  db: Db,
  input: {
    permit: Permit<"refund-address">;
    order: StoredOrder;
    address: string;
    network: Network;
    policy: PaymentPolicy;
    /** The network address of the request, for the audit log. */
    ip: string | null;
    now: Date;
  },
): Promise<Result<void, RefundAddressError>> {
  const { permit, network, policy, ip, now } = input;
  const { checkoutId, id } = input.order;
  const parsed = parseAddress(input.address, network);
  if (!parsed.ok) return err("bad-address");
  const address = parsed.value;
  return db.transaction(async (tx) => {
    await lockCheckout(tx, checkoutId);
    const order = await orderOfCheckout(tx, checkoutId, { lock: true });
    if (!order || order.deletedAt || !(await stillPermits(tx, permit, order))) return err("closed");
    if (stateOf(await loadFacts(tx, checkoutId), order, policy, now) !== "open")
      return err("closed");
    if (await isIssued(tx, address)) return err("own-address");
    if (order.refundAddress === address) return ok(undefined);
    await tx
      .update(orders)
      .set({ refundAddress: address, ...changedAt(now) })
      .where(eq(orders.id, id));
    const change = { from: order.refundAddress, to: address };
    const eventId = await addEvent(tx, id, "refund-address", change, now);
    await tellOfAct(tx, order, { permit, eventId, change, now });
    await recordAudit(tx, {
      actor: { id: null, email: order.email, ip },
      action: "order.refund-address",
      subject: "order",
      subjectId: id,
      data: change,
      now,
    });
    await notifyOrder(tx, order);
    return ok(undefined);
  });
}

function stateOf(
  facts: StoredFacts,
  order: StoredOrder,
  policy: PaymentPolicy,
  now: Date,
): RefundAddressState {
  const quote =
    newestQuote(activeQuotes(facts.quotes, activeDecisions(facts.decisions))) ??
    currentQuote(facts.quotes);
  if (!quote || (facts.outputs.length === 0 && !hasMoney(facts))) return "none";
  const received = assessReceipts({
    priceCents: order.totalCents,
    receipts: facts.receipts,
    decisions: facts.receiptDecisions,
    paidOnChain: false,
    order: { kind: "order", ...order },
  });
  return refundAddressState({
    order,
    assessment: assessChain(facts, quote, { order, policy, now }),
    decisions: facts.decisions,
    paidOtherwise: order.totalCents === 0 || (received !== null && isSettled(received.status)),
  });
}

async function isIssued(tx: Db, address: string): Promise<boolean> {
  return (await tx.$count(paymentAddresses, eq(paymentAddresses.address, address))) > 0;
}
