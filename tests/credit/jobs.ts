import { paymentAddresses } from "#shop/payments/tables.ts";
import { eventsAfterCursor } from "#shop/loyalty/ledger-cursor.server.ts";
import { reconcileOrder } from "#shop/loyalty/loyalty.server.ts";
import { reconcileOrderCredit } from "#shop/loyalty/order-credit.server.ts";
import { defaultPaymentPolicy as policy } from "#shop/payments/model/payment.ts";
import { recordOutputs } from "#shop/payments/outputs.server.ts";
import { recheckNext } from "#shop/payments/review/rechecks.server.ts";
import { releaseUnusedCredit } from "#shop/payments/unused-credit.server.ts";
import type { JobStep } from "./story.ts";
import { now, type World } from "./world.ts";

/** Runs one of the shop's jobs once, or lets time pass; returns what happened, null if nothing did. */
export async function runJob(world: World, { act, minutes }: JobStep): Promise<string | null> {
  switch (act) {
    case "wait":
      world.minutes += minutes;
      return null;
    case "events":
      return followEvents(world);
    case "release": {
      await poll(world);
      const released = await releaseUnusedCredit(world.db, now(world));
      return released > 0 ? "unused credit released" : null;
    }
  }
}

/** Runs all jobs a day later, when every amount has ended and nothing can be undone any more. */
export async function runAllJobs(world: World): Promise<void> {
  world.minutes += 24 * 60;
  await poll(world);
  await followEvents(world);
  await releaseUnusedCredit(world.db, now(world));
}

/** As the job does (`startLoyalty`). */
async function followEvents(world: World): Promise<null> {
  const { db, followed } = world;
  const reading = { seen: [...followed], limit: 500, now: now(world) };
  const events = await eventsAfterCursor(db, reading);
  const concerned = events.filter(({ concerns }) => concerns);
  for (const orderId of new Set(concerned.map((event) => event.orderId))) {
    await reconcileOrder(db, orderId, now(world));
    await reconcileOrderCredit(db, orderId, now(world));
  }
  for (const { id } of events) followed.add(id);
  return null;
}

/** Polls all addresses, which have nothing new, and reassesses what waits for that. */
async function poll(world: World): Promise<void> {
  const { db } = world;
  while (await recheckNext(db, policy, now(world)));
  for (const { address } of await db.select().from(paymentAddresses))
    await recordOutputs(db, {
      ...{ address, outputs: [], complete: false, rateCents: null, policy, now: now(world) },
    });
  await db.update(paymentAddresses).set({ lastCheckedAt: now(world) });
}
