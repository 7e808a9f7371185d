import type { checkouts } from "#shop/checkouts/tables.ts";
import type { orderEvents, orders } from "#shop/orders/tables.ts";
import type {
  chainOutputs,
  paymentAddresses,
  paymentDecisions,
  quotes,
} from "#shop/payments/tables.ts";
import type { lightningInvoices } from "#shop/payments/lightning/tables.ts";
import type { PriceSourceName } from "#shop/payments/prices/rate.ts";
import { assess } from "#shop/payments/model/assess.ts";
import { defaultPaymentPolicy, QUOTE_SECONDS } from "#shop/payments/model/payment.ts";
import { demoAdmin } from "./accounts.ts";
import type { OnChainPayment } from "./pay-on-chain.ts";
import type { SeededRandom } from "./random.ts";
import type { DemoOrder } from "./order-history.ts";

/** The rows of an order in all tables. */
export interface OrderRows {
  checkout: typeof checkouts.$inferInsert & { id: string };
  /** Null for Lightning and other payment methods. */
  bitcoin: {
    address: typeof paymentAddresses.$inferInsert;
    quote: typeof quotes.$inferInsert;
    output: typeof chainOutputs.$inferInsert | null;
    decision: typeof paymentDecisions.$inferInsert | null;
  } | null;
  /** Null unless it is paid, or was to be paid, by Lightning; the id of its quote is not known yet. */
  lightning: {
    quote: typeof quotes.$inferInsert;
    invoice: Omit<typeof lightningInvoices.$inferInsert, "quoteId">;
  } | null;
  order: typeof orders.$inferInsert;
  events: (typeof orderEvents.$inferInsert)[];
}

/** The price sources of every quote. */
export const demoSources: PriceSourceName[] = [
  "kraken",
  "coinbase",
  "bitstamp",
  "coingecko",
  "mempool",
];

interface Known {
  random: SeededRandom;
  key: string;
  tip: { height: number };
  until: Date;
}

/** Builds the rows of an order with Bitcoin. */
export function bitcoinOrder(order: DemoOrder, onChain: OnChainPayment, known: Known): OrderRows {
  const { random, key, tip, until } = known;
  const { quotedAt, seenAt } = order;
  const { address, keyIndex, output } = onChain;
  const checkout = checkoutOf(order, random);
  const checkoutId = checkout.id;
  const ended = new Date(quotedAt.getTime() + QUOTE_SECONDS * 1000);
  const priceCents = order.package.priceCents;
  const stored = output && {
    txid: output.txid,
    vout: output.vout,
    sats: order.sentSats,
    firstSeenAt: seenAt ?? until,
    state: output.block ? ("confirmed" as const) : ("mempool" as const),
    blockHeight: output.block?.height ?? null,
    seenByAll: output.block === null,
    rateCents: order.rateCents,
    spends: null,
  };
  const { dueSats: sats, rateCents } = order;
  const quote = { sats, rateCents, marginBasisPoints: 0, lockedAt: quotedAt, expiresAt: ended };
  const facts = {
    priceCents,
    quotes: [{ ...quote, address, decisionId: null }],
    outputs: stored ? [stored] : [],
    invoices: [],
    decisions: [],
    tipHeight: tip.height,
    settledAt: null,
  };
  const sentBack = order.statusReason === "sent back";
  const paymentStatus = sentBack ? "refunded" : assess(facts, defaultPaymentPolicy, until).status;
  const settled = paymentStatus === "paid" || paymentStatus === "overpaid";
  const sums = { receivedSats: order.sentSats, dueSats: order.dueSats };
  const seenAs = order.outcome === "underpaid" ? "partial" : "detected";

  return {
    checkout,
    bitcoin: {
      address: {
        address,
        checkoutId,
        key,
        keyIndex,
        issuedAt: quotedAt,
        nextCheckAt: until,
        lastCheckedAt: until,
        // Recent addresses are still polled.
        retiredAt: order.confirmedAt || order.status === "rejected" ? until : null,
      },
      quote: {
        checkoutId,
        address,
        sats: order.dueSats,
        priceCents,
        rateCents: order.rateCents,
        sources: demoSources,
        lockedAt: quotedAt,
        expiresAt: ended,
      },
      output: stored &&
        output && { ...stored, address, checkoutId, blockHash: output.block?.hash ?? null },
      decision: sentBack
        ? {
            checkoutId,
            kind: "refund",
            receivedSats: order.sentSats,
            reason: "Too little was sent, and the buyer asked for it back",
            refund: {
              sats: order.sentSats,
              address,
              txid: Buffer.from(random.bytes(32)).toString("hex"),
            },
            byEmail: demoAdmin.email,
            at: order.statusAt,
          }
        : null,
    },
    lightning: null,
    order: {
      ...orderOf(order, checkoutId),
      paymentStatus,
      bitcoinWallet: address,
      settledAt: settled ? (order.confirmedAt ?? until) : null,
    },
    events: eventsOf(order, [
      ...(seenAt
        ? [{ at: seenAt, data: { from: "pending", to: seenAs, ...sums }, settles: false }]
        : []),
      ...(settled
        ? [
            {
              at: order.confirmedAt ?? until,
              data: { from: "detected", to: paymentStatus, ...sums },
              settles: true,
            },
          ]
        : []),
    ]),
  };
}

