import { addressAt, type AccountKey } from "#shop/payments/wallet/address.ts";
import { openWorld } from "../../sandbox/world.ts";
import { SeededRandom } from "./random.ts";
import type { DemoOrder } from "./order-history.ts";

/** The address of an order, and its payment on the chain. */
export interface OnChainPayment {
  address: string;
  keyIndex: number;
  output: { txid: string; vout: number; block: { hash: string; height: number } | null } | null;
}

/** Pays the orders from the sandbox's wallet at their times, and mines the confirmed payments. */
export function payOnChain(
  orders: readonly DemoOrder[],
  options: { dir: string; key: AccountKey; seed: number },
): { paid: Map<string, OnChainPayment>; tip: { height: number; hash: string } } {
  const random = new SeededRandom(options.seed);
  let now = orders[0]?.quotedAt.getTime() ?? 0;
  const { chain } = openWorld(options.dir, {
    now: () => now,
    randomBytes: (count) => random.bytes(count),
  });
  const addresses = new Map(
    orders.map(({ id }, keyIndex) => [id, { address: addressAt(options.key, keyIndex), keyIndex }]),
  );
  const place = (order: DemoOrder) => {
    const found = addresses.get(order.id);
    if (!found) throw new Error(`no address for ${order.id}`);
    return found;
  };
  const paid = new Map<string, OnChainPayment>(
    orders.map((order) => [order.id, { ...place(order), output: null }]),
  );

  const confirmed = orders.filter((order) => order.confirmedAt !== null);
  for (const block of groupByBlock(confirmed)) {
    now = block.at.getTime();
    // One transaction per block, as exchanges pay out: the sandbox wallet is slow with many transactions.
    const txid = chain.pay(
      block.orders.map((order) => ({ address: place(order).address, sats: order.sentSats })),
    );
    chain.mine(1);
    const { hash, height } = chain.ledger.tip;
    for (const [vout, order] of block.orders.entries())
      paid.set(order.id, { ...place(order), output: { txid, vout, block: { hash, height } } });
  }
  for (const order of orders) {
    if (!order.seenAt || order.confirmedAt) continue;
    now = order.seenAt.getTime();
    const txid = chain.pay([{ address: place(order).address, sats: order.sentSats }]);
    paid.set(order.id, { ...place(order), output: { txid, vout: 0, block: null } });
  }
  const { hash, height } = chain.ledger.tip;
  return { paid, tip: { hash, height } };
}

/** Groups the confirmed orders by the hour of their block. */
function groupByBlock(orders: readonly DemoOrder[]): { at: Date; orders: DemoOrder[] }[] {
  const hours = new Map<number, DemoOrder[]>();
  for (const order of orders) {
    const hour = Math.floor((order.confirmedAt?.getTime() ?? 0) / 3_600_000);
    hours.set(hour, [...(hours.get(hour) ?? []), order]);
  }
  return [...hours]
    .toSorted(([a], [b]) => a - b)
    .map(([, sharing]) => ({
      at: new Date(Math.max(...sharing.map((order) => order.confirmedAt?.getTime() ?? 0))),
      orders: sharing,
    }));
}
