import { afterAll, beforeAll, expect, test } from "vitest";
import { addMs, MINUTE_MS, SECOND_MS } from "#lib/time.ts";
import { claimMail, enqueueMail } from "#shop/mail/mails.server.ts";
import { describeOnBothDatabases } from "../tests/db.ts";
import { someMail } from "../tests/make.ts";
import type { Database } from "./client.server.ts";
import { openDatabaseClock } from "./clock.server.ts";

describeOnBothDatabases("the clock of the database", (openFresh) => {
  let database: Database;
  beforeAll(async () => {
    database = await openFresh();
  });
  afterAll(() => database.close());

  /** Opens the clock of an instance that is so far ahead. */
  async function instance(aheadMs: number) {
    const lines: string[] = [];
    const clock = await openDatabaseClock(database.db, {
      log: (line) => void lines.push(line),
      system: () => addMs(new Date(), aheadMs),
    });
    await clock.stop();
    return { clock, lines };
  }

  test("is taken by an instance whose own is wrong, and named with how far it is off", async () => {
    for (const [ahead, text] of [
      [10 * MINUTE_MS, "600 s ahead of"],
      [-10 * MINUTE_MS, "600 s behind"],
    ] as const) {
      const { clock, lines } = await instance(ahead);
      expect(Math.abs(clock.skewMs() - ahead)).toBeLessThan(5 * SECOND_MS);
      expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(5 * SECOND_MS);
      expect(lines).toEqual([expect.stringContaining(text)]);
    }
    const { clock, lines } = await instance(SECOND_MS);
    expect([clock.skewMs(), lines]).toEqual([0, []]);
  });

  test("makes a claim hold for instances whose own clocks are ten minutes apart", async () => {
    const [{ clock: right }, { clock: wrong }] = [
      await instance(0),
      await instance(10 * MINUTE_MS),
    ];
    await enqueueMail(database.db, { ...someMail("once"), now: addMs(new Date(), -SECOND_MS) });
    expect((await claimMail(database.db, right.now()))?.key).toBe("once");
    expect(await claimMail(database.db, wrong.now())).toBeNull();
    // By its own clock, the claim has ended.
    expect(await claimMail(database.db, addMs(new Date(), 10 * MINUTE_MS))).not.toBeNull();
  });
});
