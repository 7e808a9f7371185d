import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { checkouts } from "#shop/checkout/tables.ts";
import { ledgerCursor } from "#shop/loyalty/tables.ts";
import {
  receipts,
  addressKeys,
  chainOutputs,
  chainTip,
  paymentAddresses,
  paymentDecisions,
  paymentRechecks,
  quotes,
} from "#shop/payments/tables.ts";
import { orderEvents, orders } from "#shop/orders/tables.ts";
import { metricSnapshots, dailyMetrics } from "#shop/reports/tables.ts";
import { seedCatalog } from "#shop/catalog/packages.server.ts";
import type { PaymentSession } from "../../sandbox/hosted-payments/session.ts";
import { storeAccounts } from "./accounts.ts";
import { storeTransfers } from "./bank.ts";
import type { OnChain } from "./chain.ts";
import { Chance } from "./chance.ts";
import { inParts } from "./in-parts.ts";
import { bitcoinOrder, type OrderRows, otherOrder } from "./order-rows.ts";
import { storePages } from "./pages.ts";
import { storePrograms } from "./programs.ts";
import type { Story, ToldOrder } from "./story.ts";

/** Writes the story into an empty shop; returns what Stripe and PayPal would know of it. */
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
): Promise<PaymentSession[]> {
  const { paid, tip, key, seed, until } = options;
  const chance = new Chance(seed);
  await seedCatalog(db);
  const rowsOf = (order: ToldOrder) => {
    if (order.method !== "bitcoin") return otherOrder(order, { chance });
    const onChain = paid.get(order.id);
    if (!onChain) throw new Error(`order ${order.id} has no address`);
    return bitcoinOrder(order, onChain, { chance, key, tip, until });
  };
  const told = story.orders.map((order) => ({ order, rows: rowsOf(order) }));
  const rows = told.map((one) => one.rows);

  const bills = await db.transaction(async (tx) => {
    // Counted once at the end, not order by order.
    await tx.execute(sql`alter table orders disable trigger user`);
    await tx.execute(sql`alter table checkouts disable trigger user`);
    await storeOrders(tx, rows);
    await tx.insert(addressKeys).values({ key, nextIndex: paid.size });
    await tx.insert(chainTip).values({ ...tip, seenAt: until });
    const opened = await storePages(tx, told, { chance, until });
    await storeTransfers(tx, told, { chance, until });
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
    await inParts(
      [...story.visits].flatMap(([day, count]) => [
        { snapshot, kind: "visit" as const, day, key: "", count, cents: 0 },
      ]),
      (part) => tx.insert(dailyMetrics).values(part),
    );
    await tx.execute(sql`
      insert into daily_metrics (snapshot, kind, day, key, count, cents)
      select snapshot, 'checkout', (created_at at time zone zone)::date, '', count(*), 0
      from checkouts join metric_snapshots on state = 'current' group by 1, 3`);
    // What waits for a decision is listed once the shop runs.
    await tx.execute(sql`
      insert into ${paymentRechecks} (checkout_id) select distinct checkout_id from ${chainOutputs}
      union select checkout_id from ${receipts} where dispute is not null`);
    // The past is told already: loyalty follows what comes from now on.
    await tx.execute(sql`
      insert into ${ledgerCursor} (last_event_id) select max(id) from ${orderEvents}`);
    return opened;
  });
  await storeAccounts(db, story.buyers, { chance, until });
  await storePrograms(db, { chance, until });
  return bills;
}

async function storeOrders(tx: Db, rows: readonly OrderRows[]): Promise<void> {
  const bitcoin = rows.flatMap((row) => row.bitcoin ?? []);
  await inParts(
    rows.map((row) => row.checkout),
    (part) => tx.insert(checkouts).values(part),
  );
  await inParts(
    bitcoin.map((row) => row.address),
    (part) => tx.insert(paymentAddresses).values(part),
  );
  await inParts(
    bitcoin.map((row) => row.quote),
    (part) => tx.insert(quotes).values(part),
  );
  await inParts(
    bitcoin.flatMap((row) => row.output ?? []),
    (part) => tx.insert(chainOutputs).values(part),
  );
  await inParts(
    rows.map((row) => row.order),
    (part) => tx.insert(orders).values(part),
  );
  await inParts(
    rows.flatMap((row) => row.events).toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    (part) => tx.insert(orderEvents).values(part),
  );
  await inParts(
    bitcoin.flatMap((row) => row.decision ?? []),
    (part) => tx.insert(paymentDecisions).values(part),
  );
}
