import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { eventsAfterCursor, moveCursor } from "./ledger-cursor.server.ts";
import { grantBirthdays, reconcileOrder } from "./loyalty.server.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/time.ts";

const IDLE_MS = 1000;
const RETRY_MS = 5000;
const BIRTHDAYS_EVERY_MS = HOUR_MS;
const EVENTS_AT_A_TIME = 500;
/**
 * Events draw their ids before they are committed, so that one with a lower id may appear after one with a
 * higher: the cursor stays behind events of the last 5 minutes, far longer than a transaction takes. Which
 * of these were followed is remembered here; after a restart they are followed again, which changes nothing.
 */
const MAY_COME_LATE_MS = 5 * MINUTE_MS;

/** Keeps the ledger in line with what happens to orders, and congratulates on birthdays, for ever. */
export function startLoyalty(db: Db, { log }: { log: Log }): Loop {
  const followed = new Map<number, Date>();
  let birthdaysDueAt = 0;

  const followOrders = async (stopping: AbortSignal) => {
    for (;;) {
      const seen = [...followed.keys()];
      const events = await eventsAfterCursor(db, { seen, limit: EVENTS_AT_A_TIME });
      const concerned = events.filter(({ concerns }) => concerns);
      for (const orderId of new Set(concerned.map((event) => event.orderId))) {
        if (stopping.aborted) return;
        await reconcileOrder(db, orderId, new Date());
      }
      for (const { id, at } of events) followed.set(id, at);
      await leaveBehind(Date.now() - MAY_COME_LATE_MS);
      if (events.length < EVENTS_AT_A_TIME) return;
    }
  };

  const leaveBehind = async (time: number) => {
    const old = [...followed].filter(([, at]) => at.getTime() < time).map(([id]) => id);
    if (old.length === 0) return;
    const newest = old.reduce((a, b) => Math.max(a, b));
    await moveCursor(db, newest);
    for (const id of followed.keys()) if (id <= newest) followed.delete(id);
  };

  const celebrate = async () => {
    if (Date.now() < birthdaysDueAt) return;
    await grantBirthdays(db, new Date());
    birthdaysDueAt = Date.now() + BIRTHDAYS_EVERY_MS;
  };

  const failed = (error: unknown) => log("loyalty", error);
  /** False after a failure, which is told; one kind of work does not keep the other from being done. */
  const attempt = async (work: Promise<void>) => {
    try {
      await work;
      return true;
    } catch (error) {
      failed(error);
      return false;
    }
  };

  return startLoop(
    async (stopping) => {
      const worked = [await attempt(followOrders(stopping)), await attempt(celebrate())];
      return worked.includes(false) ? RETRY_MS : IDLE_MS;
    },
    { pauseMs: RETRY_MS, failed },
  );
}
