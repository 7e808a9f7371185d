import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { describeOnBothDatabases } from "../../../tests/db.ts";
import {
  runScenario,
  TIME_LIMIT_MS,
  fastCheckOptions,
} from "../../../tests/lifecycle/run-scenario.ts";
import { concurrentScenario, scenario } from "../../../tests/lifecycle/steps.ts";

// Sequential scenarios run mainly on the embedded database, concurrent ones mainly on the server: PGlite has a single
// connection.
const runs = {
  embedded: { scenario: 40, concurrent: 6 },
  postgresql: { scenario: 8, concurrent: 24 },
};

describeOnBothDatabases("payment lifecycle under random scenarios", (openFresh) => {
  let database: Database;
  beforeAll(async () => {
    database = await openFresh();
  });
  afterAll(() => database.close());

  test.each(["xpub", "fixed"] as const)(
    "every satoshi is accounted for after every step: %s",
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(scenario(40), (steps) =>
          runScenario(
            [database.db],
            kind,
            steps.map((step) => [step]),
          ),
        ),
        fastCheckOptions(runs[database.kind].scenario),
      );
    },
    TIME_LIMIT_MS,
  );

  test.each(["xpub", "fixed"] as const)(
    "every satoshi is accounted for after concurrent steps: %s",
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(concurrentScenario(20), (moments) =>
          runScenario([database.db, database.db], kind, moments),
        ),
        fastCheckOptions(runs[database.kind].concurrent),
      );
    },
    TIME_LIMIT_MS,
  );
});
