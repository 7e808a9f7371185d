import { Hono } from "hono";
import { expect, test } from "vitest";
import { openLogger } from "./log.ts";
import { trustNoProxy } from "./proxies.ts";
import { type AppEnv, followRequests } from "./requests.ts";

test("a request is one line with its route, and who sent it, if that is known", async () => {
  const lines: string[] = [];
  const out = { write: (text: string) => void lines.push(text) };
  const logger = openLogger({ level: "info", format: "json" }, out);
  const app = new Hono<AppEnv>();
  app.use(followRequests({ logger, observe: () => undefined, trusted: trustNoProxy }));
  app.get("/orders/:id", (c) => {
    const { account, key } = c.req.query();
    Object.assign(c.get("request"), { account, key });
    return c.text("");
  });
  const env = { incoming: { socket: { remoteAddress: "203.0.113.9" } } };
  for (const query of ["", "?account=a1", "?key=k1"])
    await app.request(`/orders/7KQ2M9X${query}`, {}, env);
  const common = { level: "info", method: "GET", route: "/orders/:id", status: 200 };
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining(common),
    expect.objectContaining({ ...common, account: "a1" }),
    expect.objectContaining({ ...common, key: "k1" }),
  ]);
  expect(lines[0]).not.toMatch(/"account"|"key"/);
  expect(lines.join("")).not.toMatch(/7KQ2M9X|203\.0\.113/);
});
