import type fc from "fast-check";
import { expect } from "vitest";
import type { Db } from "#db/client.server.ts";
import { take } from "./acts.ts";
import { type Everything, readEverything } from "./everything.ts";
import { expectInvariants } from "./invariants.ts";
import type { Step } from "./steps.ts";
import { askAboutAll } from "./watch.ts";
import { World } from "./world.ts";

/** Steps of which the shop learns nothing yet. */
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
 * How many stories; LIFECYCLE_RUNS makes it so many times as many, and LIFECYCLE_SEED, with LIFECYCLE_PATH, tells
 * one again that failed. It is interrupted before the test's own time is up, which would hide the seed.
 */
export function told(runs: number): fc.Parameters<unknown> {
  const { LIFECYCLE_RUNS, LIFECYCLE_SEED, LIFECYCLE_PATH } = process.env;
  return {
    numRuns: runs * Number(LIFECYCLE_RUNS ?? 1),
    ...(LIFECYCLE_SEED && { seed: Number(LIFECYCLE_SEED) }),
    ...(LIFECYCLE_PATH && { path: LIFECYCLE_PATH }),
    interruptAfterTimeLimit: TIME_LIMIT_MS - 20_000,
    markInterruptAsFailure: true,
  };
}

export const TIME_LIMIT_MS = 300_000 * Math.max(1, Number(process.env.LIFECYCLE_RUNS ?? 1));

const A_DAY_AND_MORE = 26 * 3600;

type Instances = readonly [Db, ...Db[]];

/**
 * Lives a story, looks at everything after each moment, and makes sure at the end that to hear it all again
 * changes nothing. The steps of one moment are made at once, by the instances in turn.
 */
export async function live(
  instances: Instances,
  kind: "xpub" | "fixed",
  moments: readonly (readonly Step[])[],
): Promise<void> {
  const [db] = instances;
  const world = await World.begin(db, kind);
  let before = await readEverything(db);
  const look = async () => {
    const after = await readEverything(db);
    world.hearConclusions(before, after);
    expectInvariants(world, before, after);
    before = after;
  };
  for (const steps of moments) {
    world.passMoment();
    await takeAtOnce(world, instances, steps);
    if (!steps.every(({ act }) => outside.has(act))) await look();
  }
  // A day passes, of which the shop hears nothing: nothing may end because of it.
  world.now = world.later(A_DAY_AND_MORE);
  world.passMoment();
  await take(world, db, { act: "jobs" });
  await look();
  await askAboutAll(world, db, 0);
  await take(world, db, { act: "jobs" });
  await look();
  const once = before;
  for (const turn of [1, 2]) await askAboutAll(world, db, turn);
  await look();
  expect(conclusions(before), "heard again, it is the same").toEqual(conclusions(once));
}

/** The world changes first; then the instances do what they do, at the same time. */
async function takeAtOnce(world: World, instances: Instances, steps: readonly Step[]) {
  for (const step of steps.filter(({ act }) => outside.has(act)))
    await take(world, instances[0], step);
  const inside = steps.filter(({ act }) => !outside.has(act));
  await Promise.all(
    inside.map((step, i) => {
      const instance = instances[i % instances.length] ?? instances[0];
      return take(world, instance, inside.length > 1 ? unambiguous(step) : step);
    }),
  );
}

/** Of two answers about an address the last one counts: at the same moment they have to be the same. */
function unambiguous(step: Step): Step {
  if (step.act === "watch" || step.act === "ask") return { ...step, telling: "whole" };
  return step.act === "decide" ? { ...step, stale: false } : step;
}

/** All but when something was heard. */
function conclusions({ tip: _tip, addresses: _addresses, ...rest }: Everything) {
  return rest;
}
