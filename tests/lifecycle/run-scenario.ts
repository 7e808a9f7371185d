import type fc from "fast-check";
import { expect } from "vitest";
import type { Db } from "#db/client.server.ts";
import { runStep } from "./actions.ts";
import { type PaymentState, readPaymentState } from "./payment-state.ts";
import { expectInvariants } from "./invariants.ts";
import type { Step } from "./steps.ts";
import { pollAllAddresses } from "./poller.ts";
import { World } from "./world.ts";
import { runs } from "../runs.ts";

/** Steps that the shop does not notice yet. */
const outside = new Set<Step["act"]>([
  "pay",
  "mine",
  "reorg",
  "replace",
  "evict",
  "come back",
  "price",
  "wait",
  "edge",
  "clock set back",
]);

/**
 * Returns the options of fast-check for this number of scenarios. LIFECYCLE_SEED and LIFECYCLE_PATH repeat a failed one.
 * Interrupted before the timeout of the test, which would hide the seed.
 */
export function fastCheckOptions(all: number): fc.Parameters<unknown> {
  const { LIFECYCLE_SEED, LIFECYCLE_PATH } = process.env;
  return {
    numRuns: runs(all),
    ...(LIFECYCLE_SEED && { seed: Number(LIFECYCLE_SEED) }),
    ...(LIFECYCLE_PATH && { path: LIFECYCLE_PATH }),
    interruptAfterTimeLimit: TIME_LIMIT_MS - 20_000,
    markInterruptAsFailure: true,
  };
}

export const TIME_LIMIT_MS = Math.max(300_000, runs(300_000));

const MORE_THAN_A_DAY_SECONDS = 26 * 3600;

type Instances = readonly [Db, ...Db[]];

/**
 * Runs a scenario and checks all invariants after each moment; at the end, polling everything again must change
 * nothing. The steps of one moment run concurrently, distributed over the instances.
 */
export async function runScenario(
  instances: Instances,
  kind: "xpub" | "fixed",
  moments: readonly (readonly Step[])[],
): Promise<void> {
  const [db] = instances;
  const world = await World.begin(db, kind);
  let before = await readPaymentState(db);
  const check = async () => {
    const after = await readPaymentState(db);
    world.recordConclusions(before, after);
    expectInvariants(world, before, after);
    before = after;
  };
  for (const steps of moments) {
    world.advanceClock();
    await runConcurrently(world, instances, steps);
    if (!steps.every(({ act }) => outside.has(act))) await check();
  }
  // A day passes without polls: nothing may expire because of it.
  world.now = world.addSeconds(MORE_THAN_A_DAY_SECONDS);
  world.advanceClock();
  await runStep(world, db, { act: "jobs" });
  await check();
  await pollAllAddresses(world, db, 0);
  await runStep(world, db, { act: "jobs" });
  await check();
  const once = before;
  for (const turn of [1, 2]) await pollAllAddresses(world, db, turn);
  await check();
  expect(conclusions(before), "polling again changes nothing").toEqual(conclusions(once));
}

/** Runs the outside steps first, and then the steps of the instances concurrently. */
async function runConcurrently(world: World, instances: Instances, steps: readonly Step[]) {
  for (const step of steps.filter(({ act }) => outside.has(act)))
    await runStep(world, instances[0], step);
  const inside = steps.filter(({ act }) => !outside.has(act));
  const quoting = inside.filter(({ act }) => act === "begin" || act === "quote");
  world.simultaneousQuotes += Math.max(0, quoting.length - 1);
  await Promise.all(
    inside.map((step, i) => {
      const instance = instances[i % instances.length] ?? instances[0];
      return runStep(world, instance, inside.length > 1 ? withDeterministicResponse(step) : step);
    }),
  );
}

/** Concurrent responses about an address must be equal, since the last one counts. */
function withDeterministicResponse(step: Step): Step {
  if (step.act === "watch" || step.act === "poll") return { ...step, response: "whole" };
  return step.act === "decide" ? { ...step, stale: false } : step;
}

/** The state without the times of polls. */
function conclusions({ tip: _tip, addresses: _addresses, ...state }: PaymentState) {
  return state;
}
