import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import type { Database, Db } from "#db/client.server.ts";
import { quotes } from "../tables.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { checkoutAtPayment, deleteCheckouts, seenOutput } from "../../../tests/make.ts";
import { defaultPaymentPolicy as policy } from "../model/payment.ts";
import { recordOutputs } from "../outputs.server.ts";
import {
  claimDueAddresses,
  releaseAddresses,
  scheduleNextChecks,
  staggerOverdueChecks,
  undoWrongClock,
} from "./schedule.server.ts";
import { recheckUnfinalized, markWatched, recordTip } from "./watch.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const intervals = { watchedSeconds: 5, openSeconds: 60 };
const DAY = 86_400;
const QUOTE = 3600;
const CLAIM = 30;
const RECENT = 15 * 60;
const OLD = 6 * 60 * 60;
const fixed = { kind: "fixed" as const, address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" };

describeOnBothDatabases("the watch over addresses", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(() => deleteCheckouts(db));

  const made = async (count: number) => {
    const addresses: string[] = [];
    for (let i = 0; i < count; i += 1)
      addresses.push((await checkoutAtPayment(db, { now: start })).address);
    return addresses.toSorted();
  };
  const claim = async (seconds: number, limit = 100) =>
    (await claimDueAddresses(db, limit, at(seconds))).map(({ address }) => address);
  const schedule = (address: string, seconds: number) =>
    scheduleNextChecks(db, [address], intervals, at(seconds));
  /** Prepares the schedule as the watcher does at its start. */
  const startAt = async (seconds: number) => {
    await undoWrongClock(db, at(seconds));
    await staggerOverdueChecks(db, intervals, at(seconds));
  };
  /** Claims the address at that time, as the watcher does, and schedules its next check at once. */
  const checkedAt = async (address: string, seconds: number) => {
    expect(await claim(seconds)).toEqual([address]);
    await schedule(address, seconds);
  };
  /** Expects the address to be due then, and not a second before. */
  const expectDueAt = async (address: string, seconds: number) => {
    expect(await claim(seconds - 1)).toEqual([]);
    expect(await claim(seconds)).toEqual([address]);
  };

  test("each address that is due is claimed by one of several instances only, and none is left over", async () => {
    const addresses = await made(12);
    const first = await db.transaction(async (tx) => {
      const claimed = (await claimDueAddresses(tx, 3, at(1))).map(({ address }) => address);
      expect(claimed).toHaveLength(3);
      // Before the commit another instance claims as well. The embedded database has one connection.
      return database.kind === "postgresql" ? [...claimed, ...(await claim(1, 3))] : claimed;
    });
    const claims = await Promise.all(Array.from({ length: 3 }, () => claim(1, 2)));
    const rest = await claim(1);
    expect([...first, ...claims.flat(), ...rest].toSorted()).toEqual(addresses);
    expect(await claim(2)).toEqual([]);
  });

  test("at most `limit` are claimed, those that waited longest first", async () => {
    const addresses = await made(12);
    const [longest] = addresses;
    if (!longest) throw new Error("no address");
    expect(await claim(0)).toHaveLength(12);
    for (const [i, address] of addresses.entries()) await schedule(address, i);
    expect(await claim(90, 1)).toEqual([longest]);
    expect(await claim(90, 8)).toHaveLength(8);
    expect(await claim(90)).toHaveLength(3);
  });

  test("one that was claimed by a server that died is another's after half a minute", async () => {
    const [address] = await made(1);
    expect(await claim(1)).toEqual([address]);
    await expectDueAt(String(address), 1 + CLAIM);
  });

  test("one that could not be polled is due again a second later", async () => {
    const [address] = await made(1);
    expect(await claim(1)).toEqual([address]);
    await releaseAddresses(db, [String(address)], at(2));
    await expectDueAt(String(address), 3);
  });

  test("one whose page is opened is due within seconds, however far off its next check was", async () => {
    const { address, checkout } = await checkoutAtPayment(db, { now: start });
    await checkedAt(address, QUOTE + 2 * DAY);
    const opened = QUOTE + 2 * DAY + 10;
    expect(await claim(opened)).toEqual([]);
    await markWatched(db, checkout.id, intervals, at(opened));
    await expectDueAt(address, opened + intervals.watchedSeconds);
  });

  test("one that is watched is due every few seconds, and as seldom as before once the page is closed", async () => {
    const { address, checkout } = await checkoutAtPayment(db, { now: start });
    await markWatched(db, checkout.id, intervals, at(1));
    await checkedAt(address, 1);
    await expectDueAt(address, 1 + intervals.watchedSeconds);
    await schedule(address, 6);
    await expectDueAt(address, 6 + intervals.watchedSeconds);
    await schedule(address, 17);
    await expectDueAt(address, 17 + intervals.openSeconds);
  });

  test("one that was being polled as its page opened is due again soon all the same", async () => {
    const { address, checkout } = await checkoutAtPayment(db, { now: start });
    const then = QUOTE + 2 * DAY;
    expect(await claim(then)).toEqual([address]);
    await markWatched(db, checkout.id, intervals, at(then + 1));
    await schedule(address, then + 2);
    await expectDueAt(address, then + 2 + intervals.watchedSeconds);
  });

  test.each([
    ["while its quote runs", -1, 60],
    ["as its quote ends", 0, 60],
    ["just after", 1, RECENT],
    ["a day after", DAY, RECENT],
    ["more than a day after", DAY + 1, OLD],
    ["thirty days after", 30 * DAY, OLD],
  ])("%s, the next check of one that is not watched", async (_when, sinceEnd, seconds) => {
    const { address } = await checkoutAtPayment(db, { now: start });
    await checkedAt(address, QUOTE + sinceEnd);
    await expectDueAt(address, QUOTE + sinceEnd + seconds);
  });

  test("one of a checkout without a quote is polled as if one ran", async () => {
    const { address, checkout } = await checkoutAtPayment(db, { now: start });
    await db.delete(quotes).where(eq(quotes.checkoutId, checkout.id));
    await checkedAt(address, 400 * DAY);
    await expectDueAt(address, 400 * DAY + intervals.openSeconds);
  });

  test("one is never polled again a month after its quote ended", async () => {
    const { address } = await checkoutAtPayment(db, { now: start });
    await checkedAt(address, QUOTE + 30 * DAY);
    await checkedAt(address, QUOTE + 30 * DAY + OLD);
    expect(await claim(1000 * DAY)).toEqual([]);
  });

  test("one is not retired while its page is open", async () => {
    const { address, checkout } = await checkoutAtPayment(db, { now: start });
    const then = QUOTE + 31 * DAY;
    expect(await claim(then)).toEqual([address]);
    await markWatched(db, checkout.id, intervals, at(then));
    await schedule(address, then + 1);
    await expectDueAt(address, then + 1 + intervals.watchedSeconds);
  });

  test("one that was retired is polled again when its page is opened", async () => {
    const { address, checkout } = await checkoutAtPayment(db, { now: start });
    await checkedAt(address, QUOTE + 31 * DAY);
    await markWatched(db, checkout.id, intervals, at(QUOTE + 40 * DAY));
    expect(await claim(QUOTE + 40 * DAY)).toEqual([address]);
  });

  test("the one fixed address is never retired", async () => {
    const { address } = await checkoutAtPayment(db, { now: start, addresses: fixed });
    await checkedAt(address, 400 * DAY);
    await expectDueAt(address, 400 * DAY + intervals.openSeconds);
  });

  test("one with money that is not final yet is not retired, and once it is final it is", async () => {
    const { address, sats } = await checkoutAtPayment(db, { now: start });
    await recordTip(db, { height: 100, hash: "block-100" }, start);
    const seen = [seenOutput(sats, { height: 100 })];
    await recordOutputs(db, {
      address,
      complete: true,
      rateCents: null,
      outputs: seen,
      policy,
      now: at(60),
    });
    expect(await claimDueAddresses(db, 1, at(31 * DAY))).toMatchObject([
      { address, hadMoney: true },
    ]);
    await schedule(address, 31 * DAY);
    await expectDueAt(address, 31 * DAY + intervals.openSeconds);
    await recordTip(db, { height: 105, hash: "block-105" }, at(31 * DAY));
    await schedule(address, 32 * DAY);
    await expectDueAt(address, 32 * DAY + intervals.openSeconds);
    await recordTip(db, { height: 106, hash: "block-106" }, at(32 * DAY));
    await schedule(address, 33 * DAY);
    expect(await claim(1000 * DAY)).toEqual([]);
  });

  test("after a start, what was due meanwhile is spread over an interval, together with what is due soon", async () => {
    const addresses = await made(11);
    const last = await checkoutAtPayment(db, { now: at(50) });
    await schedule(last.address, 50);
    await startAt(70);
    // Twelve in a minute: one each five seconds.
    const claimed: string[] = [];
    for (let second = 70; second < 130; second += 5) {
      const [address, ...others] = await claim(second);
      expect(others).toEqual([]);
      claimed.push(String(address));
      await schedule(String(address), second);
    }
    expect(claimed.at(-1)).toBe(last.address);
    expect(claimed.toSorted()).toEqual([...addresses, last.address].toSorted());
  });

  test("after a start, an address whose page is open is polled first", async () => {
    await made(10);
    const { address, checkout } = await checkoutAtPayment(db, { now: at(1) });
    await markWatched(db, checkout.id, intervals, at(100));
    await startAt(110);
    expect(await claim(110)).toEqual([address]);
  });

  test("after a start, what is long over is spread over as long as it can wait", async () => {
    await made(8);
    const then = QUOTE + 2 * DAY;
    await startAt(then);
    // Eight of them in six hours: one each 45 minutes.
    for (let i = 0; i < 8; i += 1) {
      const [address, ...others] = await claim(then + i * 45 * 60);
      expect(others).toEqual([]);
      await schedule(String(address), then + i * 45 * 60);
    }
  });

  test("the address whose page is open is claimed before those that wait longer", async () => {
    await made(3);
    const { address, checkout } = await checkoutAtPayment(db, { now: at(50) });
    await markWatched(db, checkout.id, intervals, at(60));
    expect(await claim(70, 1)).toEqual([address]);
  });

  test("after a start, the one fixed address and one retired too early come back", async () => {
    const shared = await checkoutAtPayment(db, { now: start, addresses: fixed });
    const own = await checkoutAtPayment(db, { now: start });
    expect(await claim(1)).toHaveLength(2);
    // A clock that was months ahead retired it.
    await schedule(own.address, 90 * DAY);
    await schedule(shared.address, 90 * DAY);
    expect(await claim(60 * DAY)).toEqual([]);
    await startAt(10);
    expect((await claim(10 + intervals.openSeconds)).toSorted()).toEqual(
      [shared.address, own.address].toSorted(),
    );
    await startAt(60 * DAY);
    expect(await claim(60 * DAY + intervals.openSeconds)).toContain(shared.address);
  });

  test("after a new block, exactly the addresses with money that is not final yet are due", async () => {
    await recordTip(db, { height: 100, hash: "block-100" }, start);
    const [waiting, fresh, buried, unpaid] = await Promise.all(
      Array.from({ length: 4 }, () => checkoutAtPayment(db, { now: start })),
    );
    if (!waiting || !fresh || !buried || !unpaid) throw new Error("no checkouts");
    const pay = ({ address, sats }: typeof fresh, height?: number) =>
      recordOutputs(db, {
        address,
        complete: true,
        rateCents: null,
        outputs: [seenOutput(sats, height === undefined ? {} : { height })],
        policy,
        now: at(60),
      });
    await pay(waiting);
    await pay(fresh, 99);
    await pay(buried, 80);
    expect(await claim(60)).toHaveLength(4);
    await recheckUnfinalized(db, at(61));
    expect((await claim(61)).toSorted()).toEqual([waiting.address, fresh.address].toSorted());
  });
});
