import { expect, test } from "vitest";
import { exposition, gauge } from "./exposition.ts";
import { countRequests } from "./request-metrics.ts";

const get = { method: "GET", route: "/packages/:packageId", status: 200 };

test("answers are counted by method, route and status, and their time by route", () => {
  const requests = countRequests();
  requests.add({ ...get, seconds: 0.004 });
  requests.add({ ...get, seconds: 0.2 });
  requests.add({ ...get, status: 404, seconds: 60 });
  const lines = exposition(requests.families()).split("\n");
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
    expect(lines).toContain(`${took}_bucket{route="/packages/:packageId",le="${le}"} ${count}`);
  expect(lines).toContain(`${took}_count{route="/packages/:packageId"} 3`);
  expect(lines).toContain(`${took}_sum{route="/packages/:packageId"} 60.204`);
  expect(lines.filter((line) => line === `# TYPE ${took} histogram`)).toHaveLength(1);
});

test("methods that anybody may invent make one series", () => {
  const requests = countRequests();
  for (const method of ["BREW", "BREW2", "PROPFIND"])
    requests.add({ ...get, method, seconds: 0.1 });
  expect(exposition(requests.families())).toContain('method="other",route="/packages/:packageId"');
  expect(exposition(requests.families())).not.toContain("BREW");
});

test("what is not known is left out, and signs that would end a label are escaped", () => {
  expect(exposition([gauge("satchel_unknown", "Not known.", null)])).toBe("");
  const family = { name: "a", type: "gauge" as const, help: "Odd." };
  const odd = { value: 1, labels: { l: 'say "hi"\\\n' }, suffix: "" };
  expect(exposition([{ ...family, samples: [odd] }])).toContain('a{l="say \\"hi\\"\\\\\\n"} 1');
});
