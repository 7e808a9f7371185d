import { sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "#db/schema/checkout.server.ts";
import { ledgerCursor } from "#db/schema/loyalty.server.ts";
import { orderEvents, orders } from "#db/schema/orders.server.ts";
import {
  addressKeys,
  chainOutputs,
  chainTip,
  paymentAddresses,
  paymentDecisions,
  paymentRechecks,
  quotes,
} from "#db/schema/payments.server.ts";
import { figures } from "#db/schema/reports.server.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import { assess } from "#shop/payments/assess.ts";
import { defaultPaymentPolicy, QUOTE_SECONDS } from "#shop/payments/payment.ts";
import { demoAdmin, storeAccounts } from "./accounts.ts";
import type { OnChain } from "./chain.ts";
import { Chance } from "./chance.ts";
import type { Story, ToldOrder } from "./story.ts";

/** What everything was written with: a row of every table that an order has a part in. */
interface Written {
  checkout: typeof checkouts.$inferInsert;
  address: typeof paymentAddresses.$inferInsert;
  quote: typeof quotes.$inferInsert;
  output: typeof chainOutputs.$inferInsert | null;
  order: typeof orders.$inferInsert;
  events: (typeof orderEvents.$inferInsert)[];
  decision: typeof paymentDecisions.$inferInsert | null;
}

const ROWS_AT_A_TIME = 500;

/** Writes the story into an empty shop. */
export async function storeStory(
  db: Db,
  story: Story,
  options: {
    paid: Map<string, OnChain>;
    tip: { height: number; hash: string };
    key: string;
    seed: number;
    until: Date;
  },
): Promise<void> {
  const { paid, tip, key, seed, until } = options;
  const chance = new Chance(seed);
  await seedCatalog(db);
  const rows = story.orders.map((order) => {
    const onChain = paid.get(order.id);
    if (!onChain) throw new Error(`order ${order.id} has no address`);
    return write(order, onChain, { chance, key, tip, until });
  });
  const present = <T>(items: (T | null)[]) => items.filter((item) => item !== null);

  await db.transaction(async (tx) => {
    // Counted once at the end, not order by order.
    await tx.execute(sql`alter table orders disable trigger user`);
    await tx.execute(sql`alter table checkouts disable trigger user`);
    await inParts(
      rows.map((row) => row.checkout),
      (part) => tx.insert(checkouts).values(part),
    );
    await inParts(
      rows.map((row) => row.address),
      (part) => tx.insert(paymentAddresses).values(part),
    );
    await inParts(
      rows.map((row) => row.quote),
      (part) => tx.insert(quotes).values(part),
    );
    await inParts(present(rows.map((row) => row.output)), (part) =>
      tx.insert(chainOutputs).values(part),
    );
    await inParts(
      rows.map((row) => row.order),
      (part) => tx.insert(orders).values(part),
    );
    await inParts(
      rows.flatMap((row) => row.events).toSorted((a, b) => a.at.getTime() - b.at.getTime()),
      (part) => tx.insert(orderEvents).values(part),
    );
    await inParts(present(rows.map((row) => row.decision)), (part) =>
      tx.insert(paymentDecisions).values(part),
    );
    await tx.insert(addressKeys).values({ key, nextIndex: rows.length });
    await tx.insert(chainTip).values({ ...tip, seenAt: until });
    await tx.execute(sql`alter table orders enable trigger user`);
    await tx.execute(sql`alter table checkouts enable trigger user`);
    await tx.execute(sql`select rebuild_figures()`);
    await tx.execute(sql`select number_invoices()`);
    await inParts(
      [...story.visits].flatMap(([day, count]) => [
        { kind: "visit" as const, day, key: "", count, cents: 0 },
      ]),
      (part) => tx.insert(figures).values(part),
    );
    await tx.execute(sql`
      insert into figures (kind, day, key, count, cents)
      select 'checkout', shop_day(created_at), '', count(*), 0 from checkouts group by 2`);
    // What waits for a decision is listed once the shop runs.
    await tx.execute(sql`
      insert into ${paymentRechecks} (checkout_id) select distinct checkout_id from ${chainOutputs}`);
    // The past is told already: loyalty follows what comes from now on.
    await tx.execute(sql`
      insert into ${ledgerCursor} (last_event_id) select max(id) from ${orderEvents}`);
  });
  await storeAccounts(db, story.buyers, { chance, until });
}

function write(
  order: ToldOrder,
  onChain: OnChain,
  {
    chance,
    key,
    tip,
    until,
  }: { chance: Chance; key: string; tip: { height: number }; until: Date },
): Written {
  const { buyer, placedAt, quotedAt, seenAt } = order;
  const { address, keyIndex, output } = onChain;
  const checkoutId = uuid(chance);
  const ended = new Date(quotedAt.getTime() + QUOTE_SECONDS * 1000);
  const priceCents = order.package.priceCents;
  const stored = output && {
    txid: output.txid,
    vout: output.vout,
    sats: order.sentSats,
    firstSeenAt: seenAt ?? until,
    state: output.block ? ("confirmed" as const) : ("mempool" as const),
    blockHeight: output.block?.height ?? null,
    rateCents: order.rateCents,
  };
  const { dueSats: sats, rateCents } = order;
  const facts = {
    priceCents,
    quotes: [{ sats, rateCents, lockedAt: quotedAt, expiresAt: ended, decisionId: null }],
    outputs: stored ? [stored] : [],
    decisions: [],
    tipHeight: tip.height,
    settledAt: null,
  };
  const sentBack = order.statusReason === "sent back";
  const paymentStatus = sentBack ? "refunded" : assess(facts, defaultPaymentPolicy, until).status;
  const settled = paymentStatus === "paid" || paymentStatus === "overpaid";
  const at = (moment: Date | null) => moment ?? until;
  const event = (
    type: "placed" | "payment" | "status",
    moment: Date,
    data: Record<string, unknown>,
  ) => ({ orderId: order.id, type, at: moment, data });
  const sums = { receivedSats: order.sentSats, dueSats: order.dueSats };

  return {
    checkout: {
      id: checkoutId,
      visitorHash: Buffer.from(chance.bytes(32)).toString("hex"),
      state: "done",
      package: order.package,
      tiktokUsername: buyer.username,
      tiktokUid: buyer.uid,
      email: buyer.email,
      createdAt: quotedAt,
      updatedAt: placedAt,
    },
    address: {
      address,
      checkoutId,
      key,
      keyIndex,
      issuedAt: quotedAt,
      nextCheckAt: until,
      lastCheckedAt: until,
      // The recent ones are asked about again, as in any shop.
      retiredAt: order.confirmedAt || order.status === "rejected" ? until : null,
    },
    quote: {
      checkoutId,
      address,
      sats: order.dueSats,
      priceCents,
      rateCents: order.rateCents,
      sources: ["kraken", "coinbase", "bitstamp", "coingecko", "mempool"],
      lockedAt: quotedAt,
      expiresAt: ended,
    },
    output: stored &&
      output && { ...stored, address, checkoutId, blockHash: output.block?.hash ?? null },
    order: {
      id: order.id,
      checkoutId,
      package: order.package,
      tiktokUsername: buyer.username,
      tiktokUid: buyer.uid,
      email: buyer.email,
      status: order.status,
      statusReason: order.statusReason,
      paymentMethod: "bitcoin",
      paymentStatus,
      bitcoinWallet: address,
      totalCents: priceCents,
      createdAt: placedAt,
      updatedAt: order.statusAt,
      settledAt: settled ? at(order.confirmedAt) : null,
    },
    events: [
      event("placed", placedAt, { by: "customer" }),
      ...(seenAt && order.course !== "underpaid"
        ? [event("payment", seenAt, { from: "pending", to: "detected", ...sums })]
        : []),
      ...(seenAt && order.course === "underpaid"
        ? [event("payment", seenAt, { from: "pending", to: "partial", ...sums })]
        : []),
      ...(settled
        ? [
            event("payment", at(order.confirmedAt), {
              from: "detected",
              to: paymentStatus,
              ...sums,
            }),
            event("status", at(order.confirmedAt), {
              from: "pending",
              to: "processing",
              by: "payment",
            }),
          ]
        : []),
      ...(order.status === "completed" || order.status === "rejected"
        ? [
            event("status", order.statusAt, {
              from: settled ? "processing" : "pending",
              to: order.status,
              by: order.statusReason === "not paid" ? "Satchel" : demoAdmin.email,
              ...(order.statusReason && { reason: order.statusReason }),
            }),
          ]
        : []),
    ],
    decision: sentBack
      ? {
          checkoutId,
          kind: "refund",
          receivedSats: order.sentSats,
          reason: "Too little was sent, and the buyer asked for it back",
          refund: {
            sats: order.sentSats,
            address,
            txid: Buffer.from(chance.bytes(32)).toString("hex"),
          },
          byEmail: demoAdmin.email,
          at: order.statusAt,
        }
      : null,
  };
}

async function inParts<T>(rows: readonly T[], insert: (part: T[]) => PromiseLike<unknown>) {
  for (let i = 0; i < rows.length; i += ROWS_AT_A_TIME)
    await insert(rows.slice(i, i + ROWS_AT_A_TIME));
}

function uuid(chance: Chance): string {
  const hex = Buffer.from(chance.bytes(16)).toString("hex");
  // Version 4, variant 1 (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
