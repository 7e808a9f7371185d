import { setImmediate as nextTurn } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, expect, test } from "vitest";
import { yieldBetweenQueries } from "./yielding.server.ts";

const client = yieldBetweenQueries(await PGlite.create());
afterAll(() => client.close());

test("consecutive queries of the embedded database let the event loop run in between", async () => {
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
  // Awaiting `others` is one turn itself.
  expect(turns).toBeGreaterThan(3);
});
