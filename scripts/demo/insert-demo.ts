import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "#shop/checkouts/tables.ts";
import { ledgerCursor } from "#shop/loyalty/tables.ts";
import {
  receipts,
  addressKeys,
  chainOutputs,
  paymentAddresses,
  paymentDecisions,
  quotes,
} from "#shop/payments/tables.ts";
import { lightningInvoices } from "#shop/payments/lightning/tables.ts";
import { chainTip } from "#shop/payments/chain/tables.ts";
import { paymentRechecks } from "#shop/payments/review/tables.ts";
import { orderEvents, orders } from "#shop/orders/tables.ts";
import { metricSnapshots, dailyMetrics } from "#shop/metrics/tables.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import type { PaymentSession } from "../../sandbox/hosted-payments/session.ts";
import { storeFirstFact } from "#shop/settings/installation.server.ts";
import { insertAccounts } from "./accounts.ts";
import { insertTransfers } from "./bank-transfers.ts";
import type { OnChainPayment } from "./pay-on-chain.ts";
import { SeededRandom } from "./random.ts";
import { insertInBatches } from "./batches.ts";
import { bitcoinOrder, type OrderRows, otherOrder } from "./order-rows.ts";
import { lightningOrder } from "./lightning-rows.ts";
import { insertHostedPayments } from "./hosted-payments.ts";
import { insertIntegrations } from "./integrations.ts";
import type { OrderHistory, DemoOrder } from "./order-history.ts";

/** Inserts the history into an empty shop, in this transaction; returns the sessions of Stripe and PayPal. */
export async function insertDemo(
  tx: Db,
  history: OrderHistory,
  options: {
    paid: Map<string, OnChainPayment>;
    tip: { height: number; hash: string };
    key: string;
    seed: number;
    until: Date;
  },
): Promise<PaymentSession[]> {
  const { paid, tip, key, seed, until } = options;
  const random = new SeededRandom(seed);
  await storeFirstFact(tx, "made-in", "demo");
  await seedCatalog(tx);
  const rowsOf = (order: DemoOrder) => {
    if (order.method !== "bitcoin") return otherOrder(order, { random });
    if (order.byLightning) return lightningOrder(order, { random, until });
    const onChain = paid.get(order.id);
    if (!onChain) throw new Error(`order ${order.id} has no address`);
    return bitcoinOrder(order, onChain, { random, key, tip, until });
  };
  const demoOrders = history.orders.map((order) => ({ order, rows: rowsOf(order) }));
  const rows = demoOrders.map((one) => one.rows);

  // Metrics are rebuilt once at the end instead of for each order.
  await tx.execute(sql`alter table orders disable trigger user`);
  await tx.execute(sql`alter table checkouts disable trigger user`);
  await insertOrders(tx, rows);
  await tx.insert(addressKeys).values({ key, nextIndex: paid.size });
  await tx.insert(chainTip).values({ ...tip, seenAt: until });
  const sessions = await insertHostedPayments(tx, demoOrders, { random, until });
  await insertTransfers(tx, demoOrders, { random, until });
  await tx.execute(sql`alter table orders enable trigger user`);
  await tx.execute(sql`alter table checkouts enable trigger user`);
  await tx.execute(sql`select rebuild_metrics()`);
  await tx.execute(sql`select number_invoices()`);
  const [current] = await tx
    .select({ snapshot: metricSnapshots.snapshot })
    .from(metricSnapshots)
    .where(eq(metricSnapshots.state, "current"));
  if (!current) throw new Error("no metrics snapshot is current");
  const { snapshot } = current;
  await insertInBatches(
    [...history.visits].flatMap(([day, count]) => [
      { snapshot, kind: "visit" as const, day, key: "", count, cents: 0 },
    ]),
    (batch) => tx.insert(dailyMetrics).values(batch),
  );
  await tx.execute(sql`
    insert into daily_metrics (snapshot, kind, day, key, count, cents)
    select snapshot, 'checkout', (created_at at time zone zone)::date, '', count(*), 0
    from checkouts join metric_snapshots on metric_snapshots.state = 'current' group by 1, 3`);
  // The running shop adds payments that need a decision to the review.
  await tx.execute(sql`
    insert into ${paymentRechecks} (checkout_id) select distinct checkout_id from ${chainOutputs}
    union select checkout_id from ${receipts} where dispute is not null`);
  // Loyalty processes only later events.
  await tx.execute(sql`
    insert into ${ledgerCursor} (last_event_id) select max(id) from ${orderEvents}`);
  await insertAccounts(tx, history.buyers, { random, until });
  await insertIntegrations(tx, { random, until });
  return sessions;
}

async function insertOrders(tx: Db, rows: readonly OrderRows[]): Promise<void> {
  const bitcoin = rows.flatMap((row) => row.bitcoin ?? []);
  await insertInBatches(
    rows.map((row) => row.checkout),
    (batch) => tx.insert(checkouts).values(batch),
  );
  await insertInBatches(
    bitcoin.map((row) => row.address),
    (batch) => tx.insert(paymentAddresses).values(batch),
  );
  await insertInBatches(
    bitcoin.map((row) => row.quote),
    (batch) => tx.insert(quotes).values(batch),
  );
  const lightning = rows.flatMap((row) => row.lightning ?? []);
  await insertInBatches(lightning, async (batch) => {
    const stored = await tx
      .insert(quotes)
      .values(batch.map(({ quote }) => quote))
      .returning({ id: quotes.id, checkoutId: quotes.checkoutId });
    const ids = new Map(stored.map(({ id, checkoutId }) => [checkoutId, id]));
    const quoteOf = (checkoutId: string) => ids.get(checkoutId) ?? -1;
    await tx
      .insert(lightningInvoices)
      .values(batch.map(({ invoice }) => ({ ...invoice, quoteId: quoteOf(invoice.checkoutId) })));
  });
  await insertInBatches(
    bitcoin.flatMap((row) => row.output ?? []),
    (batch) => tx.insert(chainOutputs).values(batch),
  );
  await insertInBatches(
    rows.map((row) => row.order),
    (batch) => tx.insert(orders).values(batch),
  );
  await insertInBatches(
    rows.flatMap((row) => row.events).toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    (batch) => tx.insert(orderEvents).values(batch),
  );
  await insertInBatches(
    bitcoin.flatMap((row) => row.decision ?? []),
    (batch) => tx.insert(paymentDecisions).values(batch),
  );
}
