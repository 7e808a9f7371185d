import type { Db } from "#db/client.server.ts";
import { paymentAddresses } from "#shop/payments/tables.ts";
import type { AddressHistory } from "#shop/payments/chain/chain.ts";
import { recordOutputs } from "#shop/payments/outputs.server.ts";
import { reassessUnfinalized } from "#shop/payments/payments.server.ts";
import {
  claimDueAddresses,
  releaseAddresses,
  scheduleNextChecks,
  staggerOverdueChecks,
  undoWrongClock,
} from "#shop/payments/poller/schedule.server.ts";
import { recheckUnfinalized, markWatched, recordTip } from "#shop/payments/poller/watch.server.ts";
import type { Telling } from "./steps.ts";
import type { World } from "./world.ts";

const intervals = { watchedSeconds: 4, openSeconds: 20 };
/** How many changes of the chain a source that lags behind has not heard of. */
const LAG = 3;

/** What the watcher does in one round: the newest block, then the addresses that are due. */
export async function watch(world: World, db: Db, telling: Telling): Promise<void> {
  if (telling !== "nothing") await hearTip(world, db, telling, true);
  for (const { address } of await claimDueAddresses(db, 8, world.now))
    await lookAt(world, db, address, telling);
}

/** Somebody has the page of a checkout open: its address is asked about. */
export async function ask(
  world: World,
  db: Db,
  step: { checkout: number; telling: Telling },
): Promise<void> {
  const checkout = await world.checkout(db, step.checkout);
  const quote = checkout && (await world.newestQuote(db, checkout.id));
  if (!quote) return;
  await markWatched(db, checkout.id, intervals, world.now);
  await lookAt(world, db, quote.address, step.telling);
}

/** The server dies, perhaps half-way through what the watcher does, and starts again. */
export async function dieAndRestart(
  world: World,
  db: Db,
  step: { dies: "at rest" | "after the block" | "before the schedule"; checkout: number },
): Promise<void> {
  if (step.dies === "after the block") await hearTip(world, db, "whole", false);
  if (step.dies === "before the schedule") {
    const checkout = await world.checkout(db, step.checkout);
    const quote = checkout && (await world.newestQuote(db, checkout.id));
    if (quote) await hear(world, db, quote.address, "whole");
  }
  await undoWrongClock(db, world.now);
  await staggerOverdueChecks(db, intervals, world.now);
  await conclude(world, db);
}

async function hearTip(world: World, db: Db, telling: Telling, concludes: boolean): Promise<void> {
  const tip = world.chain.tip(telling === "earlier" ? LAG : 0);
  const changed = await recordTip(db, tip, world.now);
  if (changed) world.tip = tip.height;
  if (!changed || !concludes) return;
  await recheckUnfinalized(db, world.now);
  await conclude(world, db);
}

async function conclude(world: World, db: Db): Promise<void> {
  await reassessUnfinalized(db, world.policy, world.now);
  world.hearBlock();
}

async function lookAt(world: World, db: Db, address: string, telling: Telling): Promise<void> {
  if (telling === "nothing") return releaseAddresses(db, [address], world.now);
  await hear(world, db, address, telling);
  world.answeredAt.set(address, world.now);
  await scheduleNextChecks(db, [address], intervals, world.now);
}

async function hear(world: World, db: Db, address: string, telling: Telling): Promise<void> {
  const history = historyAsTold(world, address, telling);
  const { policy, rateCents, now } = world;
  await recordOutputs(db, { address, ...history, policy, rateCents, now });
  world.hear(address, history.outputs, history.complete);
}

function historyAsTold(world: World, address: string, telling: Telling): AddressHistory {
  const whole = world.chain.historyOf(address);
  if (telling === "part") return { outputs: whole.slice(0, 1), complete: false };
  if (telling === "earlier")
    return { outputs: world.chain.historyOf(address, LAG), complete: true };
  if (telling === "jumbled") return { outputs: [...whole.toReversed(), ...whole], complete: true };
  return { outputs: whole, complete: true };
}

/** Everything is asked about once more, in another order at each turn, and told twice over. */
export async function askAboutAll(world: World, db: Db, turn: number): Promise<void> {
  const addresses = await db.select().from(paymentAddresses).orderBy(paymentAddresses.issuedAt);
  await hearTip(world, db, "whole", true);
  for (const { address } of turn % 2 === 0 ? addresses : addresses.toReversed())
    await lookAt(world, db, address, turn % 2 === 0 ? "whole" : "jumbled");
}
