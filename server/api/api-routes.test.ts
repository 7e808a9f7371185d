import { Hono } from "hono";
import { expect, test } from "vitest";
import { problemSchema } from "#app/api/problem.ts";
import { describeOnBothDatabases } from "../../tests/db.ts";
import { collectLines } from "../../tests/log.ts";
import { type AppEnv, mount } from "../requests.ts";
import { apiRoutes } from "./api-routes.ts";

const KEY = `satchel_live_${"a".repeat(43)}`;

describeOnBothDatabases("the API without its database", (openFresh) => {
  test("responds with a problem, logs the error, and reveals no internals", async () => {
    const database = await openFresh();
    const lines: string[] = [];
    const log = collectLines(lines);
    const app = new Hono<AppEnv>();
    app.use((c, next) => {
      c.set("request", { id: "7KQ2M9XB4T", log, route: "" });
      c.set("clientAddress", "203.0.113.7");
      return next();
    });
    mount(app, "/api/v1", apiRoutes(database.db));
    await database.close();

    const headers = { authorization: `Bearer ${KEY}` };
    const response = await app.request("http://shop.example/api/v1/orders", { headers });
    expect([500, 503]).toContain(response.status);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const problem = problemSchema.strict().parse(await response.json());
    expect(problem).toMatchObject({ status: response.status, requestId: "7KQ2M9XB4T" });
    expect(JSON.stringify(problem)).not.toMatch(/api_keys|pool|PGlite|Error|\bat /);
    expect(lines).toHaveLength(1);
    expect(lines.join("")).not.toContain(KEY);
  });
});