/** Builds the rows of an order by card, PayPal or bank transfer. */
export function otherOrder(order: DemoOrder, { random }: Pick<Known, "random">): OrderRows {
  const checkout = checkoutOf(order, random);
  const { confirmedAt: at } = order;
  const receivedCents = order.package.priceCents;
  return {
    checkout,
    bitcoin: null,
    lightning: null,
    order: {
      ...orderOf(order, checkout.id),
      paymentStatus: at ? "paid" : "pending",
      bitcoinWallet: null,
      settledAt: at,
    },
    events: eventsOf(
      order,
      at ? [{ at, data: { from: "pending", to: "paid", receivedCents }, settles: true }] : [],
    ),
  };
}

export function checkoutOf(order: DemoOrder, random: SeededRandom): OrderRows["checkout"] {
  const { buyer } = order;
  return {
    id: random.uuid(),
    visitorHash: Buffer.from(random.bytes(32)).toString("hex"),
    state: "done",
    package: order.package,
    tiktokUsername: buyer.username,
    tiktokUid: buyer.uid,
    email: buyer.email,
    paymentMethod: order.method,
    createdAt: order.quotedAt,
    updatedAt: order.placedAt,
  };
}

export function orderOf(order: DemoOrder, checkoutId: string) {
  const { buyer } = order;
  return {
    id: order.id,
    checkoutId,
    package: order.package,
    tiktokUsername: buyer.username,
    tiktokUid: buyer.uid,
    email: buyer.email,
    status: order.status,
    statusReason: order.statusReason,
    paymentMethod: order.method,
    totalCents: order.package.priceCents,
    createdAt: order.placedAt,
    updatedAt: order.statusAt,
    completedAt: order.status === "completed" ? order.statusAt : null,
  };
}

/** Builds the events: placed, payment changes, and the status changes that follow. */
export function eventsOf(
  order: DemoOrder,
  payments: { at: Date; data: Record<string, unknown>; settles: boolean }[],
): OrderRows["events"] {
  const event = (
    type: "placed" | "payment" | "status",
    at: Date,
    data: Record<string, unknown>,
  ) => ({
    orderId: order.id,
    type,
    at,
    data,
  });
  const { status, statusReason: reason, statusAt } = order;
  const settled = payments.some(({ settles }) => settles);
  return [
    event("placed", order.placedAt, { by: "customer" }),
    ...payments.flatMap(({ at, data, settles }) => [
      event("payment", at, data),
      ...(settles
        ? [event("status", at, { from: "pending", to: "processing", by: "payment" })]
        : []),
    ]),
    ...(status === "completed" || status === "rejected"
      ? [
          event("status", statusAt, {
            from: settled ? "processing" : "pending",
            to: status,
            by: reason === "not paid" ? "Satchel" : demoAdmin.email,
            ...(reason && { reason }),
          }),
        ]
      : []),
  ];
}
