import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { deleteCheckouts } from "../../../tests/make.ts";
import { POLL_TICK_MS, createAddressPoller } from "./poll.server.ts";
import { ChainUnavailable } from "../chain/chain.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { staggerOverdueChecks } from "./schedule.server.ts";

const start = new Date("2026-11-20T08:00:00Z").getTime();
const intervals = { watchedSeconds: 15, openSeconds: 60 };
const MINUTE = 60_000 / POLL_TICK_MS;
const ADDRESSES = 2400;
const WATCHED = 5;
/** Ten would be due in each tick. */
const A_TENTH_MORE = 11;

describeOnBothDatabases("poller of many addresses", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await deleteCheckouts(db);
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    const began = sql`${new Date(start).toISOString()}::timestamptz`;
    // The last ones have their page open.
    await db.execute(sql`
      insert into payment_addresses (address, issued_at, next_check_at, watched_until)
      select 'address' || n, ${began}, ${began} - interval '1 hour' + n * interval '1 ms',
        case when n > ${ADDRESSES - WATCHED}::int then ${began} + interval '20 s' end
      from generate_series(1, ${ADDRESSES}::int) n`);
  });
  afterEach(() => vi.useRealTimers());

  let polled: string[] = [];
  let down = false;
  const begin = () =>
    createAddressPoller(db, {
      source: {
        tip: () => Promise.reject(new Error("not called")),
        isUsed: () => Promise.resolve(false),
        transactionOf: () => Promise.resolve(null),
        hosts: () => [],
        historyOf: async (address) => {
          if (down) throw new ChainUnavailable("down", 1000);
          polled.push(address);
          return { outputs: [], complete: true };
        },
      },
      policy,
      intervals,
      rateCents: () => null,
      onResponse: () => Promise.resolve(),
      onError: (error) => {
        if (!(error instanceof ChainUnavailable)) throw error;
      },
    });

  /** Runs this number of ticks; returns the addresses that each one polled. */
  const ticks = async (poller: ReturnType<typeof begin>, many: number) => {
    const each: string[][] = [];
    for (let tick = 0; tick < many; tick += 1) {
      polled = [];
      await poller.tick();
      // It polls in the background, and the response is immediate.
      await nextTurn();
      each.push(polled);
      vi.setSystemTime(Date.now() + POLL_TICK_MS);
    }
    return each;
  };
  const mostOf = (each: string[][]) => Math.max(...each.map(({ length }) => length));
  const watched = Array.from({ length: WATCHED }, (_, i) => `address${ADDRESSES - i}`);

  test("a backlog is worked off evenly, those whose page is open first, each address once", async () => {
    const poller = begin();
    const each = await ticks(poller, MINUTE - 1);
    expect(each[0]).toEqual(expect.arrayContaining(watched));
    // The first tick has none before it, and may claim a little more.
    expect(mostOf(each.slice(2))).toBe(A_TENTH_MORE);
    const rest = each.flat().filter((address) => !watched.includes(address));
    expect(new Set(rest).size).toBe(ADDRESSES - WATCHED);
    expect(rest.length).toBe(ADDRESSES - WATCHED);
    await poller.end();
  });

  test("so is the backlog of an outage, while the concurrency rises with each response", async () => {
    const poller = begin();
    await staggerOverdueChecks(db, intervals, new Date());
    await ticks(poller, MINUTE);
    down = true;
    await ticks(poller, MINUTE / 6);
    down = false;
    await staggerOverdueChecks(db, intervals, new Date());
    poller.endBackoff();
    const each = await ticks(poller, MINUTE);
    expect(mostOf(each)).toBeLessThanOrEqual(A_TENTH_MORE);
    expect(new Set(each.flat()).size).toBeGreaterThan(0.99 * ADDRESSES);
    expect(each.flat().length).toBeLessThanOrEqual(ADDRESSES);
    await poller.end();
  });

  test("addresses that are due at once are polled on top of that", async () => {
    const poller = begin();
    await staggerOverdueChecks(db, intervals, new Date());
    await ticks(poller, MINUTE);
    const now = new Date().toISOString();
    await db.execute(sql`update payment_addresses set next_check_at = ${now}::timestamptz
      where address in (select 'address' || n from generate_series(1, 100) n)`);
    poller.allowExtra(100);
    const round = await ticks(poller, 2);
    expect(round.flat().length).toBeGreaterThanOrEqual(100);
    await poller.end();
  });
});
