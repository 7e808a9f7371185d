import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { attempts } from "./tables.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { countAttempt, forgetOldAttempts, type Limit, secondsBlocked } from "./limits.server.ts";

const start = new Date("2026-11-20T08:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const limit: Limit = { name: "track", max: 3, windowSeconds: 600 };
const DAY = 86_400;

describeOnBothDatabases("limits", (openFresh) => {
  let database: Database;
  let db: Db;
  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
  });
  afterAll(() => database.close());

  let visitors = 0;
  const someone = () => `203.0.113.${(visitors += 1)}`;
  const tryTimes = async (who: string, times: number, seconds: number, what = limit) => {
    for (let i = 0; i < times; i += 1) await countAttempt(db, what, who, at(seconds));
  };
  const blocked = (who: string, seconds: number, what = limit) =>
    secondsBlocked(db, what, who, at(seconds));

  test("attempts below the limit are allowed", async () => {
    const who = someone();
    expect(await blocked(who, 0)).toBe(0);
    await tryTimes(who, 2, 10);
    expect(await blocked(who, 20)).toBe(0);
  });

  test("attempts above the limit are refused until the window ends", async () => {
    const who = someone();
    await tryTimes(who, 3, 10);
    expect(await blocked(who, 10)).toBe(590);
    expect(await secondsBlocked(db, limit, who, new Date(start.getTime() + 599_500))).toBe(1);
    await tryTimes(who, 1, 20);
    expect(await blocked(who, 599)).toBe(1);
    expect(await blocked(who, 600)).toBe(0);
    await tryTimes(who, 2, 600);
    expect(await blocked(who, 601)).toBe(0);
  });

  test("limits count per subject and per name", async () => {
    const [who, other] = [someone(), someone()];
    const login: Limit = { ...limit, name: "login" };
    await tryTimes(who, 5, 10);
    expect(await blocked(other, 10)).toBe(0);
    expect(await blocked(who, 10, login)).toBe(0);
    await tryTimes(other, 3, 10, login);
    expect(await blocked(other, 10, login)).toBe(590);
  });

  test("IPv6 addresses of one connection count together", async () => {
    await tryTimes("2001:db8:1:2::1", 2, 10);
    await tryTimes("2001:db8:1:2:ffff::9", 1, 10);
    expect(await blocked("2001:db8:1:2:abcd::", 10)).toBe(590);
    expect(await blocked("2001:db8:1:3::1", 10)).toBe(0);
  });

  test("concurrent attempts all count", async () => {
    const who = someone();
    const many: Limit = { ...limit, max: 20 };
    await Promise.all(Array.from({ length: 19 }, () => tryTimes(who, 1, 10, many)));
    expect(await blocked(who, 10, many)).toBe(0);
    await tryTimes(who, 1, 10, many);
    expect(await blocked(who, 10, many)).toBe(590);
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
    expect(await blocked(young, DAY + 1)).toBe(599);
  });
});
