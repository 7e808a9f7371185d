import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { registerRequestMetrics } from "./request-metrics.ts";

const get = { method: "GET", route: "/packages/:packageId", status: 200 };

test("responses are counted by method, route and status, durations by route", async () => {
  const registry = new Registry();
  const observe = registerRequestMetrics(registry);
  observe({ ...get, seconds: 0.004 });
  observe({ ...get, seconds: 0.2 });
  observe({ ...get, status: 404, seconds: 60 });
  const lines = (await registry.metrics()).split("\n");
  const counted = "satchel_http_requests_total";
  const took = "satchel_http_request_duration_seconds";
  expect(lines).toContain(`${counted}{method="GET",route="/packages/:packageId",status="200"} 2`);
  expect(lines).toContain(`${counted}{method="GET",route="/packages/:packageId",status="404"} 1`);
  for (const [le, count] of [
    ["0.01", 1],
    ["0.1", 1],
    ["0.25", 2],
    ["10", 2],
    ["+Inf", 3],
  ])
    expect(lines).toContain(`${took}_bucket{le="${le}",route="/packages/:packageId"} ${count}`);
  expect(lines).toContain(`${took}_count{route="/packages/:packageId"} 3`);
  expect(lines).toContain(`${took}_sum{route="/packages/:packageId"} 60.204`);
  expect(lines.filter((line) => line === `# TYPE ${took} histogram`)).toHaveLength(1);
});

test("unknown methods share one time series", async () => {
  const registry = new Registry();
  const observe = registerRequestMetrics(registry);
  for (const method of ["BREW", "BREW2", "PROPFIND"]) observe({ ...get, method, seconds: 0.1 });
  const text = await registry.metrics();
  expect(text).toContain('method="other",route="/packages/:packageId"');
  expect(text).not.toContain("BREW");
});
