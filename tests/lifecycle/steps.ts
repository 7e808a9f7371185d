import fc from "fast-check";
import type { OrderStatus } from "#shop/orders/order.ts";
import type { ReorgFate } from "./simulated-chain.ts";

/** An index modulo the number of candidates, so that a shrunk scenario stays valid. */
const which = fc.nat({ max: 7 });
const act = <const Act extends string, Fields extends object>(
  name: Act,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) =>
  fc
    .record(fields as Record<string, fc.Arbitrary<unknown>>)
    .map((values) => ({ act: name, ...values }) as { act: Act } & Fields);

/** How a source responds: completely, reordered with duplicates, partially, with earlier data, or not at all. */
const response = fc.oneof(
  { weight: 5, arbitrary: fc.constant("whole" as const) },
  fc.constantFrom("jumbled" as const, "part" as const, "earlier" as const, "nothing" as const),
);
export type SourceResponse = typeof response extends fc.Arbitrary<infer T> ? T : never;

const amount = fc.constantFrom(
  "exact",
  "exact",
  "a satoshi less",
  "the least",
  "less than the least",
  "the most",
  "more than the most",
  "double",
  "half",
  "dust",
);
export type Amount = typeof amount extends fc.Arbitrary<infer T> ? T : never;

const HOUR = 3600;
const DAY = 24 * HOUR;

const shopper = fc.oneof(
  {
    weight: 3,
    arbitrary: act("begin", {
      visitor: fc.nat({ max: 2 }),
      packageId: fc.constantFrom("1", "2", "5"),
    }),
  },
  { weight: 2, arbitrary: act("quote", { checkout: which }) },
  { weight: 3, arbitrary: act("confirm", { checkout: which, times: fc.constantFrom(1, 1, 2) }) },
  {
    weight: 8,
    arbitrary: act("pay", {
      checkout: which,
      amount,
      shape: fc.constantFrom("one", "one", "two transactions", "two outputs", "with another's"),
    }),
  },
);

const network = fc.oneof(
  {
    weight: 6,
    arbitrary: act("mine", {
      count: fc.constantFrom(1, 1, 2, 6),
      what: fc.constantFrom("everything" as const, "everything" as const, "nothing" as const),
      /** Seconds by which the block's own time is behind. */
      behind: fc.constantFrom(0, 0, 600, HOUR, 3 * HOUR),
    }),
  },
  act("reorg", {
    depth: fc.integer({ min: 1, max: 6 }),
    fate: fc.constantFrom<ReorgFate>("wait again", "mined again", "double spent"),
  }),
  act("replace", {
    payment: which,
    to: fc.constantFrom("the same" as const, "elsewhere" as const),
  }),
  act("evict", { payment: which }),
  act("come back", { payment: which }),
  act("price", {
    rateCents: fc.constantFrom(10_000_000, 9_900_000, 12_345_678, 5_000_000, 20_000_000, null),
  }),
);

const time = fc.oneof(
  act("wait", {
    seconds: fc.constantFrom(1, 60, 1800, HOUR, 2 * HOUR, DAY, 25 * HOUR, 8 * DAY, 31 * DAY),
  }),
  // One second before and after each deadline.
  {
    weight: 2,
    arbitrary: act("edge", {
      checkout: which,
      after: fc.constantFrom(0, HOUR, 24 * HOUR),
      seconds: fc.constantFrom(-1, 0, 1),
    }),
  },
  act("clock set back", { seconds: fc.constantFrom(5, 600) }),
);

const shop = fc.oneof(
  { weight: 5, arbitrary: act("watch", { response }) },
  { weight: 5, arbitrary: act("poll", { checkout: which, response }) },
  act("restart", {
    dies: fc.constantFrom("at rest", "after the block", "before the schedule"),
    checkout: which,
  }),
  { weight: 3, arbitrary: act("jobs", {}) },
);

const status = fc.constantFrom<OrderStatus>("pending", "processing", "completed", "rejected");
const administrator = fc.oneof(
  {
    weight: 6,
    arbitrary: act("decide", {
      subject: which,
      choice: fc.constantFrom("accept", "ask", "refund", "attach", "undo"),
      part: fc.constantFrom("all", "excess", "half"),
      order: which,
      stale: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: act("status", { order: which, status }) },
  act("delete", { order: which }),
  act("policy", { below: fc.integer({ min: 0, max: 3 }), tolerance: fc.constantFrom(0, 1, 5) }),
);

const step = fc.oneof(
  { weight: 8, arbitrary: shopper },
  { weight: 6, arbitrary: network },
  { weight: 4, arbitrary: time },
  { weight: 9, arbitrary: shop },
  { weight: 4, arbitrary: administrator },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const beginning = fc
  .constantFrom("1", "2", "5")
  .map((packageId): Step => ({ act: "begin", visitor: 0, packageId }));

/** A scenario that begins at the payment page: most others end before there is a payment. */
export const scenario = (maxLength: number) =>
  fc
    .tuple(beginning, fc.array(step, { minLength: 4, maxLength, size: "max" }))
    .map(([first, steps]) => [first, ...steps]);

/** A scenario with up to three concurrent steps. */
export const concurrentScenario = (maxLength: number) =>
  fc
    .tuple(
      beginning,
      fc.array(fc.array(step, { minLength: 1, maxLength: 3, size: "max" }), {
        minLength: 4,
        maxLength,
        size: "max",
      }),
    )
    .map(([first, moments]) => [[first], ...moments]);
