import type { ServerResponse } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database, Db } from "#db/client.server.ts";
import { addMs, MINUTE_MS } from "#lib/time.ts";
import { accountCheckByAddress } from "../limits/limits.server.ts";
import { defaultSettings, type Settings } from "../settings/settings.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { mira, startServer } from "../../tests/make.ts";
import { createAccountChecks } from "./account-checks.server.ts";
import { policy } from "./test-delivery.ts";

const now = new Date();
const from = "203.0.113.7";
const unknown = { result: "unknown", reason: "There is\nno \u202Esuch account\u0000" };

describeOnBothDatabases("checks of accounts", (openFresh) => {
  let database: Database;
  let db: Db;
  let server: Awaited<ReturnType<typeof startServer>>;
  let settings: Settings;
  let calls = 0;
  let respond: (response: ServerResponse) => void;
  const response = (body: unknown) => (response: ServerResponse) =>
    response.end(typeof body === "string" ? body : JSON.stringify(body));

  beforeAll(async () => {
    database = await openFresh();
    ({ db } = database);
    server = await startServer((_request, response) => {
      calls += 1;
      respond(response);
    });
    settings = { ...defaultSettings, deliveryEnabled: true, deliveryUrl: server.url };
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });
  beforeEach(async () => {
    calls = 0;
    await db.execute(sql`truncate attempts`);
  });
  const open = () => createAccountChecks(db, { policy, log: () => undefined });

  test("return the reason of an unknown account as one clean line, from the cache for a minute", async () => {
    const checks = open();
    respond = response(unknown);
    const find = (at: Date) => checks.findProblem(mira, { settings, from, now: at });
    expect(await find(now)).toBe("There is no such account");
    expect(await find(now)).toBe("There is no such account");
    expect(calls).toBe(1);
    respond = response({ result: "known", displayName: " Mira\tHolt " });
    const later = addMs(new Date(), MINUTE_MS);
    expect(await find(later)).toBeNull();
    expect(checks.displayName(mira, settings, later)).toBe("Mira Holt");
    expect(checks.displayName({ ...mira, tiktokUid: null }, settings, later)).toBeNull();
    expect(calls).toBe(2);
  });

  test.each([
    ["an error", (response: ServerResponse) => response.writeHead(500).end("{}")],
    ["no JSON", response("<p>Hello</p>")],
    ["another answer", response({ result: "maybe" })],
    ["an unknown account without a reason", response({ result: "unknown", reason: "\u200B" })],
    ["a redirect", (response: ServerResponse) => response.writeHead(302, { location: "/" }).end()],
    ["a closed connection", (response: ServerResponse) => response.destroy()],
    ["silence", () => undefined],
  ])("let checkout go on after %s", async (_case, odd) => {
    respond = odd;
    expect(await open().findProblem(mira, { settings, from, now })).toBeNull();
    expect(calls).toBe(1);
  });

  test("are not made while it is switched off, nor beyond the limit of a network", async () => {
    respond = response(unknown);
    const off = { ...settings, deliveryEnabled: false };
    const checks = open();
    expect(await checks.findProblem(mira, { settings: off, from, now })).toBeNull();
    expect(calls).toBe(0);
    const problems = [];
    for (let index = 0; index <= accountCheckByAddress.max; index += 1) {
      const recipient = { ...mira, tiktokUsername: `mira${index}` };
      problems.push(await checks.findProblem(recipient, { settings, from, now }));
    }
    expect(calls).toBe(accountCheckByAddress.max);
    expect(problems.at(-1)).toBeNull();
    expect(problems.at(-2)).toBe("There is no such account");
  });
});
