import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { openOnWire } from "../tests/db.ts";
import { eventually } from "../tests/make.ts";
import type { Wire } from "../tests/wire.ts";
import { rowsOf } from "./rows.server.ts";
import type { Database } from "./client.server.ts";
import { isLostDatabase } from "./lost.ts";

describe.skipIf(!inject("serverUrl"))("what is asked of a server in one go", () => {
  let wire: Wire;
  let database: Database;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ wire, database, close } = await openOnWire());
  });
  afterEach(() => close());

  interface Answer {
    pid: number;
    asked: number;
  }
  const ask = async (asked: number) => {
    const [row] = await rowsOf<Answer>(
      database.db,
      sql`select pg_backend_pid() as pid, ${asked}::int as asked`,
    );
    return row ?? { pid: 0, asked: -1 };
  };
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

  test("goes over one connection, and each gets its own answer", async () => {
    const answers = await Promise.all(numbers(20).map(ask));
    expect(answers.map(({ asked }) => asked)).toEqual(numbers(20));
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1);
  });

  test("later does not wait for what takes long", async () => {
    const long = rowsOf(database.db, sql`select pg_sleep(60), pg_backend_pid() as pid`).catch(
      (error: unknown) => error,
    );
    await nextTurn();
    expect((await ask(7)).asked).toBe(7);
    // Its connection may have been opened later than the other's.
    await eventually(() =>
      rowsOf(
        database.db,
        sql`select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and query like 'select pg_sleep%'`,
      ),
    ).toHaveLength(1);
    expect(await long).toBeInstanceOf(Error);
  });

  test("is answered, however much more is asked than there are connections", async () => {
    const asked: Promise<Answer>[] = [];
    for (const number of numbers(100)) {
      asked.push(ask(number));
      await nextTurn();
    }
    const answers = await Promise.all(asked);
    expect(answers.map((answer) => answer.asked)).toEqual(numbers(100));
  });

  test("is refused where it is wrong, and answered where it is not, over a connection that is kept", async () => {
    const { pid } = await ask(0);
    const answers = await Promise.allSettled([
      ask(1),
      rowsOf(database.db, sql`select * from nowhere`),
      ask(2),
    ]);
    expect(answers).toEqual([
      { status: "fulfilled", value: { pid, asked: 1 } },
      { status: "rejected", reason: expect.any(Error) as Error },
      { status: "fulfilled", value: { pid, asked: 2 } },
    ]);
    expect((await ask(3)).pid).toBe(pid);
  });

  test("inside a transaction is undone as a whole when one of it is refused", async () => {
    await rowsOf(database.db, sql`create table seats (row int primary key)`);
    const sit = database.db.transaction((tx) =>
      Promise.all([1, 2, 1, 3].map((row) => tx.execute(sql`insert into seats values (${row})`))),
    );
    await expect(sit).rejects.toThrow("insert into seats");
    expect(await rowsOf(database.db, sql`select * from seats`)).toEqual([]);
  });

  test("is told that the database is lost when the line is cut, all of it, and goes over a new line after that", async () => {
    await ask(0);
    const answers = Promise.allSettled([
      rowsOf(database.db, sql`select pg_sleep(60)`),
      ...numbers(5).map(ask),
    ]);
    await nextTurn();
    await eventually(() =>
      rowsOf(
        database.db,
        sql`select pid from pg_stat_activity
          where datname = current_database() and query like 'select pg_sleep%'`,
      ),
    ).toHaveLength(1);
    await wire.cut();
    for (const answer of await answers)
      expect(answer.status === "rejected" && isLostDatabase(answer.reason)).toBe(true);
    await wire.mend();
    await eventually(() => ask(1).catch(() => null)).toMatchObject({ asked: 1 });
  });
});
