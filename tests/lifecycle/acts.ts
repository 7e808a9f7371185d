import type { Db } from "#db/client.server.ts";
import { settings } from "#shop/settings/tables.ts";
import { confirmOrder, saveRecipient, selectPackage } from "#shop/checkout/checkouts.server.ts";
import {
  deleteOrder,
  purgeDeletedOrders,
  setOrderStatus,
} from "#shop/orders/order-changes.server.ts";
import { openQuote } from "#shop/payments/quotes.server.ts";
import { recheckNext } from "#shop/payments/review/rechecks.server.ts";
import { rejectUnpaidOrders } from "#shop/payments/unpaid.server.ts";
import { mira, onlyBitcoin } from "../make.ts";
import { decide } from "./decide.ts";
import type { Amount, Step } from "./steps.ts";
import { ask, dieAndRestart, watch } from "./watch.ts";
import { pick, type World } from "./world.ts";

/** Makes one step, through the verbs that the shop itself uses. What there is nothing for is left out. */
export async function take(world: World, db: Db, step: Step): Promise<void> {
  switch (step.act) {
    case "begin":
      return begin(world, db, step);
    case "quote": {
      const checkout = await world.checkout(db, step.checkout);
      if (checkout) await quote(world, db, checkout.id);
      return;
    }
    case "confirm":
      return confirm(world, db, step);
    case "pay":
      return pay(world, db, step);
    case "mine":
      return world.chain.mine(step.count, step.what, world.later(-step.behind));
    case "reorg":
      return world.chain.reorg(step.depth, step.fate, world.now);
    case "replace": {
      const txid = pick(world.chain.mempool, step.payment);
      if (txid) world.chain.replace(txid, step.to);
      return;
    }
    case "evict": {
      const txid = pick(world.chain.mempool, step.payment);
      if (txid) world.chain.evict(txid);
      return;
    }
    case "come back": {
      const txid = pick(world.chain.evicted, step.payment);
      if (txid) world.chain.comeBack(txid);
      return;
    }
    case "price":
      world.rateCents = step.rateCents;
      return;
    case "wait":
      world.now = world.later(step.seconds);
      return;
    case "clock set back":
      world.now = world.later(-step.seconds);
      world.wasSetBack = true;
      return;
    case "edge":
      return goToEdge(world, db, step);
    case "watch":
      return watch(world, db, step.telling);
    case "ask":
      return ask(world, db, step);
    case "restart":
      return dieAndRestart(world, db, step);
    default:
      return office(world, db, step);
  }
}

type Of<Act extends Step["act"]> = Extract<Step, { act: Act }>;

async function office(
  world: World,
  db: Db,
  step: Of<"jobs" | "decide" | "status" | "delete" | "policy">,
): Promise<void> {
  const { policy, now, administrator: actor } = world;
  switch (step.act) {
    case "jobs":
      while (await recheckNext(db, policy, now));
      await rejectUnpaidOrders(db, { policy, now });
      await purgeDeletedOrders(db, now);
      return;
    case "decide":
      return decide(world, db, step);
    case "status":
    case "delete": {
      const order = await world.order(db, step.order);
      if (!order) return;
      const change = { orderId: order.id, version: null, actor, now };
      if (step.act === "delete") await deleteOrder(db, change);
      else await setOrderStatus(db, { ...change, status: step.status });
      return;
    }
    case "policy":
      await choose(db, "confirmationsBelow", step.below);
      return choose(db, "tolerancePercent", step.tolerance);
  }
}

async function choose(db: Db, name: string, value: number): Promise<void> {
  await db
    .insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } });
}

async function begin(world: World, db: Db, step: Of<"begin">): Promise<void> {
  const { now } = world;
  const visitorHash = `visitor-${step.visitor}`;
  const selected = await selectPackage(db, { visitorHash, packageId: step.packageId, now });
  if (!selected.ok) throw new Error(selected.error);
  const email = `buyer-${step.visitor}@example.com`;
  await saveRecipient(db, selected.value.id, { ...mira, email }, now);
  await quote(world, db, selected.value.id);
}

async function quote(world: World, db: Db, checkoutId: string): Promise<void> {
  const { addresses, now } = world;
  const rate = world.rate();
  await openQuote(db, { checkoutId, rate, addresses, quoteSeconds: 3600, from: null, now });
}

/** Confirm Order, perhaps in two tabs at once. */
async function confirm(world: World, db: Db, step: Of<"confirm">): Promise<void> {
  const checkout = await world.checkout(db, step.checkout);
  if (!checkout) return;
  const { policy, now } = world;
  const { visitorHash, id: checkoutId } = checkout;
  await Promise.all(
    Array.from({ length: step.times }, () =>
      confirmOrder(db, { offers: onlyBitcoin, visitorHash, checkoutId, policy, now }),
    ),
  );
}

async function pay(world: World, db: Db, step: Of<"pay">): Promise<void> {
  const payee = await payeeOf(world, db, step.checkout, step.amount);
  if (!payee) return;
  const { address, sats } = payee;
  const half = Math.ceil(sats / 2);
  const halves = [half, sats - half].filter((part) => part > 0);
  if (step.shape === "two transactions")
    for (const part of halves) world.chain.send([{ address, sats: part }]);
  else if (step.shape === "two outputs")
    world.chain.send(halves.map((part) => ({ address, sats: part })));
  else {
    const other = await payeeOf(world, db, step.checkout + 1, "exact");
    world.chain.send(step.shape === "with another's" && other ? [payee, other] : [payee]);
  }
}

async function payeeOf(
  world: World,
  db: Db,
  which: number,
  amount: Amount,
): Promise<{ address: string; sats: number } | null> {
  const checkout = await world.checkout(db, which);
  const quote = checkout && (await world.newestQuote(db, checkout.id));
  if (!quote) return null;
  const due = quote.topUpSats ?? quote.sats;
  const tolerance = Math.floor((due * (quote.policy ?? world.policy).tolerancePercent) / 100);
  const sats: Record<Amount, number> = {
    exact: due,
    "a satoshi less": due - 1,
    "the least": due - tolerance,
    "less than the least": due - tolerance - 1,
    "the most": due + tolerance,
    "more than the most": due + tolerance + 1,
    double: 2 * due,
    half: Math.ceil(due / 2),
    dust: 1,
  };
  return { address: quote.address, sats: Math.max(1, sats[amount]) };
}

async function goToEdge(world: World, db: Db, step: Of<"edge">): Promise<void> {
  const checkout = await world.checkout(db, step.checkout);
  const quote = checkout && (await world.newestQuote(db, checkout.id));
  if (!quote) return;
  const edge = quote.expiresAt.getTime() + (step.after + step.seconds) * 1000;
  // Time goes back only where the clock was set back.
  if (edge > world.now.getTime()) world.now = new Date(edge);
}
