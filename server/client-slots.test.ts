import { expect, test } from "vitest";
import { createClientSlots, createConnectionSlots, createStreamSlots } from "./client-slots.ts";

test("one client has a limited number of slots, which its IPv6 addresses share", () => {
  const slots = createClientSlots({ perClient: 2, total: 50 });
  const free = slots.take("2001:db8:1:2::1");
  expect(slots.take("2001:db8:1:2::2")).toBeTypeOf("function");
  expect(slots.take("2001:db8:1:2::3")).toBe("client-full");
  expect(slots.take("203.0.113.7")).toBeTypeOf("function");
  if (typeof free !== "function") throw new Error("refused");
  free();
  free();
  expect(slots.take("2001:db8:1:2::3")).toBeTypeOf("function");
  expect(slots.take("2001:db8:1:2::4")).toBe("client-full");
});

test("a site that changes its network with each slot has ten times as many, and at most half of all", () => {
  const from = (network: number) => `2001:db8:9:${network.toString(16)}::1`;
  for (const [total, max] of [
    [100, 20],
    [30, 15],
  ] as const) {
    const slots = createClientSlots({ perClient: 2, total });
    const taken = Array.from({ length: 40 }, (_, network) => slots.take(from(network)));
    expect(taken.filter((free) => typeof free === "function")).toHaveLength(max);
    expect(slots.take(from(99))).toBe("client-full");
    expect(slots.take("2001:db8:a::1")).toBeTypeOf("function");
    const [free] = taken;
    if (typeof free !== "function") throw new Error("refused");
    free();
    expect(slots.take(from(99))).toBeTypeOf("function");
  }
});

test("all streams together leave half of the connections to pages", () => {
  const slots = createStreamSlots(6);
  const taken = ["203.0.113.1", "203.0.113.2", "203.0.113.3"].map((from) => slots.take(from));
  for (const free of taken) expect(free).toBeTypeOf("function");
  expect(slots.take("203.0.113.4")).toBe("full");
});

test("one client leaves half of the connections to others", () => {
  const slots = createConnectionSlots(6);
  const taken = Array.from({ length: 4 }, () => slots.take("203.0.113.1"));
  expect(taken.map((free) => typeof free)).toEqual(["function", "function", "function", "string"]);
  expect(slots.take("203.0.113.2")).toBeTypeOf("function");
});
