import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { attempts } from "./tables.ts";
import { describeWhereDatabasesDiffer } from "../../tests/db.ts";
import type { Limit } from "./limits.server.ts";
import { forgetOldAttempts, giveBack, takeAttempt, takeOnce } from "./attempts.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const limit: Limit = { name: "track", max: 3, windowSeconds: 600 };
const DAY = 86_400;

describeWhereDatabasesDiffer("attempts", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  let visitors = 0;
  const someone = () => `203.0.113.${(visitors += 1)}`;
  /** Takes attempts one after another; returns what was answered to the last. */
  const tryTimes = async (who: string, times: number, seconds: number, what = limit) => {
    let wait = 0;
    for (let i = 0; i < times; i += 1) wait = await takeOnce(db, what, who, at(seconds));
    return wait;
  };

  test("attempts below the limit are allowed, and those above wait for the next window", async () => {
    const who = someone();
    expect(await tryTimes(who, 3, 10)).toBe(0);
    expect(await tryTimes(who, 1, 10)).toBe(590);
    expect(await takeOnce(db, limit, who, new Date(start.getTime() + 599_500))).toBe(1);
    expect(await tryTimes(who, 1, 600)).toBe(0);
    expect(await takeAttempt(db, limit, who, at(601))).toEqual({
      allowed: true,
      max: 3,
      remaining: 1,
      seconds: 599,
    });
  });

  test("each person and each limit is counted separately", async () => {
    const [who, other] = [someone(), someone()];
    const login: Limit = { ...limit, name: "login" };
    expect(await tryTimes(who, 5, 10)).toBe(590);
    expect(await tryTimes(other, 3, 10)).toBe(0);
    expect(await tryTimes(who, 3, 10, login)).toBe(0);
    expect(await tryTimes(who, 1, 10, login)).toBe(590);
  });

  test("IPv6 addresses of one connection count together", async () => {
    await tryTimes("2001:db8:1:2::1", 2, 10);
    await tryTimes("2001:db8:1:2:ffff::9", 1, 10);
    expect(await tryTimes("2001:db8:1:2:abcd::", 1, 10)).toBe(590);
    expect(await tryTimes("2001:db8:1:3::1", 1, 10)).toBe(0);
  });

  test("a site that changes its network with each attempt has ten times as many", async () => {
    const from = (network: number) => `2001:db8:9:${network.toString(16)}::1`;
    for (let i = 0; i < 10 * limit.max; i += 1) expect(await tryTimes(from(i), 1, 10)).toBe(0);
    expect(await tryTimes(from(999), 1, 10)).toBe(590);
    expect(await tryTimes("2001:db8:a::1", 1, 10)).toBe(0);
    await giveBack(db, limit, from(0), at(10));
    expect(await tryTimes(from(1000), 1, 10)).toBe(0);
  });

  test("a network at its limit uses up nothing of its site, whose other networks may be others'", async () => {
    await tryTimes("2001:db8:c:1::1", 12 * limit.max, 10);
    expect(await tryTimes("2001:db8:c:2::1", limit.max, 10)).toBe(0);
  });

  test("of many attempts at once only as many are allowed as the limit says", async () => {
    const who = someone();
    const many: Limit = { ...limit, max: 20 };
    const waits = await Promise.all(Array.from({ length: 60 }, () => tryTimes(who, 1, 10, many)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(20);
  });

  test("attempts of one key that wait for its row leave connections to others", async () => {
    if (database.kind !== "postgresql") return;
    const who = someone();
    await tryTimes(who, 1, 10);
    const { promise: asked, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const locking = db.transaction(async (tx) => {
      await tx.select().from(attempts).for("update");
      hold();
      await asked;
    });
    await held;
    const flood = Array.from({ length: 40 }, () => takeOnce(db, limit, who, at(10)));
    await db.execute(sql`select 1`);
    release();
    await locking;
    expect((await Promise.all(flood)).filter((wait) => wait === 0)).toHaveLength(2);
  });

  test("an attempt that is given back can be taken again, and a refused one uses up nothing", async () => {
    const who = someone();
    expect(await tryTimes(who, 7, 10)).toBe(590);
    await giveBack(db, limit, who, at(10));
    expect(await tryTimes(who, 1, 20)).toBe(0);
    expect(await tryTimes(who, 1, 20)).toBe(580);
    await giveBack(db, limit, someone(), at(20));
  });

  test("windows older than a day are deleted, current ones are not", async () => {
    const [old, young] = [someone(), someone()];
    await db.delete(attempts);
    await tryTimes(old, 3, 0);
    await tryTimes(young, 3, DAY);
    await forgetOldAttempts(db, at(DAY + 1));
    expect(await db.select({ key: attempts.key }).from(attempts)).toEqual([
      { key: `track:${young}` },
    ]);
    expect(await tryTimes(young, 1, DAY + 1)).toBe(599);
  });
});
