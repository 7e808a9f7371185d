import { addressAt, type AccountKey } from "#shop/payments/wallet/address.ts";
import { openWorld } from "../../sandbox/world.ts";
import { Chance } from "./chance.ts";
import type { ToldOrder } from "./story.ts";

/** Where an order was to be paid to, and what the chain knows of it. */
export interface OnChain {
  address: string;
  keyIndex: number;
  output: { txid: string; vout: number; block: { hash: string; height: number } | null } | null;
}

/** Pays the orders from the sandbox's wallet, at the times they tell, and mines what is confirmed. */
export function payOrders(
  orders: readonly ToldOrder[],
  options: { dir: string; key: AccountKey; seed: number },
): { paid: Map<string, OnChain>; tip: { height: number; hash: string } } {
  const chance = new Chance(options.seed);
  let now = orders[0]?.quotedAt.getTime() ?? 0;
  const { chain } = openWorld(options.dir, {
    now: () => now,
    randomBytes: (count) => chance.bytes(count),
  });
  const addresses = new Map(
    orders.map(({ id }, keyIndex) => [id, { address: addressAt(options.key, keyIndex), keyIndex }]),
  );
  const place = (order: ToldOrder) => {
    const found = addresses.get(order.id);
    if (!found) throw new Error(`no address for ${order.id}`);
    return found;
  };
  const paid = new Map<string, OnChain>(
    orders.map((order) => [order.id, { ...place(order), output: null }]),
  );

  const confirmed = orders.filter((order) => order.confirmedAt !== null);
  for (const block of inBlocks(confirmed)) {
    now = block.at.getTime();
    // One payment to many payees, as exchanges pay out: the wallet of a sandbox would grow slow otherwise.
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

/** The confirmed orders by the hour in which their block was found. */
function inBlocks(orders: readonly ToldOrder[]): { at: Date; orders: ToldOrder[] }[] {
  const hours = new Map<number, ToldOrder[]>();
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
