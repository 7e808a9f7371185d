import { setImmediate as nextTurn } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, expect, test } from "vitest";
import { yieldBetweenQueries } from "./yielding.server.ts";

const client = yieldBetweenQueries(await PGlite.create());
afterAll(() => client.close());

test("who asks the embedded database one thing after the other lets others have their turn", async () => {
  let done = false;
  let turns = 0;
  const others = (async () => {
    while (!done) {
      await nextTurn();
      turns += 1;
    }
  })();
  const slow = "select count(*) from generate_series(1, 10000)";
  for (let i = 0; i < 100; i += 1) {
    await client.query(slow);
    await client.transaction((tx) => tx.query(slow));
  }
  done = true;
  await others;
  // A test's own last wait is one; an answer of the database is none.
  expect(turns).toBeGreaterThan(3);
});
