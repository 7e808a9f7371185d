import { Hono } from "hono";
import { expect, test } from "vitest";
import { openLogger } from "./log.ts";
import { trustedProxies, trustNoProxy } from "./proxies.ts";
import { type AppEnv, followRequests } from "./requests.ts";
import { watchForwarding } from "./untrusted-proxy.ts";

test("a request is one line with its route, and who sent it, if that is known", async () => {
  const lines: string[] = [];
  const out = { write: (text: string) => void lines.push(text) };
  const logger = openLogger({ level: "info", format: "json" }, out);
  const app = new Hono<AppEnv>();
  const onForwarded = () => undefined;
  app.use(followRequests({ logger, observe: () => undefined, trusted: trustNoProxy, onForwarded }));
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

test("a proxy that is not trusted is noticed once; strangers and trusted proxies are not", async () => {
  const logged: string[] = [];
  const forwarding = watchForwarding((line) => void logged.push(line));
  const trusted = trustedProxies(["10.0.0.9"]);
  if (!trusted.ok) throw new Error("invalid");
  const app = new Hono<AppEnv>();
  const logger = openLogger({ level: "error", format: "json" }, { write: () => undefined });
  const { onForwarded } = forwarding;
  app.use(
    followRequests({ logger, observe: () => undefined, trusted: trusted.value, onForwarded }),
  );
  const visit = (remoteAddress: string, forwarded = true) =>
    app.request("/", forwarded ? { headers: { "x-forwarded-for": "198.51.100.7" } } : {}, {
      incoming: { socket: { remoteAddress } },
    });
  for (const peer of ["10.0.0.9", "93.184.216.34"]) await visit(peer);
  await visit("127.0.0.1", false);
  expect(forwarding.address()).toBeNull();
  for (let i = 0; i < 3; i += 1) await visit("::ffff:172.30.77.3");
  expect(forwarding.address()).toBe("172.30.77.3");
  expect(logged).toEqual([expect.stringMatching(/172\.30\.77\.3 .* TRUSTED_PROXIES/)]);
});
