import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { countWatched, unwatchCommits, watchCommits } from "../../tests/credit/books.ts";
import { runAllJobs, runJob } from "../../tests/credit/jobs.ts";
import { expectLaw } from "../../tests/credit/law.ts";
import { actAsOwner } from "../../tests/credit/owner.ts";
import { everything, rareStories, type Round, story } from "../../tests/credit/story.ts";
import { actInTab } from "../../tests/credit/tabs.ts";
import { openWorld, prepareWorld, type World } from "../../tests/credit/world.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { runs } from "../../tests/runs.ts";

describeOnBothDatabases("credit, with two tabs, the owner and the jobs at once", (openFresh) => {
  let database: Database;
  let beginning: Awaited<ReturnType<typeof prepareWorld>>;
  beforeAll(async () => {
    database = await openFresh();
    beginning = await prepareWorld(database.db);
    await watchCommits(database.db);
  });
  afterAll(async () => {
    await unwatchCommits(database.db);
    await database.close();
  });

  test("money in + credit issued = orders settled + credit left + what waits", async () => {
    const happened = new Set<string>();
    let watched = 0;
    await fc.assert(
      fc.asyncProperty(story, async (rounds) => {
        const world = await openWorld(database.db, beginning);
        for (const round of rounds)
          for (const what of await atOnce(world, round)) happened.add(what);
        await runAllJobs(world);
        await expectLaw(world);
        watched += await countWatched(database.db);
      }),
      { numRuns: runs(200), examples: [everything, ...rareStories].map((told) => [told]) },
    );
    expect(watched).toBeGreaterThan(runs(200));
    expect([...happened]).toEqual(expect.arrayContaining(INCLUDED));
  }, 600_000);
});

/** What the stories really include. */
const INCLUDED = [
  ...["gift code redeemed", "credit used", "coupon applied", "points became credit"],
  ...["credit given", "amount paid", "order rejected", "status undone", "refunded to credit"],
  ...["refund undone", "unused credit released", "order placed, to be paid by coupon"],
  "order placed, to be paid by bitcoin",
];

/** Makes the steps of a round at the same time; returns what happened. */
async function atOnce(world: World, [tab, otherTab, owner, job]: Round): Promise<string[]> {
  const results = await Promise.all([
    tab && actInTab(world, tab),
    otherTab && actInTab(world, otherTab),
    owner && actAsOwner(world, owner),
    job && runJob(world, job),
  ]);
  return results.filter((what) => what !== null);
}
