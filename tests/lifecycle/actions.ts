import type { Db } from "#db/client.server.ts";
import { settings } from "#shop/settings/tables.ts";
import { selectPackage } from "#shop/checkout/steps.server.ts";
import { confirmOrder } from "#shop/checkout/confirm-order.server.ts";
import { saveRecipient } from "#shop/checkouts/lock-checkout.server.ts";
import { deleteOrder, setOrderStatus } from "#shop/orders/order-changes.server.ts";
import { purgeDeletedOrders } from "#shop/payments/purge-orders.server.ts";
import { openQuote } from "#shop/payments/quotes.server.ts";
import { recheckNext } from "#shop/payments/review/rechecks.server.ts";
import { rejectUnpaidOrders } from "#shop/payments/unpaid.server.ts";
import { defaultSettings } from "#shop/settings/settings.ts";
import { mira, onlyBitcoin } from "../make.ts";
import { decide } from "./decide.ts";
import type { Amount, Step } from "./steps.ts";
import { pollCheckout, restart, runPoller } from "./poller.ts";
import { pick, type World } from "./world.ts";

/** Runs one step by the shop's own service functions. Steps without a subject are skipped. */
export async function runStep(world: World, db: Db, step: Step): Promise<void> {
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
      return world.chain.mine(step.count, step.what, world.addSeconds(-step.behind));
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
      if (txid) world.chain.rebroadcast(txid);
      return;
    }
    case "price":
      world.rateCents = step.rateCents;
      return;
    case "wait":
      world.now = world.addSeconds(step.seconds);
      return;
    case "clock set back":
      world.now = world.addSeconds(-step.seconds);
      world.wasSetBack = true;
      return;
    case "edge":
      return advanceToExpiry(world, db, step);
    case "watch":
      return runPoller(world, db, step.response);
    case "poll":
      return pollCheckout(world, db, step);
    case "restart":
      return restart(world, db, step);
    default:
      return runAdminStep(world, db, step);
  }
}

type Of<Act extends Step["act"]> = Extract<Step, { act: Act }>;

async function runAdminStep(
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
      await saveSetting(db, "confirmationsBelow", step.below);
      return saveSetting(db, "tolerancePercent", step.tolerance);
  }
}

async function saveSetting(db: Db, name: string, value: number): Promise<void> {
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
  await openQuote(db, {
    checkoutId,
    rate,
    addresses,
    settings: defaultSettings,
    quoteSeconds: 3600,
    from: null,
    now,
  });
}

/** Confirms the order, possibly in two tabs at once. */
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
  return { address: quote.address ?? "", sats: Math.max(1, sats[amount]) };
}

async function advanceToExpiry(world: World, db: Db, step: Of<"edge">): Promise<void> {
  const checkout = await world.checkout(db, step.checkout);
  const quote = checkout && (await world.newestQuote(db, checkout.id));
  if (!quote) return;
  const edge = quote.expiresAt.getTime() + (step.after + step.seconds) * 1000;
  // Only the "clock set back" step moves time backwards.
  if (edge > world.now.getTime()) world.now = new Date(edge);
}
