import type { Db } from "#db/client.server.ts";
import type { Log } from "#lib/log.ts";
import { type Loop, startLoop } from "#lib/loop.server.ts";
import { HOUR_MS, MINUTE_MS } from "#lib/time.ts";
import { reconcileFulfilment } from "../fulfilment/fulfilment.server.ts";
import { eventsAfterCursor, moveCursor } from "./ledger-cursor.server.ts";
import { reconcileOrderCredit } from "./order-credit.server.ts";
import { grantBirthdays, reconcileOrder } from "./loyalty.server.ts";

const IDLE_MS = 1000;
const RETRY_MS = 5000;
const BIRTHDAY_INTERVAL_MS = HOUR_MS;
const BATCH_SIZE = 500;
/**
 * Events take their ids before they are committed, so that a lower id may become visible after a higher one: the
 * cursor stays behind events of the last 5 minutes, far longer than a transaction takes. Ids processed since are held
 * in memory; after a restart they are processed again, which is idempotent.
 */
const CURSOR_DELAY_MS = 5 * MINUTE_MS;

/**
 * Starts the job that reconciles the ledger, used credit, and bought credit and gift codes with order events, and grants
 * birthday points.
 */
export function startLoyalty(db: Db, { log }: { log: Log }): Loop {
  const processed = new Map<number, Date>();
  let birthdaysDueAt = 0;

  const processEvents = async (stopping: AbortSignal) => {
    for (;;) {
      const seen = [...processed.keys()];
      const events = await eventsAfterCursor(db, { seen, limit: BATCH_SIZE, now: new Date() });
      const concerned = events.filter(({ concerns }) => concerns);
      for (const orderId of new Set(concerned.map((event) => event.orderId))) {
        if (stopping.aborted) return;
        await reconcileOrder(db, orderId, new Date());
        await reconcileOrderCredit(db, orderId, new Date());
        await reconcileFulfilment(db, orderId, new Date());
      }
      for (const { id, at } of events) processed.set(id, at);
      await advanceCursor(Date.now() - CURSOR_DELAY_MS);
      if (events.length < BATCH_SIZE) return;
    }
  };

  const advanceCursor = async (time: number) => {
    const old = [...processed].filter(([, at]) => at.getTime() < time).map(([id]) => id);
    if (old.length === 0) return;
    const newest = old.reduce((a, b) => Math.max(a, b));
    await moveCursor(db, newest);
    for (const id of processed.keys()) if (id <= newest) processed.delete(id);
  };

  const grantDueBirthdays = async () => {
    if (Date.now() < birthdaysDueAt) return;
    await grantBirthdays(db, new Date());
    birthdaysDueAt = Date.now() + BIRTHDAY_INTERVAL_MS;
  };

  const failed = (error: unknown) => log("loyalty", error);
  /** Logs a failure and returns false, so that one task does not prevent the other. */
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
      const worked = [await attempt(processEvents(stopping)), await attempt(grantDueBirthdays())];
      return worked.includes(false) ? RETRY_MS : IDLE_MS;
    },
    { pauseMs: RETRY_MS, failed },
  );
}
