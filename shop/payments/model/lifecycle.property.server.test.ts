import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import { live, TIME_LIMIT_MS, told } from "../../../tests/lifecycle/run.ts";
import { crowdedStory, story } from "../../../tests/lifecycle/steps.ts";

// A server has little to add where one thing happens after the other, the embedded database where many happen
// at once: it has one connection.
const runs = { embedded: { story: 100, crowded: 15 }, postgresql: { story: 15, crowded: 60 } };

describeOnBothDatabases("whatever happens to payments", (openFresh) => {
  let database: Database;
  beforeAll(async () => {
    database = await openFresh();
  });
  afterAll(() => database.close());

  test.each(["xpub", "fixed"] as const)(
    "every satoshi is accounted for after every step: %s",
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(story(40), (steps) =>
          live(
            [database.db],
            kind,
            steps.map((step) => [step]),
          ),
        ),
        told(runs[database.kind].story),
      );
    },
    TIME_LIMIT_MS,
  );

  test.each(["xpub", "fixed"] as const)(
    "also when several things happen at the same moment: %s",
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(crowdedStory(20), (moments) =>
          live([database.db, database.db], kind, moments),
        ),
        told(runs[database.kind].crowded),
      );
    },
    TIME_LIMIT_MS,
  );
});
