import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { checkoutAtPayment, deleteCheckouts } from "../../../tests/make.ts";
import type { HostStatus } from "../chain/chain.ts";
import { claimDueAddresses, scheduleNextChecks } from "./schedule.server.ts";
import { hasSpareRequests, pollOnVisit, sweepRetired } from "./sweep.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const intervals = { watchedSeconds: 5, openSeconds: 60 };
const DAY = 86_400;
/** When the addresses of this test are retired. */
const RETIRED = 40 * DAY;

describeOnBothDatabases("retired addresses", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());
  beforeEach(() => deleteCheckouts(db));

  const claim = async (seconds: number) =>
    (await claimDueAddresses(db, 100, at(seconds))).map(({ address }) => address);
  const checked = (address: string, seconds: number) =>
    scheduleNextChecks(db, [address], intervals, at(seconds));
  /** Addresses that are retired one second after the other. */
  async function retired(count: number) {
    const made: { address: string; checkoutId: string }[] = [];
    for (let i = 0; i < count; i += 1) {
      const { address, checkout } = await checkoutAtPayment(db, { now: start });
      await checked(address, RETIRED + i);
      made.push({ address, checkoutId: checkout.id });
    }
    expect(await claim(RETIRED + 1000)).toEqual([]);
    return made;
  }

  test("a sweep polls each once a day, one in a minute, whatever was restarted in between", async () => {
    const made = await retired(3);
    expect(await sweepRetired(db, at(RETIRED + DAY - 1))).toBe(0);
    for (const [i, { address }] of made.entries()) {
      const then = RETIRED + DAY + 60 * (i + 1);
      expect(await sweepRetired(db, at(then))).toBe(1);
      expect(await claim(then)).toEqual([address]);
      await checked(address, then);
    }
    const again = RETIRED + 2 * DAY;
    expect(await sweepRetired(db, at(again))).toBe(0);
    expect(await sweepRetired(db, at(again + 60))).toBe(1);
    expect(await claim(again + 60)).toEqual([made[0]?.address]);
  });

  test("a sweep takes as many in a minute as it needs to take all in a day", async () => {
    await retired(1);
    await db.execute(`insert into payment_addresses (address, issued_at, next_check_at, last_checked_at, retired_at)
      select 'bc1q' || n, '2026-01-01', '2026-01-01', '2026-01-02', '2026-01-02' from generate_series(1, 2880) n`);
    expect(await sweepRetired(db, start)).toBe(3);
    expect(await sweepRetired(db, start)).toBe(2);
  });

  test("a visit polls the address of its checkout, at most every ten minutes", async () => {
    const [made] = await retired(2);
    if (!made) throw new Error("no address");
    const { address, checkoutId } = made;
    await pollOnVisit(db, checkoutId, at(RETIRED + 599));
    expect(await claim(RETIRED + 599)).toEqual([]);
    await pollOnVisit(db, checkoutId, at(RETIRED + 600));
    expect(await claim(RETIRED + 600)).toEqual([address]);
    await checked(address, RETIRED + 601);
    await pollOnVisit(db, checkoutId, at(RETIRED + 900));
    expect(await claim(RETIRED + 900)).toEqual([]);
  });
});

test("a sweep leaves half of the requests of a host to open checkouts", () => {
  const host = (values: Partial<HostStatus>): HostStatus => ({
    name: "host",
    state: "answering",
    problem: null,
    requestsLastHour: 0,
    requestsPerHour: 600,
    lastResponseAt: null,
    ...values,
  });
  expect(hasSpareRequests([host({ requestsLastHour: 300 })])).toBe(true);
  expect(hasSpareRequests([host({ requestsLastHour: 301 })])).toBe(false);
  expect(hasSpareRequests([host({ requestsLastHour: 301 }), host({})])).toBe(true);
  expect(hasSpareRequests([host({ state: "down" }), host({ state: "limited" })])).toBe(false);
  expect(hasSpareRequests([host({ requestsPerHour: null, requestsLastHour: 9000 })])).toBe(true);
});
