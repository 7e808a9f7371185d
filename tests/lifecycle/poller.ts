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
import type { SourceResponse } from "./steps.ts";
import type { World } from "./world.ts";

const intervals = { watchedSeconds: 4, openSeconds: 20 };
/** The number of chain changes that a lagging source is behind. */
const LAG = 3;

/** Runs one tick of the poller: the newest block, then the due addresses. */
export async function runPoller(world: World, db: Db, response: SourceResponse): Promise<void> {
  if (response !== "nothing") await recordChainTip(world, db, response, true);
  for (const { address } of await claimDueAddresses(db, 8, world.now))
    await pollAddress(world, db, address, response);
}

/** Polls the address of a checkout whose page is open. */
export async function pollCheckout(
  world: World,
  db: Db,
  step: { checkout: number; response: SourceResponse },
): Promise<void> {
  const checkout = await world.checkout(db, step.checkout);
  const quote = checkout && (await world.newestQuote(db, checkout.id));
  if (!checkout || !quote?.address) return;
  await markWatched(db, checkout.id, intervals, world.now);
  await pollAddress(world, db, quote.address, step.response);
}

/** Kills the server, possibly in the middle of a tick, and starts it again. */
export async function restart(
  world: World,
  db: Db,
  step: { dies: "at rest" | "after the block" | "before the schedule"; checkout: number },
): Promise<void> {
  if (step.dies === "after the block") await recordChainTip(world, db, "whole", false);
  if (step.dies === "before the schedule") {
    const checkout = await world.checkout(db, step.checkout);
    const quote = checkout && (await world.newestQuote(db, checkout.id));
    if (quote?.address) await recordResponse(world, db, quote.address, "whole");
  }
  await undoWrongClock(db, world.now);
  await staggerOverdueChecks(db, intervals, world.now);
  await reassess(world, db);
}

async function recordChainTip(
  world: World,
  db: Db,
  response: SourceResponse,
  withReassessment: boolean,
): Promise<void> {
  const tip = world.chain.tip(response === "earlier" ? LAG : 0);
  const changed = await recordTip(db, tip, world.now);
  if (changed) world.tip = tip.height;
  if (!changed || !withReassessment) return;
  await recheckUnfinalized(db, world.now);
  await reassess(world, db);
}

async function reassess(world: World, db: Db): Promise<void> {
  await reassessUnfinalized(db, world.policy, world.now);
  world.markReassessed();
}

async function pollAddress(
  world: World,
  db: Db,
  address: string,
  response: SourceResponse,
): Promise<void> {
  if (response === "nothing") return releaseAddresses(db, [address], world.now);
  await recordResponse(world, db, address, response);
  world.polledAt.set(address, world.now);
  await scheduleNextChecks(db, [address], intervals, world.now);
}

async function recordResponse(
  world: World,
  db: Db,
  address: string,
  response: SourceResponse,
): Promise<void> {
  const history = historyIn(world, address, response);
  const { policy, rateCents, now } = world;
  await recordOutputs(db, { address, ...history, policy, rateCents, now });
  world.recordResponse(address, history.outputs, history.complete);
}

function historyIn(world: World, address: string, response: SourceResponse): AddressHistory {
  const whole = world.chain.historyOf(address);
  if (response === "part") return { outputs: whole.slice(0, 1), complete: false };
  if (response === "earlier")
    return { outputs: world.chain.historyOf(address, LAG), complete: true };
  if (response === "jumbled") return { outputs: [...whole.toReversed(), ...whole], complete: true };
  return { outputs: whole, complete: true };
}

/** Polls all addresses again: in alternating order, and every other time with duplicates. */
export async function pollAllAddresses(world: World, db: Db, turn: number): Promise<void> {
  const addresses = await db.select().from(paymentAddresses).orderBy(paymentAddresses.issuedAt);
  await recordChainTip(world, db, "whole", true);
  for (const { address } of turn % 2 === 0 ? addresses : addresses.toReversed())
    await pollAddress(world, db, address, turn % 2 === 0 ? "whole" : "jumbled");
}
